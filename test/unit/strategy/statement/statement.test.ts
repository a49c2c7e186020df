import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/json.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { leverPhrases, planName } from '#shared/strategy/lever-phrases.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { explain } from '#shared/strategy/statement/explain.ts'
import { usualGoal } from '#shared/strategy/statement/goal.ts'
import { exportFigure, written } from '#shared/strategy/statement/said.ts'
import { seriesPath, type SavedAnswer } from '#shared/strategy/statement/side.ts'
import {
  ownStrategy,
  statementOf,
  strategyIn,
  type StatementInput,
} from '#shared/strategy/statement/statement.ts'
import {
  changeSentence,
  goalsApart,
  headline,
  recommendationSentence,
  verdictWords,
} from '#shared/strategy/statement/words/advisor-words.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { emptyPercentile, emptyStrategy, series } from '../sample-forecast.ts'
import { writer } from './rules.ts'
import { anAnswer, aStrategy, rules } from './sample-side.ts'

const amount = (figure: Parameters<typeof exportFigure>[0] | null | undefined) =>
  figure ? exportFigure(figure) : null

/** A strategy with `incomes` dollars a month at the 10th, 50th and 90th percentiles. */
const paying = (
  type: string,
  incomes: readonly (number | null)[],
  over: Partial<Strategy> = {},
): Strategy => ({
  ...emptyStrategy(type),
  retirementAge: 65,
  percentiles: incomes.map((income, index) =>
    emptyPercentile([10, 50, 90][index] ?? null, income === null ? null : income * 12),
  ),
  ...over,
})

const stated = (
  strategies: readonly Strategy[],
  over: Partial<SavedAnswer> = {},
  input: Partial<StatementInput> = {},
) =>
  statementOf({ saved: anAnswer(strategies, over), today: null, typedGoal: null, ...input }, rules)

describe('incomes', () => {
  test('are dollars a month in poor, average and good markets', () => {
    const own = ownStrategy(stated([paying('Current', [5098, 5759, 6790])]))
    expect(own && Object.values(own.incomes).map(amount)).toEqual([5098, 5759, 6790])
    expect(own?.percentiles).toEqual({ poor: 10, average: 50, good: 90 })
  })

  test('use no percentile twice, so that a market that was not sent is unknown', () => {
    const one = paying('Current', [], { percentiles: [emptyPercentile(50, 60_000)] })
    const own = ownStrategy(stated([one]))
    expect(own && Object.values(own.incomes).map(amount)).toEqual([null, 5000, null])
    const none = ownStrategy(stated([emptyStrategy('Current')]))
    expect(none?.incomes.average).toBeNull()
  })

  test('are read in the unit of the settings', () => {
    const unitsOf = () => ({
      readAs: { ...usualReadAs, sustainableIncome: 'month', incomeGoal: 'month' } as const,
      source: 'Acme',
    })
    const saved = anAnswer([paying('Current', [400, 500, 600], { goal: 4500 })])
    const own = ownStrategy(
      statementOf({ saved, today: null, typedGoal: null }, { ...rules, unitsOf }),
    )
    expect([amount(own?.incomes.average), amount(own?.goal?.figure)]).toEqual([6000, 4500])
  })
})

