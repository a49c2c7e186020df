import { expect, test } from 'vitest'
import type { Strategy } from '#shared/express/reading.ts'
import { atAge, earliestAge, laterAges } from '#shared/strategy/statement/gap/at-age.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { ownStrategy, statementOf } from '#shared/strategy/statement/statement.ts'
import { emptyPercentile } from '../sample-forecast.ts'
import { anAnswer, aStrategy, rules } from './sample-side.ts'

/**
 * Tests incomes at other retirement ages, which come from the answer’s own table. Only the
 * proportions in the table count, and each market has its own table.
 */

const table = (rows: Readonly<Record<number, number>>) =>
  Object.entries(rows).map(([RetirementAge, Income]) => ({ RetirementAge, Income }))
const stated = (average: Readonly<Record<number, number>>, over: Partial<Strategy> = {}) => {
  const entry = (percentage: number, income: number, rows: Readonly<Record<number, number>>) => ({
    ...emptyPercentile(percentage, income),
    retirementIncomeAtVariousRetirementAges: table(rows),
  })
  const strategy = aStrategy({
    percentiles: [entry(10, 43_200, { 65: 10, 75: 11 }), entry(50, 48_000, average)],
    ...over,
  })
  const own = ownStrategy(
    statementOf({ saved: anAnswer([strategy]), today: null, typedGoal: null }, rules),
  )
  if (own === null) throw new Error('no strategy')
  return own
}

test('the earliest age that reaches the goal is found, and an income between two ages of the table is marked “about”', () => {
  const sent = earliestAge(stated({ 65: 10, 66: 11, 68: 12 }), 'average')
  expect(sent).toMatchObject({ age: 67, income: { about: true } })
  expect(sent && exportFigure(sent.income)).toBe(4600)
  expect(earliestAge(stated({ 65: 10, 66: 11.25 }), 'average')).toMatchObject({
    age: 66,
    income: { about: false },
    gap: { kind: 'even' },
  })
})

test('each market has its own table', () => {
  const own = stated({ 65: 10, 66: 12 })
  expect(earliestAge(own, 'average')).toMatchObject({ age: 66 })
  expect(earliestAge(own, 'poor')).toBeNull()
  expect(earliestAge(own, 'good')).toBeNull()
})

test('nobody is told to work beyond 75, whatever the table says', () => {
  const own = stated({ 65: 10, 75: 11, 80: 20 })
  expect(laterAges(own, 'average').at(-1)?.age).toBe(75)
  expect(earliestAge(own, 'average')).toBeNull()
  expect(atAge(own, 'average', 80)).toMatchObject({ age: 80 })
})

test('without a table, a goal or an age, no age is given', () => {
  expect(laterAges(stated({}), 'average')).toEqual([])
  expect(earliestAge(stated({ 65: 10, 66: 20 }, { goal: null }), 'average')).toBeNull()
  expect(laterAges(stated({ 65: 10, 66: 20 }, { retirementAge: null }), 'average')).toEqual([])
})
