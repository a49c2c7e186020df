import { expect, test } from 'vitest'
import { percentileAt, percentileWords, pickPair } from '#shared/strategy/pick.ts'
import {
  currentStrategy,
  emptyPercentile,
  emptyStrategy,
  revisedStrategy,
} from './sample-forecast.ts'

test('strategies are picked by type, otherwise by order, and the rest is kept', () => {
  const [a, b, c] = [emptyStrategy('X'), emptyStrategy('Y'), emptyStrategy('Z')]
  expect(pickPair([a, b, c])).toEqual({ current: a, revised: b, others: [c] })
  expect(pickPair([revisedStrategy, currentStrategy])).toEqual({
    current: currentStrategy,
    revised: revisedStrategy,
    others: [],
  })
  expect(pickPair([a])).toEqual({ current: a, revised: null, others: [] })
  expect(pickPair([revisedStrategy])).toEqual({
    current: null,
    revised: revisedStrategy,
    others: [],
  })
})

test('the nearest percentile is taken, and the lower of two that are equally near', () => {
  const strategy = {
    ...emptyStrategy(''),
    percentiles: [90, 10, 50, null].map((p) => emptyPercentile(p, p)),
  }
  expect(percentileAt(strategy, 60)?.percentage).toBe(50)
  expect(percentileAt(strategy, 70)?.percentage).toBe(50)
  expect(percentileAt(strategy, 30)?.percentage).toBe(10)
  expect(percentileAt(null, 50)).toBeNull()
})

test('a percentile’s label leaves out the number that is shown beside it', () => {
  expect(percentileWords('10th percentile – poor markets', 10)).toBe('Poor markets')
  expect(percentileWords('50th percentile', 50)).toBe('Average markets')
  expect(percentileWords('Conservative', 30)).toBe('Conservative')
  expect(percentileWords('', null)).toBe('Unnamed')
})
