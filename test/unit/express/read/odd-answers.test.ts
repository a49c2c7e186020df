import { describe, expect, test } from 'vitest'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { forecastReadingSchema, type ForecastReading } from '#shared/express/reading.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { oddAnswers, type OddAnswer } from '#test/support/samples/odd-answers.ts'

const read = (answer: unknown): ForecastReading => {
  const reading = readForecast(JSON.stringify(answer))
  if (!reading.ok) throw new Error(reading.error.message)
  return reading.value
}
const odd = (name: OddAnswer): ForecastReading => read(oddAnswers[name])
const straight = read(forecastAnswer())
const withoutOpaque = ({ strategies }: ForecastReading) =>
  // Unspecified data is kept as sent, even with a changed type.
  strategies.map(
    ({
      investmentSelections: _s,
      balanceHistory: _h,
      csSellOffData: _c,
      percentiles,
      ...rest
    }) => ({
      ...rest,
      percentiles: percentiles.map(
        ({ retirementIncomeAtVariousRetirementAges: _r, ...percentile }) => percentile,
      ),
    }),
  )

test.each(Object.entries(oddAnswers))('%s is read, and fits the schema', (_name, answer) => {
  expect(forecastReadingSchema.safeParse(read(answer)).error).toBeUndefined()
})

describe('an answer is read completely if it has', () => {
  test.each(['numbers as text', 'text as numbers', 'booleans as text'] as const)(
    '%s, which is noted',
    (name) => {
      const reading = odd(name)
      expect(withoutOpaque(reading)).toEqual(withoutOpaque(straight))
      expect(reading.notes.length).toBeGreaterThan(0)
    },
  )

  test('one StrategyOutput object instead of a list', () => {
    expect(odd('one StrategyOutput object').strategies).toEqual([straight.strategies[1]])
  })

  test('200 accounts', () => {
    const [strategy] = odd('200 accounts').strategies
    expect(strategy?.advisableMixes).toHaveLength(200)
    expect(strategy?.investmentSelections).toHaveLength(200)
    expect(strategy?.percentiles[0]?.incomeSources).toHaveLength(200)
    expect(odd('200 accounts').accountMappings).toHaveLength(200)
  })

  test('five strategies of any type', () => {
    expect(odd('five strategies').strategies.map(({ type }) => type)).toEqual([
      'Current',
      'Revised',
      'Cautious',
      'Bold',
      '',
    ])
    expect(odd('an unknown StrategyType').strategies.map(({ type }) => type)).toEqual([
      'Hypothetical',
    ])
  })

  test('percentiles with any percentages, in any order', () => {
    const [strategy] = odd('percentiles other than 10, 50 and 90 in any order').strategies
    expect(strategy?.percentiles.map(({ percentage }) => percentage)).toEqual([
      5, 33, 50.5, 75, 97.5,
    ])
  })

  test('only the fields of the reduced form', () => {
    const [strategy] = odd('the reduced form').strategies
    expect(strategy?.percentiles).toHaveLength(3)
    expect(odd('the reduced form').notes).toEqual([])
  })
})

test('ages that differ between columns stay with their values, in ascending order', () => {
  const columns = odd('ages that do not line up').strategies.flatMap(({ percentiles }) =>
    percentiles.flatMap(({ incomeSources, totalWealth }) => [totalWealth, ...incomeSources]),
  )
  const lengths = new Set(columns.map(({ ages }) => ages.length))
  expect(lengths.size).toBeGreaterThan(2)
  for (const { ages, values } of columns) {
    expect(values).toHaveLength(ages.length)
    expect([...ages]).toEqual([...ages].toSorted((a, b) => a - b))
  }
})

test('an answer without a strategy gets a note, and so does an error message in a success', () => {
  expect(odd('no strategy').notes.map(({ message }) => message)).toEqual([
    'the answer holds no strategy',
  ])
  expect(odd('an error in a success').notes.map(({ message }) => message)).toContain(
    'the service says: The plan is not set up.',
  )
})

test('percentages sent as shares of 1 are read as percent, so that the 50th percentile stays in the middle', () => {
  const answer = forecastAnswer()
  const shares = structuredClone(answer)
  for (const { Percentile } of shares.StrategyOutput)
    for (const entry of Percentile) entry.Percentage /= 100
  const { strategies, notes } = read(shares)
  // A path contains the percentage as sent.
  expect(strategies).toEqual(
    straight.strategies.map((strategy) => ({
      ...strategy,
      percentiles: strategy.percentiles.map((entry) => ({ ...entry, isShare: true })),
    })),
  )
  expect(notes).toContainEqual({
    path: 'StrategyOutput[0].Percentile',
    message: 'Percentage came as a share of 1; read as percent',
  })
})

test.each([[[0.5, 50, 99.5]], [[1]], [[0]], [[-0.5]]])('percentages %j stay as sent', (sent) => {
  const Percentile = sent.map((Percentage) => ({ Percentage }))
  const { strategies } = read({ StrategyOutput: [{ Percentile }] })
  expect(strategies[0]?.percentiles.map(({ percentage }) => percentage)).toEqual(sent)
})