describe('the income at another retirement age', () => {
  const at = (age: number, rows: readonly Json[]) => {
    const strategy = paying('Current', [], {
      percentiles: [
        { ...emptyPercentile(50, 60_000), retirementIncomeAtVariousRetirementAges: [...rows] },
      ],
    })
    return strategyIn(stated([strategy], { inputs: { RetirementAge: age } }), 'plan')?.incomes
      .average
  }
  const sent = [63, 65, 67].map((age, index) => ({
    RetirementAge: String(age),
    SustainableRetirementIncome: [50_000, 60_000, 72_000][index] ?? 0,
  }))

  test('is read from the service’s own table, and marked “about” between two of its ages', () => {
    expect([amount(at(67, sent)), at(67, sent)?.about]).toEqual([6000, false])
    expect([amount(at(66, sent)), at(66, sent)?.about]).toEqual([5500, true])
  })
  test('is explained only by the two amounts in the table if the table has the unit of the income', () => {
    const figure = at(66, sent)
    const lines = figure ? explain(figure, writer) : []
    expect(lines.find(({ label }) => label === 'Arithmetic')?.text).toBe(
      '(60,000 + ((72,000 − 60,000) × 1 ÷ 2)) ÷ 12 months = $5,500',
    )
    expect(lines.find(({ label }) => label === 'Rule')?.text).toMatch(/straight line from 65 to 67/)
  })
  test('is right for any unit of the table and any names of its columns', () => {
    const monthly = [
      { Age: 65, Income: 5000 },
      { Age: 67, Income: 6000 },
    ]
    expect(amount(at(67, monthly))).toBe(6000)
  })
  test.each([
    ['an age beyond the table', sent, 70],
    ['no table', [], 67],
    ['a table without the strategy’s own age', sent.slice(2), 67],
    ['two columns that could be the income', [{ RetirementAge: 67, SpouseAge: 60, Income: 1 }], 67],
    ['rows that are not objects', [1, null, 'x'], 67],
  ] as const)('is not invented: %s', (_name, rows, age) => {
    expect(at(age, rows)).toBeNull()
  })
})

describe('a plan at another age than Current’s', () => {
  const saving = (rate: number, years: number) => [
    {
      account: 'A-1',
      components: [
        {
          planId: 'XYZ401K',
          type: 'Pretax',
          value: rate,
          isRoth: false,
          numberOfYears: years,
          dollarAmount: rate * 900,
        },
      ],
    },
  ]
  const doing = {
    investmentSelections: [{ accountId: 'A-1', rows: [{ FundId: 'VTI', Percent: 100 }] }],
    savingsRateDetail: saving(6, 10),
  }
  const annuity = {
    annuityType: 'GMWB',
    recommendations: [
      {
        annuityType: 'GMWB',
        loweringAnnuitizationAdvisable: false,
        percentage: 15,
        amount: 9000,
      },
    ],
  }
  const current = {
    ...paying('Current', [], doing),
    percentiles: [
      {
        ...emptyPercentile(50, 60_000),
        retirementIncomeAtVariousRetirementAges: [
          { Age: 65, Income: 60_000 },
          { Age: 68, Income: 66_000 },
        ],
      },
    ],
  }
  const planWith = (over: Partial<Strategy>, before = current) => {
    const revised = { ...doing, savingsRateDetail: saving(6, 12), retirementAge: 67, ...over }
    const { strategies } = stated([before, paying('Revised', [null, 5500, null], revised)], {
      inputs: { RetirementAge: 67 },
    })
    const plan = strategies.find(({ role }) => role === 'plan')
    return [plan?.side.path, amount(plan?.incomes.average), plan?.incomes.average?.about]
  }

  test('has the exact figures of Revised if Revised changes nothing else', () => {
    expect(planWith({})).toEqual(['StrategyOutput[Revised]', 5500, false])
  })
  const others: readonly (readonly [string, Partial<Strategy>])[] = [
    ['saves otherwise', { savingsRateDetail: saving(7, 12) }],
    [
      'has other funds',
      { investmentSelections: [{ accountId: 'A-1', rows: [{ FundId: 'BND' }] }] },
    ],
    ['recommends an annuity', { risOutput: annuity }],
    ['retires at yet another age', { retirementAge: 66 }],
  ]
  test.each(others)('is an estimate from Current if Revised %s', (_name, over) => {
    expect(planWith(over)).toEqual(['StrategyOutput[Current]', 5333, true])
  })
  test('is an estimate if the answer does not list the funds, because it is then unknown whether they change', () => {
    const unlisted = { investmentSelections: [] }
    expect(planWith(unlisted, { ...current, ...unlisted })).toEqual([
      'StrategyOutput[Current]',
      5333,
      true,
    ])
  })
})

