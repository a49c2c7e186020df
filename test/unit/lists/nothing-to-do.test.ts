import { expect, test } from 'vitest'
import { failedRows } from '#electron/core/lists/sending/list-runner.ts'
import { createListBook } from '#electron/core/lists/list-book.ts'
import { requestsAtOnce } from '#shared/lists/at-once.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { declined, declinedAs, inTurn, outcome } from '#test/support/worlds/list-run.ts'

/** Rows that were already out or not enrolled had nothing to do: neither accepted nor failed. */

const moot = [
  ['Already opted out', 'alreadyOut'],
  ['The participant has already opted out of the program.', 'alreadyOut'],
  ['Participant was previously opted out', 'alreadyOut'],
  ['Not enrolled', 'notEnrolled'],
  ['The participant is not currently enrolled in this plan.', 'notEnrolled'],
  ['No enrollment found', 'notEnrolled'],
] as const

test('such rows are states of their own, do not stop a list, and a true failure among them still does', async () => {
  const answers = moot.map(([words]) => declinedAs(words))
  const list = await outcome({
    rows: moot.length + 2,
    answer: inTurn(...answers, declined),
    options: { stopAfterErrors: 1, concurrency: 1 },
  })
  expect(list.states()).toEqual([...moot.map(([, state]) => state), 'declined', 'ready'])
  expect(list.why).toBe('It pauses after 1 row that failed or is in doubt.')
})

test('words that only may mean so stay declined, and count', async () => {
  const unclear = [
    'If the participant already opted out, nothing changes.',
    'Not enrolled in paperless delivery',
    'The participant may not be enrolled.',
    'Enrollment is frozen.',
    'Already processed today',
  ]
  const list = await outcome({
    rows: unclear.length,
    answer: inTurn(...unclear.map(declinedAs)),
    options: { stopAfterErrors: null, concurrency: 1 },
  })
  expect(list.states()).toEqual(unclear.map(() => 'declined'))
})

test('they are counted apart, and are not among the failed rows that run again', () => {
  const sent = {
    submissionId: 's',
    receiptId: 'r',
    receiptNumber: 'n',
    attempt: 1,
    begun: true,
    settled: false,
  } as const
  const records = [
    { ...sent, outcome: 'declined', standing: 'alreadyOut' },
    { ...sent, outcome: 'declined', standing: 'notEnrolled' },
    { ...sent, outcome: 'accepted', standing: 'alreadyOut' },
    { ...sent, outcome: 'declined', standing: null },
    { ...sent, outcome: 'accepted', standing: null },
  ] as const
  const rows = records.map((_, index) => readyRow(index + 1))
  const book = createListBook(rows, new Map(records.map((each, index) => [index + 1, each])), [])
  expect(book.counts()).toMatchObject({ alreadyOut: 2, notEnrolled: 1, declined: 1, accepted: 1 })
  expect(failedRows(book)).toEqual([4])
})

test.each([
  [8, 4, 4],
  [2, 4, 2],
  [16, 16, 16],
  [1, 1, 1],
  [5, 1, 1],
])(
  'with %i requests asked for and %i taken by the environment, %i run at once',
  (concurrency, callsAtOnce, most) => {
    expect(requestsAtOnce({ concurrency }, { callsAtOnce })).toBe(most)
  },
)
