import { inWords } from '#test/support/figures/sides.ts'
import { expect, test } from 'vitest'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { savingsNote, savingsRows } from '#shared/receipt/receipt-words.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { house, unwrap } from '#test/support/worlds/submissions-house.ts'
import { sampleForecast } from '../strategy/sample-forecast.ts'

/**
 * Tests that a service with monthly amounts never leads to amounts off by a factor of twelve, and
 * that the receipt says how amounts were read.
 */

const saved = (type: string, value: number, dollarAmount: number) => ({
  planId: 'ACME401K',
  type,
  value,
  dollarAmount,
  isRoth: false,
  numberOfYears: null,
})
const months: ReadAs = {
  ...usualReadAs,
  salary: 'month',
  pensionAmount: 'month',
  savingsDollars: 'month',
}
/** Adds employer savings, which the sample's answer lacks. */
const forecast = {
  ...sampleForecast,
  strategies: sampleForecast.strategies.map((strategy) => ({
    ...strategy,
    savingsRateDetail: [],
    accountSavingsRateDetail: [
      {
        account: 'A1',
        components: [saved('Pretax', 6, 3_600), saved('EmployerMatch', 3, 1_800)],
      },
    ],
  })),
}
const enroll = {
  operation: 'enroll',
  handle: 'p',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs: { Salary: 65_000, PensionTypes: [{ Amount: 12_000, StartYear: '2040' }] },
} satisfies SubmissionDraft
const participant = {
  text: '<Participant UserID="P-100"/>',
  profile: aProfile({
    salary: 60_000,
    contributions: [
      { kind: 'pretax', planId: 'ACME401K', rate: 6, amount: null, attributes: {}, line: 1 },
      {
        kind: 'employer',
        planId: 'ACME401K',
        rate: null,
        amount: null,
        attributes: { MatchRate: '50', MatchLimit: '6' },
        line: 2,
      },
    ],
  }),
}

test.each([
  [undefined, 65_000, 12_000, 'year', '$65,000', '$12,000'],
  [months, 5_416.67, 1_000, 'month', '$5,416.67', '$1,000'],
] as const)(
  'exactly what the review says is sent, with its unit',
  async (readAs, salary, pension, period, salaryWords, pensionWords) => {
    const { submissions, sent } = house({ participant, ...(readAs ? { readAs } : {}) })
    const review = unwrap(await submissions.review(enroll))
    const words = new Map(review.sent.map(({ name, lines }) => [name, lines.map(inWords)]))
    expect(words.get('Salary')).toEqual([`${salaryWords}, sent as dollars a ${period}`])
    expect(words.get('PensionTypes')).toEqual([
      `${pensionWords} from 2040, sent as dollars a ${period}`,
    ])
    const receipt = unwrap(await submissions.send(review.submissionId, {}))
    expect(sent).toMatchObject([{ Salary: salary, PensionTypes: [{ Amount: pension }] }])
    expect(receipt.readAs).toEqual(readAs)
    expect(Object.hasOwn(receipt, 'readAs')).toBe(readAs !== undefined)
    expect(receipt.matches.map(inWords)).toEqual([
      'ACME401K: 50¢ per $1 on the first 6% of pay; brings 3% ($1,800 a year)',
    ])
  },
)

test("a receipt shows the participant's, employer's and total savings from the answer, and the match as a rule", () => {
  const match = 'ACME401K: 50¢ per $1 on the first 6% of pay; brings 3% ($1,800 a year)'
  const matches = [[match]]
  const rowsOf = (one: ReturnType<typeof savingsRows>[number] | undefined) =>
    one?.rows.map(([name, value]) => [name, inWords(value)])
  const asYear = savingsRows(aReceipt({ forecast, matches }))
  expect(asYear.map(({ name }) => name)).toEqual([
    'Contribution, today',
    'Contribution, recommended',
    'Match, at the rates of the file',
  ])
  const SavingsRateDetails = [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '6' }]
  const sent = savingsRows(aReceipt({ forecast, matches, inputs: { SavingsRateDetails } }))
  expect(sent.at(-1)?.name).toBe('Match before this was sent, at the rates of the file')
  expect(rowsOf(asYear[0])).toEqual([
    ['You', '6% ($3,600 a year)'],
    ['Employer', '3% ($1,800 a year)'],
    ['Total', '9% ($5,400 a year)'],
  ])
  expect(rowsOf(asYear[2])).toEqual([['Match', match]])
  const asMonth = savingsRows(aReceipt({ forecast, matches, readAs: months }))
  expect(rowsOf(asMonth[0])?.[0]).toEqual(['You', '6% ($43,200 a year)'])
  expect(savingsNote(aReceipt({ readAs: months }))).toMatch(/read as dollars a month/)
  expect(savingsRows(aReceipt({ matches }))).toEqual([])
})

test("savings that only the answer's Revised strategy has are described as suggested and not sent", () => {
  const strategies = forecast.strategies.map((strategy) => ({
    ...strategy,
    accountSavingsRateDetail: [
      { account: 'A1', components: [saved('Pretax', strategy.type === 'Revised' ? 9 : 6, 0)] },
    ],
  }))
  const names = savingsRows(aReceipt({ forecast: { ...forecast, strategies } }))
  expect(names.map(({ name }) => name)).toEqual([
    'Contribution, today',
    'Contribution, recommended, not sent',
  ])
})
