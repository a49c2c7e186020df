import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bytesOf, listText, noDefaults } from '#test/support/samples/list-files.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { median } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'list-check'

const rows = 10_000
const rounds = 3
const limitMs = 1000
const longestTurnMs = 100

/** Opens and checks a CSV of 10,000 rows, as the dry run does, and measures how long the main thread is blocked. */
export const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-check-'))
  const house = await openRealCore(folder)
  try {
    const bytes = bytesOf(listText(rows))
    await house.must('list.open', { fileName: 'warm.csv', bytes: bytesOf(listText(10)) })
    const opened: number[] = []
    const checked: number[] = []
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    for (let round = 0; round < rounds; round += 1) {
      let started = performance.now()
      const { listId, mapping } = await house.must('list.open', { fileName: 'people.csv', bytes })
      opened.push(performance.now() - started)
      started = performance.now()
      const view = await house.must('list.check', { listId, mapping, defaults: noDefaults })
      checked.push(performance.now() - started)
      if (view.counts.ready !== rows)
        throw new Error('the bench checked something else than it wrote')
    }
    delay.disable()
    const took = median(checked)
    const turn = delay.max / 1e6
    return [
      { name: 'size of 10,000 rows', value: bytes.length / 1e6, unit: 'MB', met: true },
      { name: 'opened, parsed and sealed', value: median(opened), unit: 'ms', met: true },
      { name: 'every row checked', value: took, unit: 'ms', limit: limitMs, met: took <= limitMs },
      {
        name: 'longest turn of main',
        value: turn,
        unit: 'ms',
        limit: longestTurnMs,
        met: turn <= longestTurnMs,
      },
    ]
  } finally {
    await house.core.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