describe('the goal', () => {
  const profile = { ...aProfile(), salary: 84_000 }
  const goalWith = (over: Partial<Strategy>, typedGoal: number | null = null, known = true) => {
    const saved = known ? { profile } : {}
    const { goal } = stated([aStrategy(over)], saved, { typedGoal })
    return goal && [amount(goal.figure), goal.source]
  }
  test.each([
    ['what the advisor entered', { goal: 48_000 }, 5390, [5390, 'typed']],
    ['the household’s goal', { goal: 48_000, goalParticipant: 36_000 }, null, [4000, 'service']],
    ['the participant’s goal', { goal: 0, goalParticipant: 36_000 }, null, [3000, 'service']],
    ['a share of pay', { goal: null }, null, [4900, 'shareOfPay']],
  ] as const)('is %s', (_name, over, typed, expected) => {
    expect(goalWith(over, typed)).toEqual(expected)
  })
  test('is compared with the pay in its own forecast, as the income is', () => {
    const today = anAnswer([paying('Current', [3000, 4000, 5000], { goal: 58_800 })], {
      id: 'before',
      profile,
    })
    const { strategies } = stated(
      [paying('Current', [3000, 4000, 5000], { goal: 67_200 })],
      { id: 'raised', profile, inputs: { Salary: 96_000 } },
      { today },
    )
    expect(
      strategies.map(({ role, ofPay, goal }) => [role, amount(ofPay.average), amount(goal?.ofPay)]),
    ).toEqual([
      ['today', 57, 70],
      ['plan', 50, 70],
    ])
  })
  test('is unknown if none is given', () => {
    expect(goalWith({ goal: null }, null, false)).toBeNull()
    expect(usualGoal(null, null, 70)).toBeNull()
    expect(usualGoal(null, 84_000, 70)).toBe(4900)
  })
  test("of a strategy comes from that strategy's own answer, because a lever may change it", () => {
    const today = anAnswer([paying('Current', [null, 4200], { goal: 48_000 })], { id: 'today' })
    const plan = [
      paying('Current', [null, 4600], { goal: 60_000 }),
      paying('Revised', [null, 5100], { goal: 60_000 }),
    ]
    const statement = stated(plan, { inputs: { Salary: 90_000 } }, { today })
    expect(
      statement.strategies.map(({ gaps }) => [gaps.average?.kind, amount(gaps.average?.figure)]),
    ).toEqual([
      ['over', 200],
      ['short', 400],
      ['over', 100],
    ])
    expect(amount(statement.goal?.figure)).toBe(5000)
    expect(written(goalsApart(statement), writer)).toBe('; Today: $4,000')
  })
})

describe('the result', () => {
  test.each([
    [[5390, 5834, 6667], 'enough even in poor markets'],
    [[5276, 5981, 7020], 'enough in average markets, $114 short in poor ones'],
    [[4167, 5389, 7020], '$1 short in average markets'],
    [[null, null, null], ''],
  ] as const)('for the incomes %j is “%s”', (incomes, words) => {
    const own = ownStrategy(stated([paying('Current', incomes)], {}, { typedGoal: 5390 }))
    expect(own && written(verdictWords(own), writer)).toBe(words)
  })
})

