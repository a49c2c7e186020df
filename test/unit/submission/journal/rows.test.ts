import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createJournal, type JournalEntry } from '#electron/core/submission/journal/journal.ts'
import { createRowLedger, rowSubmissionId } from '#electron/core/submission/journal/row-ledger.ts'
import { intendedEntry } from '#test/support/samples/journal-entries.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'

/** The journal with many writers, and its record of lists' rows. */

const listId = randomUUID()
const at = '2026-11-21T12:00:00.000Z'
const idOf = (row: number, attempt = 1): string => rowSubmissionId({ listId, row, attempt })

const intended = (row: number, attempt = 1): JournalEntry =>
  intendedEntry({ submissionId: idOf(row, attempt), at, list: { listId, row, attempt } })
const then = (
  row: number,
  state: 'sending' | 'accepted' | 'declined' | 'notSent',
  attempt = 1,
): JournalEntry => ({
  state,
  at,
  submissionId: idOf(row, attempt),
})

describe('the journal', () => {
  test('entries that wait share an append, stay in order, and are durable when their writer is told', async () => {
    const disk = createMemoryFiles()
    let appends = 0
    const journal = createJournal({
      ...disk.files,
      append: async (name, bytes) => {
        appends += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
        return disk.files.append(name, bytes)
      },
    })
    const onDisk = (): string => new TextDecoder().decode(disk.contents.get('submissions.jsonl'))
    const rows = Array.from({ length: 40 }, (_, index) => index + 1)
    const write = async (row: number): Promise<boolean> => {
      const written = await journal.write(intended(row))
      return written.ok && onDisk().includes(idOf(row))
    }
    const early = rows.slice(0, 15).map(write)
    await expect.poll(() => appends).toBe(1)
    const seen = await Promise.all([...early, ...rows.slice(15).map(write)])
    expect(seen).toEqual(rows.map(() => true))
    expect(appends).toBe(2)
    const order: string[] = []
    await journal.each(({ submissionId }) => void order.push(submissionId))
    expect(order).toEqual(rows.map((row) => idOf(row)))
  })

  test('a write that fails is told to everybody in it, and to nobody after it', async () => {
    const disk = createMemoryFiles()
    const journal = createJournal(disk.files)
    disk.failNextWrite()
    const results = await Promise.all([journal.write(intended(1)), journal.write(intended(2))])
    expect(results).toMatchObject([
      { error: { code: 'submission.journal' } },
      { error: { code: 'submission.journal' } },
    ])
    expect(await journal.write(intended(3))).toMatchObject({ ok: true })
  })
})

describe('the ledger of rows', () => {
  test('says the same of a row while it is followed and when it is read from the disk', async () => {
    const disk = createMemoryFiles()
    const journal = createJournal(disk.files)
    const followed = createRowLedger(journal)
    await followed.load()
    const entries = [
      intended(1),
      then(1, 'sending'),
      then(1, 'accepted'),
      intended(2),
      then(2, 'sending'),
      intended(3),
      intended(4),
      then(4, 'notSent'),
      intended(5),
      then(5, 'sending'),
      then(5, 'declined'),
      intended(5, 2),
      then(5, 'sending', 2),
      then(5, 'accepted', 2),
    ]
    for (const entry of entries) await journal.write(entry)
    await journal.write({ state: 'settled', at, submissionId: idOf(2), wentThrough: true })
    const read = createRowLedger(createJournal(disk.files))
    await read.load()
    const brief = (ledger: typeof read) =>
      [...ledger.rowsOf(listId)].map(([row, { begun, outcome, attempt }]) => [
        row,
        begun,
        outcome,
        attempt,
      ])
    expect(brief(read)).toEqual([
      [1, true, 'accepted', 1],
      [2, true, 'accepted', 1],
      [3, false, null, 1],
      [4, false, 'notSent', 1],
      [5, true, 'accepted', 2],
    ])
    expect(brief(followed)).toEqual(brief(read))
    expect(read.isTaken(idOf(5))).toBe(true)
    expect(read.isTaken(idOf(5, 3))).toBe(false)
  })

  test('no two rows or attempts share an id', () => {
    const ids = new Set(
      Array.from({ length: 2000 }, (_, index) => idOf((index % 1000) + 1, index < 1000 ? 1 : 2)),
    )
    expect(ids.size).toBe(2000)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
