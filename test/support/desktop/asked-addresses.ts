import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { personalFolder } from './person.ts'

/** Every address and name that a program requests during its whole run, from the records of Chromium and Node. */
export interface AskedAddresses {
  /** Arguments to add to the program's command line. */
  readonly args: readonly string[]
  /**
   * Variables to add to the program's environment. Only an unpackaged program reports what Node
   * requests.
   */
  readonly env: Readonly<Record<string, string>>
  /**
   * Hosts and addresses that Chromium requested, without repeats. Complete only after the program
   * has ended.
   */
  readonly byChromium: () => readonly string[]
  /** Host names that Node looked up and addresses that it connected to, without repeats. */
  readonly byNode: () => readonly string[]
}

/** A script that loads before the program, in main and in each worker. */
const listener = `'use strict'
const { appendFileSync } = require('node:fs')
const dns = require('node:dns')
const note = (address) => appendFileSync(process.env.GLIDEPATH_TEST_ADDRESSES, String(address) + '\\n')
const wrap = (target, name, addressOf) => {
  const original = target[name]
  if (typeof original !== 'function') throw new Error('Node has no ' + name)
  target[name] = function (...values) {
    note(addressOf(values))
    return Reflect.apply(original, this, values)
  }
}
const { TCP } = process.binding('tcp_wrap')
for (const name of ['connect', 'connect6']) wrap(TCP.prototype, name, (values) => values[1])
const { UDP } = process.binding('udp_wrap')
for (const name of ['connect', 'connect6']) wrap(UDP.prototype, name, (values) => values[0])
for (const name of ['send', 'send6']) wrap(UDP.prototype, name, (values) => values[4])
for (const names of [dns, dns.promises]) {
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveSrv', 'resolveTxt']) {
    wrap(names, name, (values) => values[0])
  }
}
require('node:module').syncBuiltinESMExports()
`

const netLogSchema = z.object({
  events: z.array(z.object({ params: z.record(z.string(), z.unknown()).optional() })).min(1),
})

/** Chromium completes its record when it quits; a truncated record is not valid JSON. */
const readNetLog = (file: string) => netLogSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Fields of Chromium's record with an address, an origin or a URL. */
const fields = [
  'url',
  'original_url',
  'host',
  'hostname',
  'address',
  'remote_address',
  'server',
  'group_id',
]

const hostOf = (said: string): string =>
  URL.parse(said.replace(/^pm\//, ''))?.hostname || said.replace(/:\d+$/, '')

/** Records the requests of one program run. The files are in the test user's folder. */
export const noteAskedAddresses = (): AskedAddresses => {
  const folder = personalFolder('addresses')
  const [netLog, nodeLog, hook] = ['net-log.json', 'node-log', 'hook.cjs'].map((name) =>
    path.join(folder, name),
  )
  if (netLog === undefined || nodeLog === undefined || hook === undefined)
    throw new Error('three names, three files')
  writeFileSync(hook, listener)
  return {
    args: [`--log-net-log=${netLog}`],
    env: { GLIDEPATH_TEST_NODE_OPTIONS: `--require ${hook}`, GLIDEPATH_TEST_ADDRESSES: nodeLog },
    byChromium: () => {
      const said = readNetLog(netLog).events.flatMap(({ params = {} }) =>
        fields.flatMap((name) => (typeof params[name] === 'string' ? [params[name]] : [])),
      )
      return [...new Set(said.map(hostOf))].toSorted()
    },
    byNode: () =>
      existsSync(nodeLog)
        ? [...new Set(readFileSync(nodeLog, 'utf8').trim().split('\n'))].toSorted()
        : [],
  }
}