describe('differences', () => {
  const today = anAnswer([paying('Current', [5098, 5759, 6790])], { id: 'today' })
  test('are measured from Today, in the dollars shown on screen', () => {
    const plan = [paying('Current', [5276, 5981, 7020]), paying('Revised', [5420, 6214, 7240])]
    const statement = stated(plan, { inputs: { Salary: 90_000 } }, { today })
    expect(statement.strategies.map(({ differences }) => amount(differences.average))).toEqual([
      null,
      222,
      455,
    ])
  })
  test('between different percentiles are not shown as differences between the strategies', () => {
    const other = paying('Revised', [], {
      percentiles: [emptyPercentile(30, 60_000), emptyPercentile(70, 80_000)],
    })
    const recommended = strategyIn(
      stated([paying('Current', [4000, 5000, 6000]), other]),
      'recommended',
    )
    expect(recommended?.differences.average).toBeNull()
  })
  test('are stated for both markets if they have opposite directions', () => {
    const statement = stated([
      paying('Current', [3000, 5000, 7000]),
      paying('Revised', [3203, 4755, 6500]),
    ])
    const recommended = strategyIn(statement, 'recommended')
    expect(recommended && written(changeSentence(recommended, 'average'), writer)).toBe(
      'Recommended takes away $245 a month in average markets and adds $203 in poor ones.',
    )
  })
  test('lead with the chosen market, and name every market with another direction', () => {
    const statement = stated([
      paying('Current', [3000, 5000, 7000]),
      paying('Revised', [2990, 5225, 5897]),
    ])
    const recommended = strategyIn(statement, 'recommended')
    expect(recommended && written(changeSentence(recommended, 'good'), writer)).toBe(
      'Recommended takes away $1,103 a month in good markets and adds $225 in average ones.',
    )
    expect(recommended && written(changeSentence(recommended, 'average'), writer)).toBe(
      'Recommended adds $225 a month in average markets, takes away $10 in poor ones and takes away $1,103 in good ones.',
    )
  })
})

describe('the recommendation with a plan', () => {
  const sentence = (plan: readonly (number | null)[], recommended: readonly (number | null)[]) => {
    const today = anAnswer([paying('Current', [3600, 4000, 5000])], { id: 'today' })
    const strategies = [paying('Current', plan), paying('Revised', recommended)]
    const statement = stated(strategies, { inputs: { Salary: 90_000 } }, { today })
    return written(recommendationSentence(statement, 'average'), writer)
  }
  test.each([
    [
      'less and more',
      [3300, 3800, 4800],
      [3386, 3763, 4700],
      'Recommended takes away $237 a month in average markets. That includes what you changed. Compared with Plan, Recommended pays $37 a month less in average markets and $86 a month more in poor ones.',
    ],
    [
      'the same',
      [3700, 4200, 4800],
      [3700, 4200, 4700],
      'Recommended adds $200 a month in average markets and takes away $300 in good ones. That includes what you changed. Compared with Plan, Recommended pays the same in average and poor markets.',
    ],
    [
      'the same only in poor markets',
      [3700, 4200, 4800],
      [3700, 4300, 4700],
      'Recommended adds $300 a month in average markets and takes away $300 in good ones. That includes what you changed. Compared with Plan, Recommended pays $100 a month more in average markets and the same in poor ones.',
    ],
    [
      'unknown in poor markets',
      [null, 4200, 4800],
      [3700, 4300, 4700],
      'Recommended adds $300 a month in average markets and takes away $300 in good ones. That includes what you changed. Compared with Plan, Recommended pays $100 a month more in average markets.',
    ],
    [
      'unknown',
      [null, null, null],
      [3700, 4300, 4700],
      'Recommended adds $300 a month in average markets and takes away $300 in good ones. That includes what you changed. How it compares with Plan is not in the answer.',
    ],
    ['without a figure of its own', [3700, 4200, 4800], [null, null, null], ''],
  ] as const)(
    'is compared with Today and with the plan: %s',
    (_name, plan, recommended, wanted) => {
      expect(sentence(plan, recommended)).toBe(wanted)
    },
  )

  test('is compared only with the plan if there is no forecast for Today', () => {
    const strategies = [
      paying('Current', [3700, 4200, 4800]),
      paying('Revised', [3700, 4100, 4700]),
    ]
    expect(
      written(
        recommendationSentence(stated(strategies, { inputs: { Salary: 90_000 } }), 'average'),
        writer,
      ),
    ).toBe(
      'Compared with Plan, Recommended pays $100 a month less in average markets and the same in poor ones.',
    )
  })
})

