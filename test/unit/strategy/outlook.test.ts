import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/json.ts'
import type { Strategy } from '#shared/express/reading.ts'
import {
  needOf,
  needsOf,
  outlookAt,
  outlookOf,
  outlookRows,
  salaryForNeed,
  verdictOf,
} from '#shared/strategy/outlook/outlook.ts'
import { leverPhrases, needApart, planName } from '#shared/strategy/outlook/outlook-words.ts'
import { emptyPercentile, emptyStrategy } from './sample-forecast.ts'

const figures = {
  dollars: (value: number) => `$${value.toLocaleString('en-US')}`,
  percent: (value: number) => `${value}%`,
}
const choice = { cautious: 10, typical: 50 }

/** A strategy with `incomes` dollars a year at the 10th, 50th and 90th percentile. */
const strategyOf = (
  type: string,
  incomes: readonly (number | null)[],
  over: Partial<Strategy> = {},
): Strategy => ({
  ...emptyStrategy(type),
  percentiles: incomes.map((income, index) => emptyPercentile([10, 50, 90][index] ?? null, income)),
  ...over,
})
const need = { month: 5390, source: 'asked' } as const

describe('the outlook', () => {
  test('has dollars a month in poor, typical and good markets', () => {
    const { poor, typical, good } = outlookOf(
      strategyOf('Current', [61_176, 69_108, 81_480]),
      choice,
    )
    expect([poor?.month, typical?.month, good?.month]).toEqual([5098, 5759, 6790])
    expect([poor?.percentile, typical?.percentile, good?.percentile]).toEqual([10, 50, 90])
  })

  test('takes no percentile twice: what was not sent is not known', () => {
    const one = outlookOf(
      { ...emptyStrategy('Current'), percentiles: [emptyPercentile(50, 60_000)] },
      choice,
    )
    expect(one).toEqual({
      retirementAge: null,
      poor: null,
      typical: { percentile: 50, month: 5000, between: false },
      good: null,
    })
    expect(outlookOf(emptyStrategy('Current'), choice).typical).toBeNull()
    expect(outlookOf(strategyOf('Current', [60_000, null, 70_000]), choice).typical).toBeNull()
  })
})

describe('another retirement age', () => {
  const table = (rows: readonly Json[]): Strategy => ({
    ...emptyStrategy('Current'),
    retirementAge: 65,
    percentiles: [
      { ...emptyPercentile(50, 60_000), retirementIncomeAtVariousRetirementAges: [...rows] },
    ],
  })
  const sent = [63, 65, 67].map((age, index) => ({
    RetirementAge: String(age),
    SustainableRetirementIncome: [50_000, 60_000, 72_000][index] ?? 0,
  }))

  test('is read from the service’s own table', () => {
    expect(outlookAt(table(sent), 67, choice).typical).toEqual({
      percentile: 50,
      month: 6000,
      between: false,
    })
    expect(outlookAt(table(sent), 66, choice).typical).toEqual({
      percentile: 50,
      month: 5500,
      between: true,
    })
  })
  test('is right whatever the unit of the table, and whatever its columns are called', () => {
    const monthly = [
      { Age: 65, Income: 5000 },
      { Age: 67, Income: 6000 },
    ]
    expect(outlookAt(table(monthly), 67, choice).typical?.month).toBe(6000)
  })
  test.each([
    ['an age beyond the table', sent, 70],
    ['no table', [], 67],
    ['a table without the strategy’s own age', sent.slice(2), 67],
    ['two columns that may be meant', [{ RetirementAge: 67, SpouseAge: 60, Income: 1 }], 67],
    ['no objects', [1, null, 'x'], 67],
  ] as const)('is not invented: %s', (_name, rows, age) => {
    expect(outlookAt(table(rows), age, choice).typical).toBeNull()
  })
})

describe('the need', () => {
  const options = { asked: null, salary: 84_000, shareOfSalary: 70 }
  test.each([
    [
      'what the advisor entered',
      { goal: 48_000, goalParticipant: null },
      { ...options, asked: 5390 },
      { month: 5390, source: 'asked' },
    ],
    [
      'the household’s goal',
      { goal: 48_000, goalParticipant: 36_000 },
      options,
      { month: 4000, source: 'service' },
    ],
    [
      'the participant’s goal',
      { goal: 0, goalParticipant: 36_000 },
      options,
      { month: 3000, source: 'service' },
    ],
    [
      'a share of salary',
      { goal: null, goalParticipant: null },
      options,
      { month: 4900, source: 'salaryShare' },
    ],
    ['nothing', null, { ...options, salary: null }, null],
  ] as const)('is %s', (_name, strategy, given, expected) => {
    expect(needOf(strategy, given)).toEqual(expected)
  })
})

