import { expect, test } from 'vitest'
import type { SentField } from '#shared/express/changes.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { plainTitle, plainSentences, receiptNote } from '#shared/receipt/plain-words.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { aFigure, aSaving } from '#test/support/figures/sides.ts'
import { aReceipt, noCautions } from '#test/support/samples/sample-receipt.ts'
import { emptyStrategy } from '../../strategy/sample-forecast.ts'

/** Tests a receipt's words in plain English, for each way a submission can end. */

const field = (name: string, lines: Said[], file: Said[] | null = null): SentField => ({
  name,
  label: name,
  lines,
  leftOut: '',
  file,
})
const rate = (start: string, percent: number): Said => [
  start,
  { figure: aFigure(percent), sign: 'own' },
]
const sent = [
  field('EnrollmentInfo', [['ACME401K (401K), ManagedAccounts']]),
  {
    ...field(
      'SavingsRateDetails',
      [rate('ACME401K, type PreTax: ', 11)],
      [rate('ACME401K pre-tax ', 9)],
    ),
    beside: [rate('You ', 9), rate('Employer ', 4), rate('Total ', 13)],
  },
  field('RetirementAge', [['67']], []),
]
const asked =
  'taking part in ACME401K (401K), ManagedAccounts; saving 11% to ACME401K (PreTax), where the file says ACME401K pre-tax 9%; retiring at 67.'

test('an accepted submission is described by what was sent, without claiming an effective date', () => {
  const receipt = aReceipt({ sent })
  expect(plainTitle(receipt)).toBe('Enrollment accepted')
  expect(plainSentences(receipt)).toEqual([
    'Maria Álvarez takes part in ACME401K (401K), ManagedAccounts; saves 11% to ACME401K (PreTax), where the file says ACME401K pre-tax 9%; retires at 67.',
    'The service does not say from which day it counts.',
    'The recordkeeper says: “Participant P-100482, account 4400-1188-22, queued”',
    'Transaction number T-100482-77.',
  ])
})

test('a rate is compared with the participant’s own rate in the file, never with the employer’s', () => {
  const [said] = plainSentences(aReceipt({ sent }))
  expect(said).not.toMatch(/employer|Total/i)
  const none = field('SavingsRateDetails', [rate('P: ', 5)], [])
  expect(plainSentences(aReceipt({ sent: [none] }))[0]).toBe(
    'Maria Álvarez takes part in ACME401K (401K), ManagedAccounts; saves 5% to P.',
  )
})

const saving = {
  account: 'ACME401K 401(k)',
  label: 'Pre-tax',
  today: 'file',
  from: aSaving(7),
  to: aSaving(10),
} as const
const age = { account: '', label: 'Retirement age', today: 'service', from: 65, to: 67 } as const

/** The recommendation stored in a receipt; `became` says what happened to it. */
const advised = (
  became: 'sent' | 'replaced' | 'notSent',
  over: Partial<NonNullable<Receipt['recommended']>> = {},
): Receipt['recommended'] => ({
  forecastId: 'f-1',
  madeAt: '2026-11-20T15:00:00.000Z',
  lines: [
    { kind: 'rate', became, why: '', values: [saving] },
    { kind: 'age', became, why: '', values: [age] },
  ],
  annuities: [],
  rules: [],
  cautions: noCautions,
  ...over,
})

test('a receipt names what was recommended and not sent, but not what was sent or replaced', () => {
  const said = (recommended: Receipt['recommended'], over: Partial<Receipt> = {}) =>
    plainSentences(aReceipt({ sent, recommended, ...over })).slice(1)
  expect(said(advised('notSent'))[0]).toBe(
    'Recommended, and not sent: pre-tax savings of 10% of pay to ACME401K 401(k) instead of 7% of pay and retirement age 67 instead of 65.',
  )
  for (const became of ['sent', 'replaced'] as const)
    expect(said(advised(became)).join(' ')).not.toMatch(/recommended/i)
  expect(said(null).join(' ')).not.toMatch(/recommended/i)
  expect(said(advised('notSent'), { outcome: 'declined' }).join(' ')).not.toMatch(/recommended/i)
  const annuities = [{ type: 'GMWB', share: aFigure(15), amount: aFigure(91_872.1, 'dollars') }]
  expect(said(advised('sent', { annuities }))[0]).toBe(
    'Recommended, and not sent: an annuity (GMWB) of 15%, $91,872, which cannot be sent from here; ask the recordkeeper.',
  )
  expect(said(advised('sent', { rules: [['By law, it is Roth.']] }))[0]).toBe('By law, it is Roth.')
})

