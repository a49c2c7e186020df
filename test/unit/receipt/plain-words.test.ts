import { expect, test } from 'vitest'
import type { SentField } from '#shared/express/changes.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainTitle, plainSentences, receiptNote } from '#shared/receipt/plain-words.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { emptyStrategy } from '../strategy/sample-forecast.ts'

/** A receipt's words in plain English, for each way in which a submission can end. */

const field = (name: string, lines: string[], file: string | null = null): SentField => ({
  name,
  label: name,
  lines,
  leftOut: '',
  file,
})
const sent = [
  field('EnrollmentInfo', ['ACME401K (401K), ManagedAccounts']),
  field(
    'SavingsRateDetails',
    ['ACME401K, type PreTax: 11%'],
    'ACME401K pre-tax 9%; You 9%; Employer 4%; Total 13%',
  ),
  field('RetirementAge', ['67'], ''),
]
const asked =
  'taking part in ACME401K (401K), ManagedAccounts; saving 11% to ACME401K (PreTax), where the file says ACME401K pre-tax 9%; retiring at 67.'

test('an accepted submission is described by what was sent, without a claimed date', () => {
  const receipt = aReceipt({ sent })
  expect(plainTitle(receipt)).toBe('Enrollment accepted')
  expect(plainSentences(receipt)).toEqual([
    'Maria Álvarez takes part in ACME401K (401K), ManagedAccounts; saves 11% to ACME401K (PreTax), where the file says ACME401K pre-tax 9%; retires at 67.',
    'The service does not say from which day it counts.',
    'The record-keeper says: “Participant P-100482, account 4400-1188-22, queued”',
    'Transaction number T-100482-77.',
  ])
})

test('a rate is compared with the participant’s own of the file, never with the employer’s, on receipts of any age', () => {
  const before = 'ACME401K pre-tax 6% of pay, $6,000 a year'
  const mixed = `${before}; ACME401K employer 3% of pay, $3,000 a year (50¢ per $1 on the first 6% of pay); You 6% of pay; Employer 3% of pay; Total 9% of pay`
  for (const [file, beside] of [
    [mixed, undefined],
    [before, 'ACME401K employer 3% of pay, $3,000 a year; You 6% of pay'],
  ] as const) {
    const rates = field('SavingsRateDetails', ['ACME401K, type PreTax: 11%'], file)
    const receipt = aReceipt({ sent: [beside === undefined ? rates : { ...rates, beside }] })
    const [asked] = plainSentences(receipt)
    expect(asked).toContain(`saves 11% to ACME401K (PreTax), where the file says ${before}`)
    expect(asked).not.toMatch(/employer|Total/i)
  }
  const none = field('SavingsRateDetails', ['P: 5%'], 'employer 3% of pay; You not in the file')
  expect(plainSentences(aReceipt({ sent: [none] }))[0]).not.toContain('where the file says')
})

const answered = (current: readonly [number, number], revised: readonly [number, number]) => ({
  strategies: [['Current', ...current] as const, ['Revised', ...revised] as const].map(
    ([type, retirementAge, value]) => ({
      ...emptyStrategy(type),
      retirementAge,
      savingsRateDetail: [
        {
          account: 'A1',
          components: [['Pretax', value] as const, ['Employer', value / 2] as const].map(
            ([name, rate]) => ({
              planId: 'ACME401K',
              type: name,
              value: rate,
              isRoth: false,
              numberOfYears: null,
              dollarAmount: null,
            }),
          ),
        },
      ],
    }),
  ),
  accountMappings: [],
  communicationXml: '',
  notes: [],
})

