import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createJournal, type JournalEntry } from '#electron/core/submissions/journal/journal.ts'
import { median, quantile } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'journal'

const submissions = 150
const limitMs = 5

const entriesOf = (submissionId: string): readonly JournalEntry[] => {
  const base = { submissionId, at: new Date().toISOString() }
  return [
    {
      ...base,
      state: 'intended',
      operation: 'optout',
      environmentId: randomUUID(),
      environmentName: 'Acme UAT',
      environmentKind: 'uat',
      pseudonym: '0123456789abcdef0123456789abcdef',
      receiptId: randomUUID(),
      receiptNumber: 'GP-20261121-7F3K2M',
      user: 'dana',
    },
    { ...base, state: 'sending' },
    { ...base, state: 'accepted' },
  ]
}

/**
 * The three journal entries of a submission against three bare appends with fsync of the same bytes to the same disk, in
 * turns. The limit is on the ratio: the journal cannot change the disk's own part.
 */
export const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-journal-'))
  try {
    const journal = createJournal(createFiles(folder))
    const bare = await open(path.join(folder, 'bare'), 'a')
    const took: number[] = []
    const disk: number[] = []
    for (let index = 0; index < submissions; index += 1) {
      const entries = entriesOf(randomUUID())
      let started = performance.now()
      for (const entry of entries) {
        const written = await journal.write(entry)
        if (!written.ok) throw new Error(written.error.message)
      }
      took.push(performance.now() - started)
      started = performance.now()
      for (const entry of entries) {
        await bare.write(`\n${JSON.stringify(entry)}`)
        await bare.sync()
      }
      disk.push(performance.now() - started)
    }
    await bare.close()
    const onTop = Math.max(0, quantile(took, 0.95) - quantile(disk, 0.95))
    return [
      { name: 'three fsyncs alone, median', value: median(disk), unit: 'ms', met: true },
      { name: 'three fsyncs alone, p95', value: quantile(disk, 0.95), unit: 'ms', met: true },
      { name: 'journal of a submission, median', value: median(took), unit: 'ms', met: true },
      { name: 'journal of a submission, p95', value: quantile(took, 0.95), unit: 'ms', met: true },
      {
        name: 'journal beyond its fsyncs, p95',
        value: onTop,
        unit: 'ms',
        limit: limitMs,
        met: onTop <= limitMs,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