test('the answer’s suggestions are not listed as recommended but not sent if the recommendation was fully accepted', () => {
  const answered = [
    ['Current', 10],
    ['Revised', 13],
  ] as const
  const forecast = {
    strategies: answered.map(([type, percent]) => ({
      ...emptyStrategy(type),
      savingsRateDetail: [
        {
          account: 'A1',
          components: [
            {
              planId: 'ACME401K',
              type: 'Pretax',
              value: percent,
              isRoth: false,
              numberOfYears: null,
              dollarAmount: null,
            },
          ],
        },
      ],
    })),
    accountMappings: [],
    communicationXml: '',
    notes: [],
  }
  const receipt = aReceipt({ sent, forecast, recommended: advised('sent') })
  expect(receiptNote(receipt, (iso) => iso, true)).not.toMatch(/recommend|13%/i)
})

test.each([
  ['declined', 'Enrollment declined', 'Asked, and not carried out, for'],
  ['rejected', 'Enrollment rejected', 'Asked, and not carried out, for'],
  ['notSent', 'Enrollment not sent', 'Never sent for'],
  ['inDoubt', 'Enrollment in doubt', 'Asked, and not known to be carried out, for'],
] as const)('the outcome %s has its own title and sentence', (outcome, headline, lead) => {
  const receipt = aReceipt({ outcome, sent, result: null })
  expect(plainTitle(receipt)).toBe(headline)
  expect(plainSentences(receipt)).toEqual([`${lead} Maria Álvarez: ${asked}`])
})

test('a submission settled by a person is not called accepted', () => {
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

test('a receipt for several plans says that they have one answer', () => {
  const [plan] = aReceipt().plans
  const plans = plan === undefined ? [] : [plan, { ...plan, planId: 'OTHER', serviceOption: '' }]
  expect(plainSentences(aReceipt({ plans }))).toContain(
    'The service gives one answer for all 2 plans and says nothing of each.',
  )
})

test('an opt-out and an implementation are called by their own names', () => {
  expect(plainSentences(aReceipt({ operation: 'optout' }))[0]).toBe(
    'Maria Álvarez is opted out of the service for ACME401K.',
  )
  expect(plainTitle(aReceipt({ operation: 'implement' }))).toBe(
    'Implementation of the advice accepted',
  )
})

test('an opt-out has the desk’s word for the result as its title if the answer says more than the outcome', () => {
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

test('the note for another system contains no complete identifier if the receipt is masked', () => {
  const receipt = aReceipt({ sent })
  const note = receiptNote(maskReceipt(receipt), (iso) => iso, true)
  expect(note).toMatch(/^Enrollment accepted\.\nTraining – simulated/)
  for (const identifier of ['P-100482', '4400-1188-22', '4400118822'])
    expect(note).not.toContain(identifier)
  expect(receiptNote(receipt, (iso) => iso, false)).toContain('Participant P-100482')
})

test('the note for another system names the advisor and the doubts that were confirmed', () => {
  const doubts = [['The participant has a negative salary, −$5.']]
  const receipt = aReceipt({ sent, advisor: 'Dana Whitfield', user: 'root', doubts })
  const note = receiptNote(receipt, (iso) => iso, true)
  expect(note).toMatch(/^Dana Whitfield, /m)
  expect(note).not.toContain('root')
  expect(note).toContain('Confirmed before sending: The participant has a negative salary, −$5.')
})

test('the note for a CRM has reason, caller, checks, notes, disposition and list, and no value that is missing', () => {
  const call = {
    startedAt: '2026-11-20T12:58:30.000Z',
    textsVersion: 0,
    caller: 'onBehalf',
    checksPassed: ['birth'],
    checkTexts: ['Date of birth'],
    checksFailed: [{ id: 'phone', text: 'Telephone number on file', forOther: false }],
    reasonCode: 'fee',
    reasonText: 'Fee too high',
    note: 'Luis, power of attorney',
  } as const
  const wrapUp = {
    ...{ disposition: 'optedOut', dispositionText: 'Opted out as asked', note: 'Calm call' },
    ...{ contradicts: false, endedAt: '2026-11-20T13:01:00.000Z' },
  }
  const list = {
    ...{ listId: '00000000-0000-4000-8000-000000000000', row: 12, attempt: 1 },
    fileName: 'november.csv',
  }
  const base = aReceipt({ operation: 'optout', reason: 'Fee too high' })
  const full = {
    ...base,
    call: {
      ...call,
      checksPassed: [...call.checksPassed],
      checkTexts: [...call.checkTexts],
      checksFailed: [...call.checksFailed],
    },
    wrapUp,
    list,
  }
  const note = receiptNote(full, (iso) => iso, false)
  for (const line of [
    'Reason: Fee too high',
    'Caller: Somebody on behalf of the participant',
    'Checks passed: Date of birth',
    'Checks failed: Telephone number on file',
    'Note: Luis, power of attorney',
    'Disposition: Opted out as asked',
    'Wrap-up note: Calm call',
    'From a list: november.csv, row 12',
  ])
    expect(note.split('\n')).toContain(line)
  const bare = receiptNote({ ...base, reason: '' }, (iso) => iso, false)
  expect(bare).not.toMatch(/Reason:|Checks|Disposition|Note:|From a list/)
})
