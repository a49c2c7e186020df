import { expect, test } from 'vitest'
import { enrolledOf } from '#shared/receipt/enrolled.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'

/** Tests which of a participant's submissions still apply. */

const sentOn = (day: number, over: Partial<Receipt> = {}): Receipt =>
  aReceipt({ id: `day ${day}`, sentAt: `2026-11-${day}T15:00:00.000Z`, ...over })
const plansOf = (...ids: string[]) =>
  ids.map((planId) => ({ planId, planType: '401K', serviceOption: '' }))
const optOut = (day: number, ...ids: string[]) =>
  sentOn(day, { operation: 'optout', plans: plansOf(...ids) })

const said = (...receipts: Receipt[]) => {
  const { standing, ended } = enrolledOf(receipts)
  return {
    standing: standing.map(({ id }) => id),
    ended: ended.map(({ receipt, by }) => [receipt.id, by.id]),
  }
}

test('the newest submission comes first, whatever the order of the receipts, and an implementation counts too', () => {
  const all = [sentOn(11), sentOn(20, { operation: 'implement' }), sentOn(14)]
  expect(said(...all)).toEqual({ standing: ['day 20', 'day 14', 'day 11'], ended: [] })
})

test('only a submission that was executed or is in doubt still applies', () => {
  const outcomes = ['accepted', 'inDoubt', 'declined', 'rejected', 'notSent'] as const
  const all = outcomes.map((outcome, index) => sentOn(20 - index, { outcome }))
  expect(said(...all).standing).toEqual(['day 20', 'day 19'])
})

test('an enrollment is ended only by a later, executed opt-out from every plan', () => {
  const enrolled = sentOn(15)
  expect(said(enrolled, optOut(18, 'acme401k'))).toEqual({
    standing: [],
    ended: [['day 15', 'day 18']],
  })
  expect(said(optOut(12, 'ACME401K'), enrolled).standing).toEqual(['day 15'])
  const declined = { ...optOut(18, 'ACME401K'), outcome: 'declined' } as const
  expect(said(enrolled, declined).standing).toEqual(['day 15'])
  const both = sentOn(15, { plans: plansOf('ACME401K', 'ACME457') })
  expect(said(both, optOut(18, 'ACME457')).standing).toEqual(['day 15'])
  expect(said(enrolled, optOut(18, 'ACME401K'), sentOn(19)).standing).toEqual(['day 19'])
})
