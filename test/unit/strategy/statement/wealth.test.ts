import { describe, expect, test } from 'vitest'
import type { Percentile, Series } from '#shared/express/reading.ts'
import { shownAmount } from '#shared/strategy/statement/amount.ts'
import { explain } from '#shared/strategy/statement/explain.ts'
import { balanceWords, wealthWords } from '#shared/strategy/statement/words/chart-words.ts'
import { isSameAmount, written } from '#shared/strategy/statement/said.ts'
import { statementOf, strategyIn } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { emptyPercentile, emptyStrategy, series } from '../sample-forecast.ts'
import { usualRules, writer } from './rules.ts'

const linda = exampleForecast('linda-kowalski')

/** Today's strategy in an answer with one percentile entry. */
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

  test('add up, to the dollar, to the total at the same moment, in every market and year', () => {
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

  test('have a sentence about the same moment as the chart; the sentence ends with what is left at the last age', () => {
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

test('parts that were rounded separately are adjusted to add up to the total', () => {
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

test('a total that differs from the sum of its accounts stays the answer’s own, and the difference is shown', () => {
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

test('a balance sent for both ends of a year counts once, and the end of a year is not compared with the beginning', () => {
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

test('in other dollars the accounts still add up, and a note says which prices were used', () => {
  const wealth = wealthOf(
    todayWith({
      totalWealth: at([1000]),
      accountBalance: [balance('A', [333.3]), balance('B', [666.7])],
    }),
    'average',
    [],
  )
  const prices = {
    at: () => 1.5,
    what: 'prices that rise 2.4% a year',
    key: 'each-year',
    dollarsOf: 'year',
  } as const
  const [year, sent] = [wealth.at(65, prices), wealth.at(65)]
  if (!year?.wealth || !sent?.wealth) throw new Error('both are known')
  expect(shownAmount(year.wealth)).toBe(1500)
  expect(year.accounts.reduce((sum, { figure }) => sum + shownAmount(figure), 0)).toBe(1500)
  expect(year.wealth.id).not.toBe(sent.wealth.id)
  expect(isSameAmount(year.wealth, sent.wealth)).toBe(false)
})

test('a plan at an age without yearly figures has no wealth, and a note says why', () => {
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

describe('the sentence on wealth is right for', () => {
  /**
   * The sentence for average markets, for values from the age `from` on. Unless poor markets are
   * wanted, the answer lacks their percentile.
   */
  const told = (
    poor: readonly number[] | null,
    average: readonly number[],
    { from = 65, retirementAge = 65 }: { from?: number; retirementAge?: number | null } = {},
  ) => {
    const entry = (percentage: number, values: readonly number[]) => ({
      ...emptyPercentile(percentage, 40_000),
      totalWealth: at(values, from),
    })
    const strategy = {
      ...emptyStrategy('Current'),
      retirementAge,
      percentiles: [...(poor === null ? [] : [entry(10, poor)]), entry(50, average)],
    }
    const saved = { ...linda, reading: { ...linda.reading, strategies: [strategy] } }
    const today = strategyIn(
      statementOf({ saved, today: null, typedGoal: null }, usualRules),
      'today',
    )
    if (today === null) throw new Error('the answer has one strategy')
    const [low, middle] = [wealthOf(today, 'poor', []), wealthOf(today, 'average', [])]
    const all = { poor: low, average: middle, good: middle }
    return written(wealthWords(today, 'average', all), writer).replace(
      'Today, average markets: ',
      '',
    )
  }
  test.each([
    ['spent', [900, 0, 0], [900, 500, 100], 'by 66', '$900 at 65, $100 at 67.'],
    ['spent in the last year', [900, 500, 0], [900, 500, 300], 'by 67', '$900 at 65, $300 at 67.'],
    [
      'less than half a dollar',
      [900, 0.4, 0.3],
      [900, 500, 300],
      'by 66',
      '$900 at 65, $300 at 67.',
    ],
  ])('money that is %s', (_, poor, average, spent, ends) => {
    expect(told(poor, average)).toBe(`${ends} In poor markets the money is spent ${spent}.`)
  })

  const none = 'In poor markets there is no money at 65.'
  test.each([
    ['nothing from the start', [0, 0, 0], [0, 0, 0], `$0 at 65, $0 at 67. ${none}`],
    ['one year with nothing', [0], [0], `$0 at 65. ${none}`],
    ['one year', [100], [900], '$900 at 65.'],
    ['below zero', [-5, -10], [900, -900], `$900 at 65, −$900 at 66. ${none}`],
    [
      'huge',
      [1e15, 2e15],
      [1e15, 2e20],
      '$1,000,000,000,000,000 at 65, $200,000,000,000,000,000,000 at 66.',
    ],
    [
      'money again',
      [900, 0, 700],
      [900, 500, 300],
      '$900 at 65, $300 at 67. In poor markets nothing is left from 66 until 67.',
    ],
    ['a first year that was not sent', [900, 800], [Number.NaN, 500], '$500 at 66.'],
    ['no poor markets', null, [900, 500], '$900 at 65, $500 at 66.'],
  ] as const)('balances: %s', (_, poor, average, words) => {
    expect(told(poor, average)).toBe(words)
  })

  test('ages that begin after retirement, end before it, or are missing', () => {
    expect(told([900, 800], [900, 500], { from: 70 })).toBe('$900 at 70, $500 at 71.')
    expect(told([0, 0], [900, 500], { from: 60 })).toBe('$500 at 61.')
    expect(told([900, 0], [900, 500], { retirementAge: null })).toBe(
      '$500 at 66. In poor markets the money is spent by 66.',
    )
  })
})
