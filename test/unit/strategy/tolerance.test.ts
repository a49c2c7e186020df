import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSchema, type Json } from '#shared/json.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { assetMixScopes } from '#shared/strategy/pictures/asset-mix.ts'
import { caseClaimAges, claimAges } from '#shared/strategy/claim-comparison.ts'
import { fundChanges } from '#shared/strategy/changes/fund-changes.ts'
import { needOf, outlookAt, outlookRows } from '#shared/strategy/outlook/outlook.ts'
import { outlookSentence } from '#shared/strategy/outlook/outlook-words.ts'
import { balanceHistoryOf, balancesOf } from '#shared/strategy/pictures/balances.ts'
import { clientAccounts } from '#shared/strategy/outlook/client-words.ts'
import { firstShortAge, incomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import { percentileChoices, pickPair } from '#shared/strategy/pick.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/pictures/scenarios.ts'
import { ageOfDepletion, medianOf, wealthFan } from '#shared/strategy/pictures/wealth-fan.ts'

const seed = 20_261_120

const number = fc.option(fc.double({ min: -1e7, max: 1e7 }), { nil: null })
const text = fc.oneof(
  fc.constantFrom(
    '',
    'A1',
    'SS',
    'Pension',
    'Current',
    'Revised',
    'AccountIncome',
    'BeginingBalance',
  ),
  fc.string(),
)
const floats = fc.array(fc.double(), { maxLength: 6 }).map((values) => Float64Array.from(values))
const ages = fc
  .array(fc.oneof(fc.integer({ min: 20, max: 110 }), fc.constant(Number.NaN)), { maxLength: 6 })
  .map((values) => Float64Array.from(values))
const columnShape = { ages, values: floats }
const column = fc.record(columnShape)
const series = fc.record({
  account: text,
  type: text,
  investor: text,
  contributionType: text,
  catchupType: text,
  ...columnShape,
})
const json: fc.Arbitrary<Json> = fc.jsonValue().map((value) => jsonSchema.parse(value))
const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 4 })
const mix = fc.record({
  assets: list(fc.record({ assetClass: text, weight: number })),
  riskLevel: text,
})
const accountRows = list(fc.record({ accountId: text, rows: list(json) }))
const savings = list(
  fc.record({
    account: text,
    components: list(
      fc.record({
        planId: text,
        type: text,
        value: number,
        isRoth: fc.boolean(),
        numberOfYears: number,
        dollarAmount: number,
      }),
    ),
  }),
)
const rate = fc.option(fc.record({ value: number, dollarAmount: number }), { nil: null })

const strategy: fc.Arbitrary<Strategy> = fc.record({
  type: text,
  rating: text,
  riskLevel: text,
  retirementAge: number,
  retirementSpouse: text,
  savingsRate: number,
  goalParticipant: number,
  goal: number,
  percentiles: list(
    fc.record({
      percentage: number,
      label: text,
      sustainableRetirementIncome: number,
      incomeSources: list(series),
      totalWealth: column,
      overallEndingBalance: column,
      taxes: column,
      accountBalance: list(series),
      retirementIncomeAtVariousRetirementAges: list(json),
    }),
  ),
  householdMix: mix,
  overallMix: mix,
  advisableMixes: list(fc.record({ accountId: text, mix })),
  otherMixes: list(fc.record({ id: text, mix })),
  investmentSelections: accountRows,
  balanceHistory: accountRows,
  historicalScenarios: list(
    fc.record({
      name: text,
      benchmarkName: text,
      years: floats,
      months: floats,
      values: floats,
      benchmarkValues: floats,
    }),
  ),
  savingsRateDetail: savings,
  accountSavingsRateDetail: savings,
  csSellOffData: list(json),
  socialSecurity: list(
    fc.record({
      age: number,
      fullBenefitAge: number,
      amount: number,
      grossAmount: number,
      fullBenefitAmount: number,
      account: text,
      investor: text,
    }),
  ),
  modelPortfolioIndex: number,
  savingsRateTaxableOverflow: rate,
  savingsRateOverall: rate,
  risOutput: fc.constant(null),
})

const mappings = list(fc.record({ accountId: text, planId: text, planType: text }))

test(`no answer makes a view throw, and columns stay aligned (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(strategy, { maxLength: 5 }),
      mappings,
      number,
      (strategies, accounts, salary) => {
        const choice = { cautious: 10, typical: 50 }
        const [first = null, second = null] = strategies
        const need = needOf(first, { asked: null, salary, shareOfSalary: 70 })
        const rows = outlookRows({
          today: first,
          plan: second,
          planAge: 67,
          recommended: second,
          need,
          choice,
        })
        for (const { outlook } of rows)
          for (const income of [outlook.poor, outlook.typical, outlook.good])
            if (income !== null) expect(income.month).not.toBeNaN()
        expect(typeof outlookSentence(rows, [], { dollars: String, percent: String })).toBe(
          'string',
        )
        for (const each of strategies) outlookAt(each, 70, choice)
        percentileChoices(strategies)
        const { current, revised, others } = pickPair(strategies)
        expect([current, revised, ...others].filter((one) => one !== null)).toHaveLength(
          strategies.length,
        )
        assetMixScopes(current, revised, accounts)
        savingsChanges(current, revised, accounts)
        fundChanges(current, revised, accounts)
        for (const one of strategies) {
          const fan = wealthFan(one)
          const median = medianOf(fan)
          if (median) ageOfDepletion(fan, median)
          for (const { values } of fan.columns) expect(values).toHaveLength(fan.ages.length)
          const income = incomeFlow(one, 50, accounts)
          balancesOf(one, 50, accounts)
          balanceHistoryOf(one, accounts)
          clientAccounts([one], accounts)
          for (const { values } of income.sources) {
            expect(values).toHaveLength(income.ages.length)
            expect(values.every(Number.isFinite)).toBe(true)
          }
          firstShortAge(income, 50_000)
          claimAges(one)
          for (const { times, values } of historicalScenarios(one))
            expect(values).toHaveLength(times.length)
          caseClaimAges({
            socialSecurity: one.socialSecurity.map(({ age, amount }) => ({
              age,
              amount,
              penaltyAmount: null,
            })),
            lifeExpectancyAge: null,
            notes: [],
          })
        }
      },
    ),
    { seed, numRuns: 400 },
  )
})