test('a rate or an age that the answer changes and nobody sent is named at once, and no more is claimed', () => {
  const [plans, ...values] = sent
  const said = (fields: typeof sent, current: [number, number], revised: [number, number]) =>
    plainSentences(aReceipt({ sent: fields, forecast: answered(current, revised) }))[1]
  const only = plans === undefined ? [] : [plans]
  expect(said(only, [65, 7], [67, 10])).toBe(
    'The service’s answer also recommends pre-tax savings of 10% of pay to ACME401K instead of 7% of pay and retirement age 67 instead of 65. That was not sent; the answer does not say whether the service sets it by itself.',
  )
  expect(said([...only, ...values], [65, 7], [67, 11])).toMatch(/does not say from which day/)
  expect(said([...only, ...values], [67, 11], [67, 12])).toContain('12% of pay to ACME401K')
  expect(said(only, [67, 7], [67, 7])).toMatch(/does not say from which day/)
  const declined = aReceipt({
    sent: only,
    outcome: 'declined',
    forecast: answered([65, 7], [67, 10]),
  })
  expect(plainSentences(declined).join(' ')).not.toContain('recommends')
})

test.each([
  ['declined', 'Enrollment declined', 'Asked, and not carried out, for'],
  ['rejected', 'Enrollment rejected', 'Asked, and not carried out, for'],
  ['notSent', 'Enrollment not sent', 'Never sent for'],
  ['inDoubt', 'Enrollment in doubt', 'Asked, and not known to be carried out, for'],
] as const)('%s has its own sentence', (outcome, headline, lead) => {
  const receipt = aReceipt({ outcome, sent, result: null })
  expect(plainTitle(receipt)).toBe(headline)
  expect(plainSentences(receipt)).toEqual([`${lead} Maria Álvarez: ${asked}`])
})

test('what a person settled is not called accepted', () => {
  const settled = {
    by: 'agent',
    at: '2026-11-20T15:04:05.000Z',
    saidBy: 'recordKeeper',
    transactionId: '',
  } as const
  const through = aReceipt({ sent, result: null, settled: { ...settled, wentThrough: true } })
  expect(plainTitle(through)).toBe('Enrollment settled, went through')
  expect(plainSentences(through)).toEqual([`Asked for Maria Álvarez: ${asked}`])
  const not = aReceipt({
    sent,
    outcome: 'notSent',
    result: null,
    settled: { ...settled, wentThrough: false },
  })
  expect(plainSentences(not)).toEqual([`Asked, and not carried out, for Maria Álvarez: ${asked}`])
})

test('several plans have one answer, and that is said', () => {
  const [plan] = aReceipt().plans
  const plans = plan === undefined ? [] : [plan, { ...plan, planId: 'OTHER', serviceOption: '' }]
  expect(plainSentences(aReceipt({ plans }))).toContain(
    'The service gives one answer for all 2 plans and says nothing of each.',
  )
})

test('an opt-out and an implementation are named as what they are', () => {
  expect(plainSentences(aReceipt({ operation: 'optout' }))[0]).toBe(
    'Maria Álvarez is opted out of the service for ACME401K.',
  )
  expect(plainTitle(aReceipt({ operation: 'implement' }))).toBe(
    'Implementation of the advice accepted',
  )
})

test('an opt-out is headed by the desk’s word for it, wherever the answer says more than its outcome', () => {
  const result = aReceipt().result
  const said = (errorMessage: string) =>
    result === null
      ? null
      : { ...result, errorMessage, rkTransactionMessage: '', transactionState: '' }
  const out = aReceipt({ operation: 'optout', result: said('') })
  expect(plainTitle(out)).toBe('Opt-out accepted')
  expect(plainTitle({ ...out, result: said('Already opted out.') })).toBe(
    'Opt-out accepted: already out',
  )
  const declined = { ...out, outcome: 'declined', result: said('Not enrolled.') } as const
  expect(plainTitle(declined)).toBe('Opt-out declined: not enrolled')
  expect(plainTitle({ ...declined, result: said('A blackout period.') })).toBe('Opt-out declined')
  expect(plainTitle({ ...declined, operation: 'enroll' })).toBe('Enrollment declined')
})

test('the note for another system holds no identifier while they are masked', () => {
  const receipt = aReceipt({ sent })
  const note = receiptNote(maskReceipt(receipt), (iso) => iso, true)
  expect(note).toMatch(/^Enrollment accepted\.\nTraining – simulated/)
  for (const identifier of ['P-100482', '4400-1188-22', '4400118822'])
    expect(note).not.toContain(identifier)
  expect(receiptNote(receipt, (iso) => iso, false)).toContain('Participant P-100482')
})