test('the headline names its market', () => {
  const own = ownStrategy(stated([paying('Current', [2342, 2391, 2457], { goal: 44_940 })]))
  expect(own && written(headline(own, 'average'), writer)).toBe(
    '$1,354 a month short if markets are average',
  )
  expect(own && written(headline(own, 'poor'), writer)).toBe(
    '$1,403 a month short if markets are poor',
  )
})

test('changes have the names that a client would use', () => {
  const rate = { PlanId: 'A', SavingsType: '0', Value: '12' }
  const phrases = leverPhrases({ inputs: { RetirementAge: 67, SavingsRateDetails: [rate] } })
  expect(written(planName(phrases), writer)).toBe('Retiring at 67 and saving 12%')
  expect(leverPhrases({ inputs: {} })).toEqual([])
  const more = {
    Salary: 92_400,
    ExcludeSocialSecurity: true,
    PensionTypes: [{ Amount: 19_200 }],
    ForecastType: 'Full',
  }
  expect(leverPhrases({ inputs: more }).map((phrase) => written(phrase, writer))).toEqual([
    'earning $92,400',
    'drawing a pension of $19,200',
    'leaving out Social Security',
    'using forecast type Full',
  ])
})

test('a rate that is not all of somebody’s savings is told apart from the others', () => {
  const saving = (
    planId: string,
    type: string,
    contributions: readonly (readonly [
      kind: 'pretax' | 'roth' | 'posttax' | 'employer',
      planId: string,
    ])[],
  ) => {
    const [rule] = aProfile().contributions
    const profile = aProfile({
      contributions: contributions.flatMap(([kind, planId]) =>
        rule ? [{ ...rule, kind, planId, rate: 3 }] : [],
      ),
    })
    const inputs = { SavingsRateDetails: [{ PlanId: planId, SavingsType: type, Value: '6' }] }
    return leverPhrases({ inputs, profile })
      .map((phrase) => written(phrase, writer))
      .join()
  }
  expect(
    saving('A', 'Pretax', [
      ['pretax', 'A'],
      ['employer', 'B'],
    ]),
  ).toBe('saving 6%')
  expect(
    saving('A', 'Pretax', [
      ['pretax', 'A'],
      ['pretax', 'B'],
    ]),
  ).toBe('saving 6% into A')
  expect(
    saving('A', 'Pretax', [
      ['pretax', 'A'],
      ['roth', 'a'],
    ]),
  ).toBe('saving 6% before tax')
  expect(
    saving('A', 'Roth', [
      ['pretax', 'A'],
      ['roth', 'B'],
    ]),
  ).toBe('saving 6% as Roth into A')
  expect(saving('A', 'PostTax', [['pretax', '']])).toBe('saving 6% after tax')
})

test('a series with the same name as another is found by its number', () => {
  const column = { ages: Float64Array.of(65), values: Float64Array.of(1) }
  const own = series('', 'SocialSecurity', column)
  const spouse = { ...own, investor: 'Spouse' }
  expect(seriesPath('IncomeSources', own, [spouse, own])).toBe('IncomeSources[SocialSecurity #2]')
  expect(seriesPath('IncomeSources', spouse, [spouse, own])).toBe(
    'IncomeSources[SocialSecurity, Spouse]',
  )
})

test('a market that was not sent has no years, phases or gap', () => {
  const paid = { ages: Float64Array.of(65, 70), values: Float64Array.of(36_000, 48_000) }
  const one = paying('Current', [], {
    percentiles: [
      { ...emptyPercentile(50, 36_000), incomeSources: [series('A', 'AccountIncome', paid)] },
    ],
  })
  const own = ownStrategy(stated([one]))
  expect([own?.course('average').kind, own?.course('poor').kind]).toEqual(['yearly', 'none'])
  expect([own?.phases('poor'), own?.gaps.poor]).toEqual([[], null])
})
