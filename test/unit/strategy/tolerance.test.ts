import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSchema, type Json } from '#shared/json.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { assetMixScopes } from '#shared/strategy/charts/asset-mix.ts'
import { claimAgesOf } from '#shared/strategy/statement/claims/claim-ages.ts'
import { annuityOf, annuityWords } from '#shared/strategy/statement/investments/annuity.ts'
import { stockWarnings } from '#shared/strategy/statement/investments/company-stock.ts'
import { costWords, fundCosts } from '#shared/strategy/statement/investments/fund-costs.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { mixesOf, mixSentence } from '#shared/strategy/statement/investments/mix.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import {
  savingsChange,
  savingsSentence,
} from '#shared/strategy/statement/savings/savings-change.ts'
import { claimRows, waitingWords } from '#shared/strategy/statement/claims/social-security.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { sidesWith } from '#test/support/figures/sides.ts'
import { fundChanges } from '#shared/strategy/changes/fund-changes.ts'
import { balanceHistoryOf } from '#shared/strategy/charts/balances.ts'
import { clientAccounts } from '#shared/strategy/client-accounts.ts'
import { incomeFlow } from '#shared/strategy/charts/income-by-source.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import {
  balanceWords,
  incomeWords,
  taxWords,
  wealthWords,
} from '#shared/strategy/statement/words/chart-words.ts'
import { written } from '#shared/strategy/statement/said.ts'
import { statementOf } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'
import { headline, standing } from '#shared/strategy/statement/words/advisor-words.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { usualRules, writer } from './statement/rules.ts'
import { historicalScenarios } from '#shared/strategy/charts/scenarios.ts'
import { wealthFan } from '#shared/strategy/charts/wealth-fan.ts'

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

test(`no altered answer makes a view throw, and columns stay aligned (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(strategy, { maxLength: 5 }), mappings, (strategies, accounts) => {
      const { current, revised, others } = pickPair(strategies)
      expect([current, revised, ...others].filter((one) => one !== null)).toHaveLength(
        strategies.length,
      )
      assetMixScopes(current, revised, accounts)
      savingsChanges(current, revised, accounts)
      fundChanges(current, revised, accounts)
      const sides = sidesWith(current, revised)
      const funds = fundsOf(sides, accounts)
      costWords(fundCosts(funds), ['Today', 'Recommended'])
      stockWarnings(funds)
      mixesOf(sides, accounts).forEach(mixSentence)
      for (const side of [sides.current, sides.revised]) {
        if (side === null) continue
        waitingWords(claimRows(side))
        annuityWords(annuityOf(side))
        savingsSentence(savingsChange(savingsOf(side, accounts), null).lines, ['', ''])
      }
      for (const one of strategies) {
        const fan = wealthFan(one)
        for (const { values } of fan.columns) expect(values).toHaveLength(fan.ages.length)
        const income = incomeFlow(one, 50, accounts)
        balanceHistoryOf(one, accounts)
        clientAccounts([one], accounts)
        for (const { values } of income.sources) {
          expect(values).toHaveLength(income.ages.length)
          expect(values.every(Number.isFinite)).toBe(true)
        }
        for (const { times, values } of historicalScenarios(one))
          expect(values).toHaveLength(times.length)
        claimAgesOf(
          {
            id: 'case',
            environment: { id: 'uat', name: 'UAT', kind: 'uat' },
            reading: {
              socialSecurity: one.socialSecurity.map(({ age, amount }) => ({
                age,
                amount,
                penaltyAmount: amount,
              })),
              lifeExpectancyAge: one.retirementAge,
              notes: [],
            },
          },
          { readAs: usualReadAs, source: 'UAT' },
        )
      }
    }),
    { seed, numRuns: 400 },
  )
})

const carol = exampleForecast('carol-nguyen', { paths: 20 })

test(`no altered answer makes a statement throw, and every sentence has finite figures (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(strategy, { maxLength: 3 }),
      mappings,
      fc.option(fc.integer({ min: 20, max: 110 }), { nil: undefined }),
      (strategies, accounts, age) => {
        const reading = { ...carol.reading, strategies, accountMappings: accounts }
        const inputs = age === undefined ? {} : { RetirementAge: age }
        const saved = { ...carol, reading, inputs }
        const statement = statementOf({ saved, today: carol, typedGoal: null }, usualRules)
        for (const each of statement.strategies) {
          const of = (market: (typeof marketNames)[number]) => wealthOf(each, market, accounts)
          const wealth = { poor: of('poor'), average: of('average'), good: of('good') }
          for (const market of marketNames) {
            const course = each.course(market)
            for (const year of course.flow?.ages ?? []) course.at(year)
            for (const year of wealth[market].ages) wealth[market].at(year)
            const said = [
              headline(each, market),
              standing(each, market),
              incomeWords(each, market),
              wealthWords(each, market, wealth),
              balanceWords(each, market, wealth[market]),
              taxWords(each, market),
            ]
            for (const sentence of said)
              expect(written(sentence, writer)).not.toMatch(/NaN|Infinity|undefined|null/)
          }
        }
      },
    ),
    { seed, numRuns: 200 },
  )
})
