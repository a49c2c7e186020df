import { describe, expect, test } from 'vitest'
import type { Percentile, Series } from '#shared/express/reading.ts'
import { shownAmount } from '#shared/strategy/statement/amount.ts'
import { explain } from '#shared/strategy/statement/explain.ts'
import { balanceWords, wealthWords } from '#shared/strategy/statement/words/picture-words.ts'
import { isSameAmount, written } from '#shared/strategy/statement/said.ts'
import { statementOf, strategyIn } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { emptyPercentile, emptyStrategy, series } from '../sample-forecast.ts'
import { usualRules, writer } from './rules.ts'

const linda = exampleForecast('linda-kowalski')

/** Today of an answer with one percentile entry. */
const todayWith = (over: Partial<Percentile>) => {
  const strategy = {
    ...emptyStrategy('Current'),
    retirementAge: 65,
    percentiles: [{ ...emptyPercentile(50, 40_000), ...over }],
  }
  const saved = { ...linda, reading: { ...linda.reading, strategies: [strategy] } }
  const today = strategyIn(
    statementOf({ saved, today: null, typedGoal: null }, usualRules),
    'today',
  )
  if (today === null) throw new Error('the answer has one strategy')
  return today
}
const at = (values: readonly number[], from = 65) => ({
  ages: Float64Array.from(values, (_, index) => from + index),
  values: Float64Array.from(values),
})
const balance = (account: string, values: readonly number[], type = 'BeginingBalance'): Series =>
  series(account, type, at(values))

describe('Linda’s balances', () => {
  const statement = statementOf({ saved: linda, today: null, typedGoal: null }, usualRules)

  test('all together is the sum of the accounts at the same moment, to the dollar, in every market and year', () => {
    for (const strategy of statement.strategies)
      for (const market of ['poor', 'average', 'good'] as const) {
        const wealth = wealthOf(strategy, market, statement.accounts)
        expect(wealth.moment).toBe('beginning')
        expect(wealth.ages.length).toBeGreaterThan(20)
        for (const age of wealth.ages) {
          const year = wealth.at(age)
          const sum = (year?.accounts ?? []).reduce((so, each) => so + shownAmount(each.figure), 0)
          expect(year?.together && shownAmount(year.together)).toBe(sum)
          expect(year?.wealth).toBe(year?.together)
        }
      }
  })

  test('the sentence speaks of the moment that is drawn: what is left at the last age is the line’s end', () => {
    const today = strategyIn(statement, 'today')
    if (today === null) throw new Error('Linda has a Today')
    const wealth = wealthOf(today, 'average', statement.accounts)
    const last = wealth.ages.at(-1) ?? 0
    const end = writer.dollars(Math.round(wealth.together?.at(-1) ?? Number.NaN))
    expect(written(balanceWords(today, 'average', wealth), writer)).toMatch(
      new RegExp(`${end.replace('$', '\\$')} at ${last}\\.$`),
    )
  })
})

test('parts that were rounded one by one are fitted to the total', () => {
  const wealth = wealthOf(
    todayWith({
      totalWealth: at([100]),
      accountBalance: [balance('A', [33.4]), balance('B', [33.3]), balance('C', [33.3])],
    }),
    'average',
    [],
  )
  const year = wealth.at(65)
  expect(year?.accounts.map(({ figure }) => shownAmount(figure))).toEqual([34, 33, 33])
  expect(year?.together && shownAmount(year.together)).toBe(100)
  expect(year?.accounts[0] && explain(year.accounts[0].figure, writer)[0]?.text).toContain(
    'so that the parts add up',
  )
})

test('a total that is not the sum of its accounts stays the answer’s own, and the difference is said', () => {
  const today = todayWith({
    totalWealth: at([900, 800]),
    accountBalance: [balance('A', [500, 450]), balance('B', [300, 250])],
  })
  const wealth = wealthOf(today, 'average', [])
  const year = wealth.at(65)
  expect(year?.wealth && shownAmount(year.wealth)).toBe(900)
  expect(year?.together && shownAmount(year.together)).toBe(800)
  expect(year?.wealth?.id).not.toBe(year?.together?.id)
  expect(written(balanceWords(today, 'average', wealth), writer)).toContain(
    'The service’s own total is another: $900 at 65, where the accounts add up to $800.',
  )
})

test('a balance sent at both ends of a year counts once, and a year’s end is no total of its beginning', () => {
  const wealth = wealthOf(
    todayWith({
      overallEndingBalance: at([480]),
      accountBalance: [balance('A', [500]), balance('A', [480], 'EndingBalance')],
    }),
    'average',
    [],
  )
  const year = wealth.at(65)
  expect(wealth.moment).toBe('beginning')
  expect(year?.accounts.map(({ figure }) => shownAmount(figure))).toEqual([500])
  expect(year?.wealth && shownAmount(year.wealth)).toBe(500)
})

test('in other dollars the accounts still add up, and say by which prices', () => {
  const wealth = wealthOf(
    todayWith({
      totalWealth: at([1000]),
      accountBalance: [balance('A', [333.3]), balance('B', [666.7])],
    }),
    'average',
    [],
  )
  const prices = { at: () => 1.5, what: 'prices that rise 2.4% a year', key: 'each-year' }
  const [year, sent] = [wealth.at(65, prices), wealth.at(65)]
  if (!year?.wealth || !sent?.wealth) throw new Error('both are known')
  expect(shownAmount(year.wealth)).toBe(1500)
  expect(year.accounts.reduce((sum, { figure }) => sum + shownAmount(figure), 0)).toBe(1500)
  expect(year.wealth.id).not.toBe(sent.wealth.id)
  expect(isSameAmount(year.wealth, sent.wealth)).toBe(false)
})

test('a plan at an age that the answer does not draw has no wealth, and says why', () => {
  const today = exampleForecast('carol-nguyen')
  const saved = exampleForecast('carol-nguyen', { inputs: { RetirementAge: 67 } })
  const statement = statementOf({ saved, today, typedGoal: null }, usualRules)
  const plan = strategyIn(statement, 'plan')
  if (plan === null) throw new Error('a plan was asked for')
  const wealth = wealthOf(plan, 'average', [])
  expect([...wealth.ages]).toEqual([])
  expect(wealth.at(67)).toBeNull()
  const all = { poor: wealth, average: wealth, good: wealth }
  expect(written(wealthWords(plan, 'average', all), writer)).toContain('for retiring at 67')
})

test('the age at which poor markets spend the money is said', () => {
  const today = {
    ...todayWith({}),
    percentiles: { poor: 50, average: 50, good: null },
    retirementAge: 65,
  }
  const strategy = todayWith({ totalWealth: at([900, 0, 0]) })
  const wealth = wealthOf({ ...today, side: strategy.side }, 'poor', [])
  const all = { poor: wealth, average: wealth, good: wealth }
  expect(written(wealthWords(strategy, 'average', all), writer)).toBe(
    'Today, average markets: $900 at 65, $0 at 67. In poor markets the money is spent by 66.',
  )
})
