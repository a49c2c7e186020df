import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createChain, genesis, writeLine } from '#electron/core/activity/chain.ts'
import { checkLog } from '#electron/core/activity/check-log.ts'
import type { Row } from './parts/row.ts'

export const name = 'activity'

const records = 1_000_000
const limitMs = 5000
const file = 'activity/activity-2026.jsonl'

/** Checks a whole log of a million entries, as "Verify now" does. */
export const run = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-'))
  try {
    const chain = createChain(randomBytes(32))
    await mkdir(path.join(dataDir, 'activity'))
    const out = createWriteStream(path.join(dataDir, file))
    let last = genesis
    for (let n = 1; n <= records;) {
      let text = ''
      for (const until = Math.min(records, n + 9_999); n <= until; n += 1) {
        const written = writeLine(chain, last, n, {
          at: '2026-11-20T12:00:00.000Z',
          user: 'dana',
          machine: 'desk-7',
          action: 'forecast',
          environment: 'training',
          subject: '0123456789abcdef0123456789abcdef',
          id: randomUUID(),
          outcome: 'done',
        })
        text += `${written.line}\n`
        last = written.mac
      }
      if (!out.write(text)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')
    const { size } = await stat(path.join(dataDir, file))
    const head = { count: records, last, anchor: { n: 0, mac: '' } }
    const before = process.memoryUsage().rss
    const started = performance.now()
    const found = await checkLog(createFiles(dataDir), chain, {
      segments: [{ name: file, year: 2026, size }],
      head,
    })
    const took = performance.now() - started
    const intact = found.ok && found.value.problems.length === 0 && found.value.records === records
    if (!intact) throw new Error('the bench checked something else than it wrote')
    return [
      { name: 'size of 1,000,000 records', value: size / 1e6, unit: 'MB', met: true },
      {
        name: '1,000,000 records verified',
        value: took,
        unit: 'ms',
        limit: limitMs,
        met: took <= limitMs,
      },
      {
        name: 'memory added',
        value: Math.max(0, process.memoryUsage().rss - before) / 1e6,
        unit: 'MB',
        met: true,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
