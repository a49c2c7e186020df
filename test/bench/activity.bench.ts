import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drawMasterKey } from '#electron/core/records/key-ring.ts'
import { openActivityTable } from '#electron/core/activity/activity-table.ts'
import { pageOf } from '#electron/core/activity/activity-rows.ts'
import { checkLog } from '#electron/core/activity/check-log.ts'
import { databaseIn, openToRead } from '#electron/core/database/database.ts'
import { valueOf } from '#test/support/results.ts'
import type { Row } from './parts/row.ts'

export const name = 'activity'

const records = 1_000_000
const limitMs = 10_000
const person = { user: 'dana', machine: 'desk-7' }

/**
 * Checks a whole log of a million records, as "Verify now" does, and searches it for a rare record.
 */
export const run = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-'))
  const file = databaseIn(dataDir)
  try {
    const database = valueOf(file.open())
    const master = drawMasterKey()
    const table = valueOf(await openActivityTable({ database, master }, person))
    valueOf(await table.begin())
    const written = database.transaction(() => {
      for (let n = 1; n < records; n += 1) {
        const done = table.append({
          at: '2026-11-20T12:00:00.000Z',
          ...person,
          action: 'forecast',
          environment: 'training',
          subject: '0123456789abcdef0123456789abcdef',
          id: randomUUID(),
          outcome: 'done',
          change: '',
        })
        if (!done.ok) return done
      }
      return table.append({
        at: '2026-11-20T12:00:00.000Z',
        ...person,
        action: 'lock',
        environment: '',
        subject: '',
        id: randomUUID(),
        outcome: 'done',
        change: '',
      })
    })
    valueOf(written)
    database.wipe()
    const { size } = await stat(file.path)
    const before = process.memoryUsage().rss
    const started = performance.now()
    const found = valueOf(checkLog(valueOf(openToRead(file.path)), table.snapshot()))
    const took = performance.now() - started
    if (found.problems.length > 0 || found.records !== records)
      throw new Error('the bench checked something else than it wrote')
    const rss = process.memoryUsage().rss
    const lookedFrom = performance.now()
    valueOf(pageOf(database, [person], { limit: 200, action: 'start' }))
    const looked = performance.now() - lookedFrom
    return [
      { name: 'size of 1,000,000 records', value: size / 1e6, unit: 'MB', met: true },
      {
        name: '1,000,000 records verified',
        value: took,
        unit: 'ms',
        limit: limitMs,
        met: took <= limitMs,
      },
      { name: 'none of 1,000,000 records found', value: looked, unit: 'ms', met: true },
      { name: 'memory added', value: Math.max(0, rss - before) / 1e6, unit: 'MB', met: true },
    ]
  } finally {
    file.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
