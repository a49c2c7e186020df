import { expect, test } from 'vitest'
import { comparison, comparisonOf, headline, headlineOf } from '#shared/strategy/headline.ts'
import { inOrder, percentileAt, percentileChoices, percentileWords, pickPair } from '#shared/strategy/pick.ts'
import { currentStrategy, emptyPercentile, emptyStrategy, revisedStrategy } from './sample-forecast.ts'

const options = { percentile: 50, onTrackShare: 70, salary: 92_000 }

test('income, the service goal, the gap and coverage, by the year and the month', () => {
  const [now] = headline([currentStrategy, revisedStrategy], options)
  expect(now).toMatchObject({
    type: 'Current',
    incomeYear: 51_840,
    incomeMonth: 4_320,
    goal: 64_400,
    goalSource: 'service',
    gapYear: -12_560,
    verdict: 'offTrack',
    rule: { basis: 'salaryShare', threshold: 64_400 },
  })
  expect(now?.coverage).toBeCloseTo(80.497, 3)
  expect(now?.gapMonth).toBeCloseTo(-1046.667, 3)
})

test('without a service goal the share of salary is the goal', () => {
  const view = headlineOf({ ...currentStrategy, goal: null, goalParticipant: 0 }, { ...options, onTrackShare: 50 })
  expect(view).toMatchObject({ goal: 46_000, goalSource: 'salaryShare', gapYear: 5_840, verdict: 'onTrack' })
})

test('without a salary the verdict is against the service goal, and with neither it is unknown', () => {
  const noSalary = { ...options, salary: null }
  expect(headlineOf(revisedStrategy, noSalary).rule).toEqual({ basis: 'service', threshold: 64_400 })
  const bare = headlineOf({ ...emptyStrategy('Current'), percentiles: [emptyPercentile(50, 40_000)] }, noSalary)
  expect(bare).toMatchObject({ incomeYear: 40_000, goal: null, goalSource: null, gapYear: null, coverage: null, verdict: 'unknown', rule: null })
})

test('income exactly at the threshold is on track, a dollar less is not', () => {
  const at = (income: number) =>
    headlineOf({ ...emptyStrategy(''), percentiles: [emptyPercentile(50, income)] }, { ...options, salary: 100_000 }).verdict
  expect(at(70_000)).toBe('onTrack')
  expect(at(69_999)).toBe('offTrack')
})

test('the difference Revised makes, in dollars a year and a month', () => {
  const difference = comparison(currentStrategy, revisedStrategy, 50)
  expect(difference).toMatchObject({ year: 6_420, month: 535 })
  expect(difference.percent).toBeCloseTo(12.384, 3)
  expect(comparisonOf([revisedStrategy, currentStrategy], 50).year).toBe(6_420)
  expect(comparison(currentStrategy, null, 50)).toEqual({ year: null, month: null, percent: null })
})

test('gap and difference are those of the amounts as a screen writes them, to the dollar', () => {
  const strategy = (type: string, income: number, goal: number) => ({
    ...emptyStrategy(type),
    goal,
    percentiles: [emptyPercentile(50, income)],
  })
  // Written as $40,000 and $50,001, though they lie 10,000.2 apart.
  const [now, revised] = [strategy('Current', 40_000.4, 60_000.5), strategy('Revised', 50_000.6, 60_000.5)]
  expect(comparison(now, revised, 50)).toMatchObject({ year: 10_001, month: 834 })
  expect(headlineOf(now, options).gapYear).toBe(-20_001)
})

test('strategies are picked by type, otherwise by order; the rest is kept', () => {
  const [a, b, c] = [emptyStrategy('X'), emptyStrategy('Y'), emptyStrategy('Z')]
  expect(pickPair([a, b, c])).toEqual({ current: a, revised: b, others: [c] })
  expect(pickPair([revisedStrategy, currentStrategy])).toEqual({ current: currentStrategy, revised: revisedStrategy, others: [] })
  expect(pickPair([a])).toEqual({ current: a, revised: null, others: [] })
  expect(pickPair([revisedStrategy])).toEqual({ current: null, revised: revisedStrategy, others: [] })
  expect(inOrder([a, revisedStrategy, b, currentStrategy, c])).toEqual([currentStrategy, revisedStrategy, a, b, c])
})

test('the nearest percentile is taken, the lower of two equally near', () => {
  const strategy = { ...emptyStrategy(''), percentiles: [90, 10, 50, null].map((p) => emptyPercentile(p, p)) }
  expect(percentileAt(strategy, 60)?.percentage).toBe(50)
  expect(percentileAt(strategy, 70)?.percentage).toBe(50)
  expect(percentileAt(strategy, 30)?.percentage).toBe(10)
  expect(percentileAt(null, 50)).toBeNull()
  expect(percentileChoices([strategy])).toEqual([
    { percentage: 10, label: 'Poor markets' },
    { percentage: 50, label: 'Typical markets' },
    { percentage: 90, label: 'Good markets' },
  ])
})

test('a percentile’s label loses the number that stands beside it', () => {
  expect(percentileWords('10th percentile – poor markets', 10)).toBe('Poor markets')
  expect(percentileWords('50th percentile', 50)).toBe('Typical markets')
  expect(percentileWords('Conservative', 30)).toBe('Conservative')
  expect(percentileWords('', null)).toBe('Unnamed')
})
