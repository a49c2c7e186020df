import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createListBook, noCounts } from '#electron/core/lists/list-book.ts'
import { fetchResults, outcomeCells, usualOptions } from '#electron/core/lists/list-views.ts'
import { createListShelf } from '#electron/core/lists/list-shelf.ts'
import type { StoredList } from '#electron/core/lists/list-store.ts'
import { noMapping } from '#electron/core/lists/file/guess-columns.ts'
import { rowSubmissionId } from '#electron/core/submission/table/row-record.ts'
import type { SubmissionTable } from '#electron/core/submission/table/submission-table.ts'
import { fail, ok } from '#shared/result.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { writeSubmission } from '#test/support/samples/submission-rows.ts'
import { createDisk, tableOn, unwrap } from '#test/support/worlds/submissions-house.ts'

const listId = randomUUID()
const at = '2026-11-21T12:00:00.000Z'

/** A table in which the first row is in doubt. */
const inDoubt = async () => {
  const { table } = tableOn(createDisk())
  const place = { listId, row: 1, attempt: 1 }
  const submissionId = rowSubmissionId(place)
  await writeSubmission(table, { submissionId, list: place }, ['sending'])
  return { table, submissionId }
}

test('a receipt that could not be read is read again the next time', async () => {
  const { table } = await inDoubt()
  const book = createListBook([readyRow(1)], unwrap(table.rowsOf(listId)), [])
  await fetchResults(book, [1], async () =>
    fail({ code: 'internal', message: 'The data folder could not be used (EMFILE).' }),
  )
  const receipt = receiptRecord('receipt-1')
  await fetchResults(book, [1], async () => ok(receipt))
  expect(outcomeCells(book)).toEqual([
    ['in doubt', 'in doubt', 'GP-1', '', receipt.explanation, receipt.sentAt],
  ])
})

const stored: StoredList = {
  listId,
  fileName: 'a.csv',
  bytes: 1,
  pieces: 1,
  openedAt: at,
  columns: [],
  rows: 2,
  sample: [],
  mapping: noMapping,
  reading: { encoding: 'utf-8', delimiter: ',', hasHeader: true, skip: 0 },
  encodingChoices: [],
  mappingRemembered: false,
  notes: [],
  why: '',
  defaults: { planType: '', reason: '', planSeparator: '' },
  environment: { id: 'uat', name: 'UAT', kind: 'uat' },
  state: 'paused',
  counts: noCounts(),
  needReason: 0,
  options: usualOptions,
  startedAt: null,
  attempt: 1,
  before: null,
  again: [],
}

const never = async () => fail({ code: 'internal', message: 'not asked for here' })

/**
 * A shelf with {@link stored}. Its two rows are ready, unless `whileLookedUp` changes a row during
 * the lookup.
 */
const openShelf = (table: SubmissionTable, whileLookedUp: () => Promise<unknown>) =>
  createListShelf({
    table,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    store: {
      all: async () => ok({ lists: [stored], locked: 0 }),
      save: async () => ok(undefined),
      savePieces: never,
      pieces: never,
      remove: never,
      isKept: async () => true,
    },
    plans: { list: async () => ok([]) },
    reader: {
      read: never,
      check: async () => ok([readyRow(1), readyRow(2)]),
      outcome: never,
      plans: never,
      close: async () => undefined,
    },
    earlierIn: () => async () => {
      await whileLookedUp()
      return ok(null)
    },
  })

test('a row that is settled while the list is being read is shown as settled', async () => {
  const { table, submissionId } = await inDoubt()
  const shelf = openShelf(table, async () =>
    table.write(table.moved(submissionId, 'accepted', { settled: true })),
  )
  const { book } = unwrap(await shelf.checked(listId))
  expect(book.counts()).toMatchObject({ accepted: 1, ready: 1, inDoubt: 0 })
})

test('rows from an earlier reading of a list are not shown if the list was read again in the meantime', async () => {
  const { table } = await inDoubt()
  const shelf = openShelf(table, async () => {
    const list = unwrap(await shelf.get(listId))
    unwrap(await shelf.keep({ ...list, book: null }, { state: 'mapping', environment: null }))
  })
  expect(await shelf.checked(listId)).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
  expect(shelf.now(listId)).toMatchObject({ book: null, stored: { state: 'mapping' } })
})
