import { expect, test } from 'vitest'
import { createJournal, type JournalEntry } from '#electron/core/submission/journal/journal.ts'
import {
  createRowLedger,
  refuseRow,
  rowSubmissionId,
} from '#electron/core/submission/journal/row-ledger.ts'
import { fail } from '#shared/result.ts'
import { intendedEntry } from '#test/support/samples/journal-entries.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** A list's rows from the journal alone: a begun row is never begun again. */

const listId = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'
const at = '2026-11-21T12:00:00.000Z'
const intended = (submissionId: string, row: number, attempt = 1): JournalEntry =>
  intendedEntry({ submissionId, at, list: { listId, row, attempt } })
const then = (submissionId: string, state: 'sending' | 'accepted' | 'notSent'): JournalEntry => ({
  submissionId,
  at,
  state,
})

const ledgerOf = async (...entries: readonly JournalEntry[]) => {
  const disk = createMemoryFiles()
  const journal = createJournal(disk.files)
  for (const entry of entries) unwrap(await journal.write(entry))
  const ledger = createRowLedger(journal)
  const told: string[] = []
  ledger.onRow((list, row) => told.push(`${list === listId ? '' : list}${row}`))
  return { ledger, journal, told, rowOf: (row: number) => ledger.rowsOf(listId).get(row) }
}

test('a row has the state of its latest attempt, whatever comes late of an earlier one', async () => {
  const { ledger, told, rowOf } = await ledgerOf(
    intended('a', 1),
    then('a', 'sending'),
    then('a', 'notSent'),
    intended('b', 1, 2),
    then('b', 'sending'),
    then('a', 'accepted'),
    intended('a', 1),
  )
  unwrap(await ledger.load())
  expect(rowOf(1)).toMatchObject({ submissionId: 'b', attempt: 2, begun: true, outcome: null })
  // Two attempts under way: each of their entries, and no late one.
  expect(told).toEqual(['1', '1', '1', '1', '1'])
  expect(ledger.rowsOf('another').size).toBe(0)
})

test('a row that is begun anew under its own attempt begins again', async () => {
  const { ledger, rowOf } = await ledgerOf(intended('a', 1), then('a', 'sending'), intended('a', 1))
  unwrap(await ledger.load())
  expect(rowOf(1)).toMatchObject({ attempt: 1, begun: false, outcome: null })
})

test('only what was a row, or was begun and cannot be read any more, is taken', async () => {
  const { ledger } = await ledgerOf(
    intended('row', 1),
    then('row', 'sending'),
    intendedEntry({ submissionId: 'single', at }),
    then('single', 'accepted'),
    then('lost', 'sending'),
    then('over', 'accepted'),
  )
  unwrap(await ledger.load())
  expect(['row', 'single', 'lost', 'over', 'other'].map(ledger.isTaken)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

test('a settled row has what a person found out', async () => {
  const { ledger, journal, told, rowOf } = await ledgerOf(intended('a', 1), then('a', 'sending'))
  unwrap(await ledger.load())
  const before = told.length
  expect(rowOf(1)?.settled).toBe(false)
  for (const wentThrough of [true, false]) {
    unwrap(await journal.write({ state: 'settled', submissionId: 'a', at, wentThrough }))
    expect(rowOf(1)).toMatchObject({ outcome: wentThrough ? 'accepted' : 'notSent', settled: true })
  }
  expect(told.slice(before)).toEqual(['1', '1'])
})

test('entries that are written while the journal is read are not missed, and a journal that could not be read is read again', async () => {
  const { journal } = await ledgerOf(intended('a', 1), then('a', 'sending'))
  const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
  let reads = 0
  const ledger = createRowLedger({
    ...journal,
    each: async (use) => {
      reads += 1
      if (reads === 1) return unread
      const done = await journal.each(use)
      unwrap(await journal.write(then('a', 'accepted')))
      return done
    },
  })
  expect(await ledger.load()).toEqual(unread)
  expect(ledger.rowsOf(listId).size).toBe(0)
  unwrap(await journal.write(intended('b', 2)))
  unwrap(await ledger.load())
  unwrap(await ledger.load())
  expect(reads).toBe(2)
  expect(ledger.rowsOf(listId).get(1)).toMatchObject({ begun: true, outcome: 'accepted' })
  expect(ledger.rowsOf(listId).get(2)).toMatchObject({ begun: false })
})

test('the id of a row follows from list, row and attempt, in every version of the program', () => {
  // A list from before an update continues after it: with other ids its rows would be sent again.
  expect(rowSubmissionId({ listId, row: 7, attempt: 1 })).toBe(
    '8573b031-be40-8406-8080-a14a2cdde6b2',
  )
  expect(rowSubmissionId({ listId, row: 7, attempt: 2 })).toBe(
    'db8bc79c-22b3-89af-89a8-690087fd9a0a',
  )
})

test('a row that was begun before is refused', () => {
  const place = { listId, row: 7, attempt: 1 }
  expect(refuseRow(place, (id) => id === rowSubmissionId(place))).toMatchObject({
    code: 'submission.alreadySent',
  })
  expect(refuseRow(place, () => false)).toBeNull()
})
