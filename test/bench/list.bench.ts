import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { z } from 'zod'
import { operations, tokenPath } from '#shared/express/operations.ts'
import { checkedList, listLine, listText, plainOptions, settledList } from '#test/support/list-files.ts'
import { openRealCore } from '#test/support/real-core.ts'
import { countSyncs } from './parts/count-syncs.ts'
import type { Row } from './row.ts'

export const name = 'list'

/** Fewer by GLIDEPATH_BENCH_ROWS. */
const rows = Number(process.env['GLIDEPATH_BENCH_ROWS'] ?? 10_000)
const concurrency = 8
const leastShare = 0.9
/** Memory held at the end against the middle of the list. */
const mostGrowth = 1.15

const startedSchema = z.object({ base: z.string() })
const tokenSchema = z.object({ access_token: z.string() })

const startService = async (): Promise<{ readonly child: ChildProcess; readonly base: string }> => {
  const child = fork(fileURLToPath(new URL('./training-server.ts', import.meta.url)))
  const messages: readonly unknown[] = await once(child, 'message')
  return { child, base: startedSchema.parse(messages[0]).base }
}

/** One request over a connection of its own, as every submission has. */
const ask = async (base: string, askedPath: string, headers: Record<string, string>, body: string): Promise<string> => {
  const client = new Client(base, { pipelining: 1 })
  try {
    const reply = await client.request({ path: askedPath, method: 'POST', headers, body })
    return await reply.body.text()
  } finally {
    await client.close()
  }
}

const tokenOf = async (base: string): Promise<string> => {
  const authorization = `Basic ${Buffer.from('training:training').toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return tokenSchema.parse(JSON.parse(await ask(base, tokenPath, headers, 'grant_type=client_credentials'))).access_token
}

/** Durable records in a data folder: each is a line of the journal, of the activity log, or of a list's receipts. */
const recordsIn = async (dataDir: string): Promise<number> => {
  const names = await readdir(dataDir, { recursive: true })
  const files = names.filter((file) => file.endsWith('.jsonl') || file.endsWith('.rows'))
  const texts = await Promise.all(files.map((file) => readFile(path.join(dataDir, file), 'latin1')))
  return texts.reduce((sum, text) => sum + text.split('\n').length, 0)
}

/**
 * Rows a second of a loop that sends the same bodies, with `syncs` appends and fsyncs for each, on the same disk.
 * The participants are those after the first `after`, whom nobody has opted out yet.
 */
const bareLoop = async (base: string, folder: string, syncs: number, after: number): Promise<number> => {
  const headers = { authorization: `Bearer ${await tokenOf(base)}`, 'content-type': 'application/json' }
  const bytes = Buffer.alloc(400, 0x78)
  let next = 1
  let owed = 0
  const lane = async (number: number): Promise<void> => {
    const handle = await open(path.join(folder, `bare-${number}`), 'a')
    while (next <= rows) {
      const [ParticipantId = '', FirstName = '', LastName = '', PlanId = '', PlanType = ''] = listLine(next + after)
      next += 1
      owed += syncs
      for (; owed >= 1; owed -= 1) {
        await handle.write(bytes)
        await handle.sync()
      }
      const body = { ClientId: 'TRAINING', ParticipantId, FirstName, LastName, OptoutInfo: [{ PlanId, PlanType }] }
      await ask(base, operations.optout.path, headers, JSON.stringify(body))
    }
    await handle.close()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, (_, number) => lane(number)))
  return (rows / (performance.now() - started)) * 1000
}

/**
 * A list sent through the whole program, against a bare loop with undici: the same service in a process of its own, a
 * fresh connection for each request on both sides, as many at once, and as many fsyncs as the program was counted to make.
 */
export const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-list-'))
  const { child, base } = await startService()
  const house = await openRealCore(path.join(folder, 'data'))
  const syncs = await countSyncs()
  try {
    const environment = await house.must('environments.save', {
      name: 'UAT',
      kind: 'uat',
      baseUrl: base,
      clientId: 'TRAINING',
      credentialStyle: 'form',
      limits: { connectSeconds: 10, headersSeconds: 60, totalSeconds: 120, callsAtOnce: concurrency },
    })
    const credentials = { style: 'form', clientId: 'training', clientSecret: 'training' } as const
    await house.must('credentials.save', { environmentId: environment.id, credentials })
    await house.must('environments.select', { environmentId: environment.id })
    const list = await checkedList(house, listText(rows))
    const memory: number[] = []
    let events = 0
    house.core.events.on((event) => {
      if (event === 'batch.progress') events += 1
    })
    const watch = setInterval(() => memory.push(process.memoryUsage().rss), 250)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const before = syncs.count()
    const recordsBefore = await recordsIn(house.dataDir)
    const started = performance.now()
    await house.must('batch.start', { batchId: list.batchId, options: { ...plainOptions, concurrency }, rowsToSend: rows })
    const done = await settledList(house, list.batchId)
    const seconds = (performance.now() - started) / 1000
    delay.disable()
    clearInterval(watch)
    const { accepted, declined } = done.counts
    if (accepted + declined !== rows) throw new Error(`the list ended otherwise: ${done.why} ${JSON.stringify(done.counts)}`)
    const each = (syncs.count() - before) / rows
    const rate = rows / seconds
    const recordsEach = ((await recordsIn(house.dataDir)) - recordsBefore) / rows
    const bare = await bareLoop(base, folder, each, rows)
    const ungrouped = await bareLoop(base, folder, recordsEach, 2 * rows)
    const growth = (memory.at(-1) ?? 0) / (memory[Math.floor(memory.length / 2)] ?? 1)
    return [
      { name: `rows a second, ${rows} rows, 8 at once`, value: rate, unit: '/s', met: true },
      { name: 'bare loop, fresh connections, same fsyncs', value: bare, unit: '/s', met: true },
      { name: 'bare rate', value: bare / rate, unit: '×', ratioTo: 'rate of the list', limit: 1 / leastShare, met: rate / bare >= leastShare },
      { name: 'fsyncs for each row', value: each, unit: '', met: true },
      { name: 'durable records for each row', value: recordsEach, unit: '', met: true },
      { name: 'bare loop that syncs each record', value: ungrouped, unit: '/s', met: true },
      { name: 'memory at the end', value: growth, unit: '×', ratioTo: 'half way', limit: mostGrowth, met: growth <= mostGrowth },
      { name: 'progress messages a second', value: events / seconds, unit: '/s', limit: 11, met: events / seconds <= 11 },
      { name: 'longest hold of the main thread', value: delay.max / 1e6, unit: 'ms', met: true },
      { name: 'hold of the main thread, p99', value: delay.percentile(99) / 1e6, unit: 'ms', met: true },
    ]
  } finally {
    syncs.stop()
    await house.core.close()
    child.disconnect()
    rmSync(folder, { recursive: true, force: true })
  }
}