describe('the need of strategies side by side', () => {
  const options = { asked: null, salary: 60_000, shareOfSalary: 70 }
  const without = emptyStrategy('Revised')
  const of = (month: number, typical: number) => ({
    ...emptyStrategy('Current'),
    goal: month * 12,
    percentiles: [emptyPercentile(50, typical * 12)],
  })
  const monthsOf = (
    strategies: Parameters<typeof needsOf>[0],
    given: Parameters<typeof needsOf>[1] = options,
  ) => {
    const { need, ownNeeds } = needsOf(strategies, given)
    return [need, ownNeeds.today, ownNeeds.plan, ownNeeds.recommended].map((each) => each?.month)
  }
  test('is the goal of the answer that is judged, also if a lever moved it', () => {
    const sides = { today: of(4000, 4200), plan: of(5000, 4600), recommended: of(5000, 5100) }
    expect(monthsOf(sides)).toEqual([5000, 4000, 5000, 5000])
    expect(monthsOf({ ...sides, plan: null, recommended: without })).toEqual([
      4000, 4000, 4000, 4000,
    ])
    expect(monthsOf({ today: null, plan: null, recommended: sides.plan })[0]).toBe(5000)
    const needs = needsOf(sides, options)
    const rows = outlookRows({ ...sides, ...needs, planAge: null, choice })
    expect(rows.map(({ verdict }) => verdict.typicalGap)).toEqual([200, -400, 100])
    expect(needApart(rows, needs.need ?? { month: 0, source: 'asked' }, figures)).toBe(
      ' with these changes; today’s is $4,000',
    )
  })
  test('is one for all if the advisor entered it, and if no answer names a goal', () => {
    const sides = { today: of(4000, 4200), plan: of(5000, 4600), recommended: null }
    const asked = { ...options, asked: 4500 }
    expect(new Set(monthsOf(sides, asked))).toEqual(new Set([4500]))
    const rows = outlookRows({ ...sides, ...needsOf(sides, asked), planAge: null, choice })
    expect(needApart(rows, { month: 4500, source: 'asked' }, figures)).toBe('')
    expect(needsOf({ today: null, plan: without, recommended: null }, options).need).toEqual({
      month: 3500,
      source: 'salaryShare',
    })
  })
  test('by salary is a share of the file’s, which no lever moves', () => {
    const file = { profile: { salary: 60_000 }, inputs: { Salary: 80_000 } }
    expect(salaryForNeed(null, file)).toBe(60_000)
    expect(salaryForNeed(null, { profile: null, inputs: { Salary: 80_000 } })).toBe(80_000)
    expect(salaryForNeed(null, null)).toBeNull()
  })
})

describe('the verdict', () => {
  test.each([
    [[64_680, 70_000, 80_000], 'enough'],
    [[63_312, 71_772, 84_240], 'typicalOnly'],
    [[50_000, 64_668, 84_240], 'short'],
    [[null, null, null], 'unknown'],
  ] as const)('of %j is %s', (incomes, kind) => {
    const verdict = verdictOf(outlookOf(strategyOf('Current', incomes), choice), need)
    expect(verdict.kind).toBe(kind)
  })
  test('is of nothing where no need is known, and says nothing of markets that were not sent', () => {
    expect(verdictOf(outlookOf(strategyOf('Current', [1, 2, 3]), choice), null).kind).toBe(
      'unknown',
    )
    const typicalOnly = outlookOf(
      { ...emptyStrategy('Current'), percentiles: [emptyPercentile(50, 70_000)] },
      choice,
    )
    expect(verdictOf(typicalOnly, need)).toMatchObject({ kind: 'typicalOnly', poorGap: null })
  })
})

describe('the rows', () => {
  const today = strategyOf('Current', [61_176, 69_108, 81_480], { retirementAge: 65 })
  const plan = strategyOf('Current', [63_312, 71_772, 84_240], { retirementAge: 65 })
  const recommended = strategyOf('Revised', [65_040, 74_568, 86_880])
  const input = { today, plan: null, planAge: null, recommended, need, choice }

  test('compare with today, in whole dollars as they are shown', () => {
    const rows = outlookRows({ ...input, plan })
    expect(rows.map(({ role, more }) => [role, more])).toEqual([
      ['today', null],
      ['plan', 222],
      ['recommended', 455],
    ])
  })
  test('compare no different percentiles: the difference would be that of the markets', () => {
    const percentiles = [emptyPercentile(30, 60_000), emptyPercentile(70, 80_000)]
    const rows = outlookRows({
      today: strategyOf('Current', [40_000, 64_000, 90_000]),
      plan: null,
      planAge: null,
      recommended: strategyOf('Revised', [], { percentiles }),
      need,
      choice,
    })
    expect(rows.map(({ more }) => more)).toEqual([null, null])
  })
  test('leave out what there is no strategy for', () => {
    expect(outlookRows({ ...input, recommended: null }).map(({ role }) => role)).toEqual(['today'])
  })
  test('name what was changed as a client would', () => {
    const phrases = leverPhrases(
      {
        inputs: {
          RetirementAge: 67,
          SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '12' }],
        },
      },
      figures,
    )
    expect(planName(phrases)).toBe('Retiring at 67 and saving 12%')
    expect(leverPhrases({ inputs: {} }, figures)).toEqual([])
    expect(
      leverPhrases(
        {
          inputs: {
            Salary: 92_400,
            ExcludeSocialSecurity: true,
            PensionTypes: [{ Amount: 19_200 }],
            ForecastType: 'Full',
          },
        },
        figures,
      ),
    ).toEqual([
      'earning $92,400',
      'drawing a pension of $19,200',
      'leaving out Social Security',
      'using forecast type Full',
    ])
  })
})
