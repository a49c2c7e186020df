import { expect, test } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import {
  explanationOf,
  outcomeMeanings,
  outcomeOf,
  receiptRows,
  wasSent,
} from '#shared/receipt/receipt-words.ts'
import { inLocalTime, inUtc, settledWords } from '#shared/receipt/settled.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests that a settled receipt names who settled it and when, and never claims what the program did
 * not see.
 */

const inDoubt = {
  kind: 'inDoubt',
  error: { code: 'service.timeout', message: 'No answer came.' },
} as const
const verdict = {
  wentThrough: false,
  note: 'Asked Ms. Ito by phone',
  transactionId: 'RK-9',
  saidBy: 'recordKeeper',
} as const

const settledReceipt = async (
  over: Partial<Parameters<ReturnType<typeof house>['submissions']['settle']>[1]> = {},
) => {
  const { submissions } = house({ attempt: () => inDoubt })
  const { submissionId } = unwrap(await submissions.review(optout))
  unwrap(await submissions.send(submissionId, {}))
  return unwrap(await submissions.settle(submissionId, { ...verdict, ...over }))
}

test('a receipt settled as not gone through is not called “not sent”, and names who settled it, when, and who was asked', async () => {
  const receipt = await settledReceipt()
  expect(outcomeOf(receipt, inUtc)).toEqual({
    label: 'Settled, did not go through',
    meaning:
      'Settled by agent on 2026-11-20 00:00:00 UTC: the recordkeeper says it did not go through.',
  })
  expect(explanationOf(receipt)).toBe('Transaction id RK-9. Asked Ms. Ito by phone')
  expect(wasSent(receipt)).toBe(true)
  const said = JSON.stringify([
    outcomeOf(receipt, inUtc),
    explanationOf(receipt),
    plain(summaryLineOf(receipt).summary),
    receiptRows(receipt, (iso) => iso),
  ])
  expect(said).not.toContain(outcomeMeanings.notSent.meaning)
  expect(said).not.toContain(outcomeMeanings.notSent.label)
  expect(summaryLineOf(receipt)).toMatchObject({
    summary: [
      'Opt-out: settled by agent on 2026-11-20 00:00:00 UTC: the recordkeeper says it did not go through',
    ],
    settled: { by: 'agent', saidBy: 'recordKeeper', wentThrough: false },
  })
})

test('a receipt settled as gone through does not say that the service executed the submission', async () => {
  const receipt = await settledReceipt({ wentThrough: true, saidBy: 'other' })
  expect(outcomeOf(receipt, inUtc)).toEqual({
    label: 'Settled, went through',
    meaning: 'Settled by agent on 2026-11-20 00:00:00 UTC: as the note says, it went through.',
  })
})

test('the warning about a repeat says who settled the earlier submission', async () => {
  const first = house({ attempt: () => inDoubt })
  const { submissionId } = unwrap(await first.submissions.review(optout))
  unwrap(await first.submissions.send(submissionId, {}))
  unwrap(await first.submissions.settle(submissionId, { ...verdict, wentThrough: true }))
  const again = unwrap(await first.submissions.review(optout))
  expect(again.earlier).toMatchObject({
    outcome: 'accepted',
    settled: { by: 'agent', saidBy: 'recordKeeper', wentThrough: true },
  })
})

test('a receipt for a submission that was never sent says so, and has no sending time', () => {
  const receipt = aReceipt({
    outcome: 'notSent',
    answeredAt: null,
    explanation: 'Nobody listens there.',
  })
  expect(outcomeOf(receipt, inUtc)).toBe(outcomeMeanings.notSent)
  const names = receiptRows(receipt, (iso) => iso).map(([name]) => name)
  expect(names).toContain('Tried')
  expect(names).not.toContain('Sent')
})

test("the line about a settlement has this computer's local time and time zone", () => {
  const at = '2026-11-20T15:04:05.000Z'
  const here = new Date(at)
  const words = settledWords(
    { by: 'kim', at, saidBy: 'service', wentThrough: true, transactionId: '' },
    inLocalTime,
  )
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(here)
    .find(({ type }) => type === 'timeZoneName')?.value
  expect(words).toBe(`Settled by kim on ${inLocalTime(at)}: the service says it went through.`)
  expect(inLocalTime(at)).toMatch(/^Nov \d\d, 2026, \d{1,2}:\d\d [AP]M \S+$/)
  expect(inLocalTime(at).endsWith(` ${zone}`)).toBe(true)
  expect(inLocalTime(at)).toContain(`${here.getHours() % 12 || 12}:`)
})
