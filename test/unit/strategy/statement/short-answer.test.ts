import { describe, expect, test } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { explanationText } from '#shared/strategy/statement/explain.ts'
import { written, type FigureWriter } from '#shared/strategy/statement/said.ts'
import { sentClaims } from '#shared/strategy/statement/claims/claim-ages.ts'
import {
  claimsSaid,
  incomesSaid,
  lineIncomes,
} from '#shared/strategy/statement/lists/short-answer.ts'
import { statementOf, type Rules } from '#shared/strategy/statement/statement.ts'
import { caseRecord, forecastRecord } from '#test/support/samples/saved-records.ts'
import { emptyPercentile, emptyStrategy } from '../sample-forecast.ts'
import { rules } from './sample-side.ts'

/**
 * Tests that a line in Saved results has the figures of its forecast, even if the settings change
 * later.
 */

const writer: FigureWriter = { dollars: (value) => `$${value}`, percent: (value) => `${value}%` }
const table = [
  { Age: 65, Income: 40_000 },
  { Age: 68, Income: 52_000 },
]
const record = (over: Partial<SavedForecast> = {}): SavedForecast => {
  const base = forecastRecord('f-1')
  const strategy = (type: string, average: number) => ({
    ...emptyStrategy(type),
    retirementAge: 65,
    percentiles: [
      emptyPercentile(25, average * 0.9),
      { ...emptyPercentile(50, average), retirementIncomeAtVariousRetirementAges: table },
    ],
  })
  return {
    ...base,
    inputs: {},
    reading: {
      ...base.reading,
      strategies: [strategy('Other', 1), strategy('Current', 48_400), strategy('Revised', 51_100)],
    },
    ...over,
  }
}
const monthly: Rules = {
  ...rules,
  choice: { poor: 10, average: 25 },
  unitsOf: () => ({ readAs: { ...usualReadAs, sustainableIncome: 'month' }, source: 'Acme' }),
}

describe.each([
  ['with the settings of the forecast', rules],
  ['after a change of the settings', monthly],
])('a line in Saved results, %s,', (_, now) => {
  test.each([
    ['today', {}],
    ['a plan at the answer’s own age', { RetirementAge: 65 }],
    ['a plan at another age', { RetirementAge: 67 }],
    ['a plan with the answer’s default age', { Salary: 90_000 }],
  ])('has the figures and explanations of its forecast: %s', (_name, inputs) => {
    const saved = record({ inputs })
    const { strategies } = statementOf({ saved, today: null, typedGoal: null }, now)
    const wanted = strategies.flatMap(({ incomes }) => incomes.average ?? [])
    const found = lineIncomes(summaryLineOf(saved), now).flatMap(({ income }) => income ?? [])
    expect(wanted.length).toBeGreaterThan(0)
    expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect(found.map((each) => explanationText(each, writer))).toEqual(
      wanted.map((each) => explanationText(each, writer)),
    )
  })
})

test('a line has the exact figure of a plan if Revised only changes its retirement age', () => {
  const base = record({ inputs: { RetirementAge: 67 } })
  const saved: SavedForecast = {
    ...base,
    reading: {
      ...base.reading,
      strategies: base.reading.strategies.map((strategy) => ({
        ...strategy,
        investmentSelections: [{ accountId: 'A-1', rows: [{ FundId: 'VTI', Percent: 100 }] }],
        retirementAge: strategy.type === 'Revised' ? 67 : 65,
      })),
    },
  }
  const incomes = lineIncomes(summaryLineOf(saved), rules)
  expect(written(incomesSaid(incomes), writer)).toBe(
    'Plan $4258, Recommended $4258 a month in average markets',
  )
})

test('a line says in words that there is no income', () => {
  const line = (saved: SavedForecast): string =>
    written(incomesSaid(lineIncomes(summaryLineOf(saved), rules)), writer)
  expect(line(record())).toBe('Today $4033, Recommended $4258 a month in average markets')
  expect(line(record({ inputs: { RetirementAge: 67 } }))).toBe(
    'Plan about $4840, Recommended $4258 a month in average markets',
  )
  expect(line(record({ reading: { ...record().reading, strategies: [] } }))).toBe('')
})

test('the line of a plan with phases names all phases, not only the first income', () => {
  const { answer, ...item } = summaryLineOf(record({ inputs: { RetirementAge: 65 } }))
  if (answer === undefined) throw new Error('no answer')
  const incomes = lineIncomes({ ...item, answer: { ...answer, phases: [65, 70] } }, rules)
  expect(written(incomesSaid(incomes), writer)).toBe(
    'Plan in phases (from 65, from 70), Recommended $4258 a month in average markets',
  )
})

test('a line of Case information has the first two claim ages, with the same figures as on its screen', () => {
  const saved = caseRecord('c-1')
  const rows = [70, 62, 67].map((age) => ({ age, amount: age * 400, penaltyAmount: 0 }))
  const record = {
    ...saved,
    reading: {
      ...saved.reading,
      socialSecurity: [{ age: null, amount: 1, penaltyAmount: 0 }, ...rows],
    },
  }
  for (const caseAmount of ['year', 'month'] as const) {
    const units = { readAs: { ...usualReadAs, caseAmount }, source: 'Acme' }
    const line = claimsSaid(summaryLineOf(record), { ...rules, unitsOf: () => units })
    const [first, second] = sentClaims(record, units).map(({ amount }) => amount)
    expect(line.filter((part) => typeof part !== 'string').map(({ figure }) => figure)).toEqual([
      first,
      second,
    ])
    expect(written(line, writer)).toBe(
      caseAmount === 'year'
        ? '$24800 a year at 62, $26800 a year at 67'
        : '$297600 a year at 62, $321600 a year at 67',
    )
  }
  const none = { ...record, reading: { ...record.reading, socialSecurity: [] } }
  expect(claimsSaid(summaryLineOf(none), rules)).toEqual([])
})
