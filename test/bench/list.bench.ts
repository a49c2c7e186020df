import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { ListView } from '#shared/lists/list.ts'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
} from '#test/support/samples/list-files.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { countSyncs } from '#test/support/worlds/count-syncs.ts'
import { bareLoop, recordLoop, timeToMakeRecords, type LoopOf } from './parts/list-loops.ts'
import type { Row } from './parts/row.ts'

export const name = 'list'

/** GLIDEPATH_BENCH_ROWS sets fewer. */
const rows = Number(process.env['GLIDEPATH_BENCH_ROWS'] ?? 10_000)
const concurrency = 8
const leastShare = 0.9
/** Limit for the memory of the process at the end over that in the middle of the list. */
const mostGrowth = 1.15

const startedSchema = z.object({ base: z.string() })

const startService = async (): Promise<{ readonly child: ChildProcess; readonly base: string }> => {
  const child = fork(fileURLToPath(new URL('./parts/training-server.ts', import.meta.url)))
  const messages: readonly unknown[] = await once(child, 'message')
  return { child, base: startedSchema.parse(messages[0]).base }
}

/** Number of durable records in a data folder: lines of the journal, of the activity log, and of a list's receipts. */
const recordsIn = async (dataDir: string): Promise<number> => {
  const names = await readdir(dataDir, { recursive: true })
  const files = names.filter((file) => file.endsWith('.jsonl') || file.endsWith('.rows'))
  const texts = await Promise.all(files.map((file) => readFile(path.join(dataDir, file), 'latin1')))
  return texts.reduce((sum, text) => sum + text.split('\n').length, 0)
}

/**
 * A list sent through the whole program against bare loops with undici. Both use the same service in its own process, a fresh
 * connection for each request, and the same number at once. One loop makes an fsync for each durable record of a row; another
 * makes as many as the program, where records that come together share one. A third loop only keeps the required records, as
 * the program does: no program that keeps them can be faster. The loops run warm, so the second list is measured.
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
    const checked = (after: number) => checkedList(house, listText(rows, ',', '\r\n', after + 1))
    const secondsOf = async ({ listId }: ListView): Promise<number> => {
      const started = performance.now()
      await house.must('list.start', {
        listId,
        options: { ...plainOptions, concurrency },
        rowsToSend: rows,
      })
      const done = await settledList(house, listId)
      const { accepted, declined } = done.counts
      if (accepted + declined !== rows)
        throw new Error(`the list ended otherwise: ${done.why} ${JSON.stringify(done.counts)}`)
      return (performance.now() - started) / 1000
    }
    const firstSeconds = await secondsOf(await checked(0))
    const list = await checked(rows)
    const memory: number[] = []
    let events = 0
    house.core.events.on((event) => {
      if (event === 'list.progress') events += 1
    })
    const watch = setInterval(() => memory.push(process.memoryUsage().rss), 250)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const before = syncs.count()
    const recordsBefore = await recordsIn(house.dataDir)
    const seconds = await secondsOf(list)
    delay.disable()
    clearInterval(watch)
    const each = (syncs.count() - before) / rows
    const rate = rows / seconds
    const recordsEach = ((await recordsIn(house.dataDir)) - recordsBefore) / rows
    const loopFolder = path.join(folder, 'loops')
    await mkdir(loopFolder)
    const loop = (after: number): LoopOf => ({
      base,
      folder: loopFolder,
      rows,
      after,
      atOnce: concurrency,
    })
    const bare = await bareLoop(loop(2 * rows), each)
    const ungrouped = await bareLoop(loop(3 * rows), recordsEach)
    const syncsBefore = syncs.count()
    const recording = await recordLoop(loop(4 * rows))
    const recordingEach = (syncs.count() - syncsBefore) / rows
    const bareToIt = await bareLoop(loop(5 * rows), recordingEach)
    const making = timeToMakeRecords(rows)
    /** Microseconds a row that the limit leaves beyond the bare loop. */
    const left = (1e6 / bare) * (1 / leastShare - 1)
    const growth = (memory.at(-1) ?? 0) / (memory[Math.floor(memory.length / 2)] ?? 1)
    return [
      {
        name: 'rows a second, first list since the start',
        value: rows / firstSeconds,
        unit: '/s',
        met: true,
      },
      { name: `rows a second, ${rows} rows, 8 at once`, value: rate, unit: '/s', met: true },
      { name: 'durable records for each row', value: recordsEach, unit: '', met: true },
      { name: 'bare loop, an fsync for each record', value: ungrouped, unit: '/s', met: true },
      {
        name: 'bare rate, each record',
        value: ungrouped / rate,
        unit: '×',
        ratioTo: 'rate of the list',
        limit: 1 / leastShare,
        met: rate / ungrouped >= leastShare,
      },
      { name: 'fsyncs for each row, shared', value: each, unit: '', met: true },
      { name: 'bare loop, fsyncs as shared', value: bare, unit: '/s', met: true },
      {
        name: 'bare rate, as shared',
        value: bare / rate,
        unit: '×',
        ratioTo: 'rate of the list',
        limit: 1 / leastShare,
        met: rate / bare >= leastShare,
      },
      { name: 'what 0.9 of that loop leaves of a row’s time', value: left, unit: 'µs', met: true },
      {
        name: 'making the demanded records of a row, no more',
        value: making,
        unit: 'µs',
        met: true,
      },
      {
        name: 'loop that keeps the demanded records and no more',
        value: recording,
        unit: '/s',
        met: true,
      },
      {
        name: 'bare rate, as shared there',
        value: bareToIt / recording,
        unit: '×',
        ratioTo: 'that loop',
        met: true,
      },
      {
        name: 'memory at the end',
        value: growth,
        unit: '×',
        ratioTo: 'half way',
        limit: mostGrowth,
        met: growth <= mostGrowth,
      },
      {
        name: 'progress messages a second',
        value: events / seconds,
        unit: '/s',
        limit: 6,
        met: events / seconds <= 6,
      },
      { name: 'longest hold of the main thread', value: delay.max / 1e6, unit: 'ms', met: true },
      {
        name: 'hold of the main thread, p99',
        value: delay.percentile(99) / 1e6,
        unit: 'ms',
        met: true,
      },
    ]
  } finally {
    syncs.stop()
    await house.core.close()
    child.disconnect()
    rmSync(folder, { recursive: true, force: true })
  }
}
