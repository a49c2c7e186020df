import { expect, test } from 'vitest'
import { savedForm } from '#electron/core/records/saved/saved-form.ts'
import { asKept, fromKept } from '#electron/core/records/kept-names.ts'
import { createJournal, journalEntrySchema } from '#electron/core/submission/journal/journal.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { valueOf } from '#test/support/results.ts'

/** The words of the first versions are frozen: old files open, and earlier versions can read new ones. */

const listId = '11111111-2222-4333-8444-555555555555'
const list = { listId, row: 2, attempt: 1 }
const batch = { batchId: listId, row: 2, attempt: 1 }

test('the receipt of a row is sealed with the first versions’ word for a list, and read with the program’s', () => {
  const form = savedForm({ onPut: () => undefined, onRemoved: () => undefined })
  const { list: _list, ...receipt } = receiptRecord('r-1')
  const saved = { record: { ...receipt, list }, verbatim: '{}' }
  const body = { record: { ...receipt, batch }, verbatim: '{}' }
  expect(form.write?.(saved)).toEqual(body)
  expect(valueOf(form.read('r-1', body))).toEqual(saved)
  // A value in memory that is not sealed yet has the program's names.
  expect(valueOf(form.read('r-1', saved))).toEqual(saved)
})

test('the journal has a row under the first name of its list', async () => {
  const { files, contents } = createMemoryFiles()
  const journal = createJournal(files)
  const intent = {
    submissionId: 's-1',
    at: '2026-11-20T00:00:00.000Z',
    state: 'intended',
    operation: 'optout',
    environmentId: 'acme',
    environmentName: 'Acme UAT',
    environmentKind: 'uat',
    pseudonym: 'ab',
    receiptId: 'r-1',
    receiptNumber: 'GP-1',
    user: 'kim',
  } as const
  valueOf(await journal.write({ ...intent, list }))
  const line: unknown = JSON.parse(new TextDecoder().decode(contents.get('submissions.jsonl')))
  expect(line).toEqual({ ...intent, batch })
  expect(journalEntrySchema.parse(line)).toEqual({ ...intent, list })
})

test('what names no list stays as it is', () => {
  for (const value of [null, 'list', [list], { id: 'c-1', inner: { batch } }]) {
    expect(asKept(value)).toBe(value)
    expect(fromKept(value)).toBe(value)
  }
  expect(fromKept({ batch: null })).toEqual({ list: null })
})
