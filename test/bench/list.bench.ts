import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
} from '#test/support/samples/list-files.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import type { Row } from './parts/row.ts'

export const name = 'list'

/** GLIDEPATH_BENCH_ROWS can set a smaller number. */
const rows = Number(process.env['GLIDEPATH_BENCH_ROWS'] ?? 1_000)
const concurrency = 8
const callMs = 200
const leastShare = 0.97
const longestTurnMs = 100

const startedSchema = z.object({ base: z.string() })

/**
 * Sends a list to a service that takes 200 ms for each request, and compares the speed with the
 * highest that 8 simultaneous requests allow.
 */
export const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-list-'))
  const server = fileURLToPath(new URL('./parts/training-server.ts', import.meta.url))
  const child = fork(server, [String(callMs)])
  const house = await openRealCore(path.join(folder, 'data'))
  try {
    const messages: readonly unknown[] = await once(child, 'message')
    const environment = await house.must('environments.save', {
      name: 'UAT',
      kind: 'uat',
      baseUrl: startedSchema.parse(messages[0]).base,
      clientId: 'TRAINING',
      credentialStyle: 'form',
      limits: {
        connectSeconds: 10,
        headersSeconds: 60,
        totalSeconds: 120,
        callsAtOnce: concurrency,
      },
    })
    const credentials = { style: 'form', clientId: 'training', clientSecret: 'training' } as const
    await house.must('credentials.save', { environmentId: environment.id, credentials })
    await house.must('environments.select', { environmentId: environment.id })
    const { listId } = await checkedList(house, listText(rows))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    const options = { ...plainOptions, concurrency }
    await house.must('list.start', { listId, options, rowsToSend: rows })
    const done = await settledList(house, listId)
    const seconds = (performance.now() - started) / 1000
    delay.disable()
    const calls = (await house.must('traffic.list', {})).filter(
      ({ operation }) => operation === 'optout',
    )
    const callTook = calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / calls.length
    const { accepted, declined } = done.counts
    if (accepted + declined !== rows)
      throw new Error(`the list ended otherwise: ${done.why} ${JSON.stringify(done.counts)}`)
    const rate = rows / seconds
    const most = (concurrency * 1000) / callMs
    const longest = delay.max / 1e6
    return [
      { name: `rows a second, ${rows} rows, 8 at once`, value: rate, unit: '/s', met: true },
      // Without a limit, because only the service and the network make a request longer than 200
      // ms, not the list.
      { name: 'one call, from request to answer', value: callTook, unit: 'ms', met: true },
      {
        name: `most that ${callMs} ms a call allow`,
        value: most / rate,
        unit: '×',
        ratioTo: 'rate of the list',
        limit: 1 / leastShare,
        met: rate / most >= leastShare,
      },
      {
        name: 'longest turn of main',
        value: longest,
        unit: 'ms',
        limit: longestTurnMs,
        met: longest <= longestTurnMs,
      },
    ]
  } finally {
    await house.core.close()
    child.disconnect()
    rmSync(folder, { recursive: true, force: true })
  }
}
