import { describe, expect, test } from 'vitest'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { inWords } from '#test/support/figures/sides.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { emptyStrategy } from './sample-forecast.ts'

/** Tests which parts of a recommendation can be accepted, and where each line starts. */

const component = (over: Partial<SavingsComponent>): SavingsComponent => ({
  planId: 'ACME401K',
  type: 'Pretax',
  value: 6,
  isRoth: false,
  numberOfYears: null,
  dollarAmount: null,
  ...over,
})
const strategy = (
  type: string,
  retirementAge: number | null,
  components: readonly SavingsComponent[],
): Strategy => ({
  ...emptyStrategy(type),
  retirementAge,
  savingsRateDetail: [{ account: 'A1', components: [...components] }],
})
const answer = (current: Strategy, revised: Strategy) => ({
  strategies: [current, revised],
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
  communicationXml: '',
  notes: [],
})
const saved = (
  current: readonly SavingsComponent[],
  revised: readonly SavingsComponent[],
  inputs = {},
  ages: readonly [number | null, number | null] = [67, 67],
) => ({
  savedAt: '2026-11-20T10:00:00.000Z',
  inputs,
  reading: answer(strategy('Current', ages[0], current), strategy('Revised', ages[1], revised)),
})
const profile = aProfile({
  contributions: [
    { kind: 'pretax', planId: 'ACME401K', rate: 6, amount: null, attributes: {}, line: 1 },
  ],
})

describe('in a recommendation,', () => {
  test('a rate is accepted as shown, starting from the Current side of the answer', () => {
    const tried = {
      SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '8' }],
    }
    const revised = [component({ value: 11.0000001 })]
    const first = (...from: Parameters<typeof saved>) =>
      recommendationOf(saved(...from), profile).lines[0]
    expect(first([component({ value: 8 })], revised, tried)).toMatchObject({
      values: [{ from: 8, to: 11, today: 'plan' }],
      part: {
        SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '11' }],
      },
    })
    expect(first([component({ value: 6 })], revised)?.values).toMatchObject([
      { from: 6, to: 11, today: 'file' },
    ])
    expect(first([component({ value: 7 })], revised)?.values).toMatchObject([
      { from: 7, to: 11, today: 'forecast' },
    ])
  })

  test('a rate that is equal in both strategies has no line, whatever the file says', () => {
    const both = [component({ value: 4.36 }), component({ type: 'Roth', value: 1.64 })]
    expect(recommendationOf(saved(both, both), profile)).toMatchObject({ lines: [], notTaken: [] })
  })

  test('an age is recommended only if Revised has neither Current’s age nor the requested one', () => {
    const agesOf = (asked: number | undefined, ...ages: readonly [number | null, number | null]) =>
      recommendationOf(
        saved([], [], asked === undefined ? {} : { RetirementAge: asked }, ages),
        null,
      ).lines.flatMap(({ values }) => values.map(({ from, to, today }) => [from, to, today]))
    expect(agesOf(undefined, 65, 65)).toEqual([])
    expect(agesOf(undefined, 65, 67)).toEqual([[65, 67, 'service']])
    expect(agesOf(undefined, null, 67)).toEqual([[null, 67, 'unknown']])
    // Current keeps its default age, and Revised has the requested one.
    expect(agesOf(67, 65, 67)).toEqual([])
    expect(agesOf(67, 67, 67)).toEqual([])
    expect(agesOf(67, 65, 69)).toEqual([[67, 69, 'plan']])
    // If the service ignores the requested age, that does not count as recommending another age.
    expect(agesOf(67, 65, 65)).toEqual([])
  })

  test('rates that move between kinds within a plan are one line; rates that only rise are separate lines', () => {
    const roth = (value: number) => component({ type: 'Roth', value, isRoth: true })
    const moved = recommendationOf(
      saved([component({ value: 6 })], [component({ value: 2 }), roth(4)]),
      profile,
    ).lines
    expect(
      moved.map(({ values }) => values.map(({ label, from, to }) => [label, from, to])),
    ).toEqual([
      [
        ['Pre-tax', 6, 2],
        ['Roth', null, 4],
      ],
    ])
    expect(moved[0]?.part).toEqual({
      SavingsRateDetails: [
        { PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '2' },
        { PlanId: 'ACME401K', SavingsType: 'Roth', Value: '4' },
      ],
    })
    const raised = saved([component({ value: 6 }), roth(1)], [component({ value: 8 }), roth(2)])
    expect(recommendationOf(raised, profile).lines).toHaveLength(2)
    const elsewhere = component({ planId: 'OTHER', value: 0 })
    const apart = saved(
      [component({ value: 6 }), { ...elsewhere, value: 3 }],
      [component({ value: 8 }), elsewhere],
    )
    expect(recommendationOf(apart, profile).lines).toHaveLength(2)
  })

  test('if the law moves money to Roth, a raise is sent with both rates, because the file’s rate would otherwise count twice', () => {
    const roth = (value: number) => component({ type: 'Roth', value, isRoth: true })
    const well = aProfile({
      salary: 385_000,
      dateOfBirth: '1968-03-01',
      contributions: [
        { kind: 'pretax', planId: 'ACME401K', rate: 8.4, amount: null, attributes: {}, line: 1 },
      ],
    })
    const law = [component({ value: 6.36 }), roth(2.04)]
    const equal = recommendationOf(saved(law, law), well)
    expect(equal.lines).toEqual([])
    expect(equal.rules.map(inWords)).toEqual([
      'By law, catch-up contributions of people with wages above $150,000 are Roth: 2.04% of the 8.4% goes in as Roth.',
    ])
    const { lines } = recommendationOf(saved(law, [component({ value: 6.36 }), roth(3)]), well)
    expect(lines.map(({ part }) => part.SavingsRateDetails)).toEqual([
      [
        { PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '6.36' },
        { PlanId: 'ACME401K', SavingsType: 'Roth', Value: '3' },
      ],
    ])
    expect(lines[0]?.values.map(({ from, to }) => [from, to])).toEqual([
      [6.36, 6.36],
      [2.04, 3],
    ])
  })

  test('savings above the legal limit are shown with the rule of law, without a line', () => {
    const high = aProfile({
      salary: 100_000,
      dateOfBirth: '1990-03-01',
      contributions: [
        { kind: 'pretax', planId: 'ACME401K', rate: 40, amount: null, attributes: {}, line: 1 },
      ],
    })
    const { lines, rules } = recommendationOf(
      saved([component({ value: 24.5 })], [component({ value: 24.5 })]),
      high,
    )
    expect([lines, rules.map(inWords)]).toEqual([
      [],
      [
        'By law, $24,500 a year is the limit for deferrals: 24.5% of pay goes into ACME401K, not 40%.',
      ],
    ])
  })

  test('a limit that two IRAs share names both, and what the other one uses first', () => {
    const account = aProfile().accounts[0]
    const ira = (planId: string) => (account ? [{ ...account, planId, planType: 'Roth IRA' }] : [])
    const pretax = { kind: 'pretax', amount: null, attributes: {}, line: 1 } as const
    const high = aProfile({
      salary: 108_600,
      dateOfBirth: '1964-03-01',
      accounts: [...ira('IRA-1'), ...ira('IRA-2')],
      contributions: [
        { ...pretax, planId: 'IRA-1', rate: 4 },
        { ...pretax, planId: 'IRA-2', rate: 5 },
      ],
    })
    const both = [
      component({ planId: 'IRA-1', value: 4 }),
      component({ planId: 'IRA-2', value: 3.92 }),
    ]
    expect(recommendationOf(saved(both, both), high).rules.map(inWords)).toEqual([
      'By law, $8,600 a year is the limit for IRAs, over all accounts together: after $4,344 a year into IRA-1 (Pre-tax), 3.92% of pay goes into IRA-2, not 5%.',
    ])
  })

  test('an annuity in Revised is recommended, unless it is zero or Current has the same one', () => {
    const secured = (type: string, percentage: number, amount: number | null): Strategy => ({
      ...strategy(type, 67, []),
      risOutput: {
        annuityType: 'GMWB',
        recommendations: [
          { annuityType: '', loweringAnnuitizationAdvisable: true, percentage, amount },
        ],
      },
    })
    const of = (current: Strategy, revised: Strategy) =>
      recommendationOf({ ...saved([], []), reading: answer(current, revised) }, null).annuities
    const some = [{ index: 0, type: 'GMWB', percent: 15, dollars: 91_872.1 }]
    expect(of(secured('Current', 0, 0), secured('Revised', 15, 91_872.1))).toEqual(some)
    expect(of(strategy('Current', 67, []), secured('Revised', 15, 91_872.1))).toEqual(some)
    expect(of(secured('Current', 0, 0), secured('Revised', 0, 0))).toEqual([])
    expect(of(secured('Current', 15, null), secured('Revised', 15, null))).toEqual([])
  })

  test('a move cannot be accepted in half if no request can carry the other half', () => {
    const { lines, notTaken } = recommendationOf(
      saved(
        [component({ value: 6 })],
        [component({ value: 2 }), component({ value: 4, isRoth: true })],
      ),
      profile,
    )
    expect(lines).toEqual([])
    expect(notTaken.map(({ label, why }) => [label, why])).toEqual([
      ['Pre-tax', 'sameName'],
      ['Roth', 'sameName'],
    ])
    const named = saved(
      [component({ value: 6 })],
      [component({ value: 2 }), component({ type: 'Deferral', value: 4, isRoth: true })],
    )
    expect(recommendationOf(named, profile).notTaken.map(({ why }) => why)).toEqual([
      'together',
      'sameName',
    ])
  })

  test('a value that the request already contains is not recommended, however its type is spelled', () => {
    const asked = {
      RetirementAge: 69,
      SavingsRateDetails: [{ PlanId: 'acme401k', SavingsType: 'PRE-TAX', Value: '8' }],
    }
    const revised = [component({ value: 8 }), component({ type: 'PostTax', value: 3 })]
    const { lines } = recommendationOf(
      saved([component({ value: 6 })], revised, asked, [69, 69]),
      profile,
    )
    const said = (all: typeof lines) =>
      all.flatMap(({ values }) => values.map(({ label, to }) => [label, to]))
    expect(said(lines)).toEqual([['Post-tax', 3]])
    const more = { ...asked, RetirementAge: 68, SavingsRateDetails: [] }
    expect(said(recommendationOf(saved([], revised, more, [68, 69]), profile).lines)).toEqual([
      ['Retirement age', 69],
      ['Pre-tax', 8],
      ['Post-tax', 3],
    ])
  })

  test('a change that no request field can carry is listed with its reason, without a line', () => {
    const { lines, notTaken } = recommendationOf(
      saved(
        [],
        [
          component({ type: 'Employer', value: 4 }),
          component({ type: 'Pretax', value: 5, isRoth: true }),
          component({ type: '', planId: 'B', value: 3 }),
          component({ type: 'PostTax', value: 2, numberOfYears: 3 }),
          component({ type: 'PostTax', value: 4, numberOfYears: 9 }),
        ],
      ),
      null,
    )
    expect(lines).toEqual([])
    expect(notTaken.map(({ why }) => why)).toEqual([
      'sameName',
      'noName',
      'years',
      'years',
      'employer',
    ])
  })

  test('an account’s id is never used as the name of a plan', () => {
    const { lines, notTaken } = recommendationOf(
      {
        ...saved([], []),
        reading: {
          ...answer(
            strategy('Current', 67, []),
            strategy('Revised', 67, [component({ planId: '', value: 9 })]),
          ),
          accountMappings: [],
        },
      },
      null,
    )
    expect(lines).toEqual([])
    expect(notTaken).toMatchObject([{ why: 'noName', to: 9 }])
  })

  test.each([
    ['another spelling of the type', { type: 'Pre-Tax' }, { type: 'Pretax' }],
    ['another letter case of the plan', { planId: 'acme401k' }, {}],
    ['Roth recognized by its name alone', { type: 'Roth' }, { type: 'Roth', isRoth: true }],
  ])('a rate in another spelling is the same rate: %s', (_, one, other) => {
    const of = (to: number) =>
      recommendationOf(saved([component(one)], [component({ ...other, value: to })]), profile)
    expect(of(6)).toMatchObject({ lines: [], notTaken: [] })
    expect(of(8)).toMatchObject({ lines: [{ values: [{ from: 6, to: 8 }] }], notTaken: [] })
  })

  test.each(['with a mapping', 'without one'])(
    'a rate is the same rate if only one strategy names its account, %s',
    (mapped) => {
      const of = (to: number) => {
        const { reading, ...rest } = saved([component({})], [component({ value: to })])
        const strategies = reading.strategies.map((each) =>
          each.type === 'Current'
            ? { ...each, savingsRateDetail: [{ account: '', components: [component({})] }] }
            : each,
        )
        const accountMappings = mapped === 'with a mapping' ? reading.accountMappings : []
        return recommendationOf(
          { ...rest, reading: { ...reading, strategies, accountMappings } },
          null,
        )
      }
      expect(of(6)).toMatchObject({ lines: [], notTaken: [] })
      expect(of(8)).toMatchObject({ lines: [{ values: [{ from: 6, to: 8 }] }], notTaken: [] })
    },
  )

  test('two spellings of one type in a strategy are two rates, and none is lost', () => {
    const two = (value: number) => [component({ value }), component({ type: 'Pre-Tax', value: 1 })]
    const { lines, notTaken } = recommendationOf(saved(two(6), two(8)), profile)
    expect(lines).toEqual([])
    expect(notTaken).toMatchObject([{ from: 6, to: 8, why: 'sameName' }])
  })

  test.each([-5, 120, 1e307, -1e307])('no line has the rate %s, which is reported', (value) => {
    const { lines, notTaken } = recommendationOf(
      saved([component({})], [component({ value })]),
      profile,
    )
    expect(lines).toEqual([])
    expect(notTaken).toMatchObject([{ kind: 'rate', from: 6, to: value, why: 'range' }])
  })

  test('a rate that is not a possible percentage has no line, even if the request asked for another rate', () => {
    const asked = {
      SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '6' }],
    }
    const of = recommendationOf(
      saved([component({})], [component({ value: 1e307 })], asked),
      profile,
    )
    expect(of.notTaken).toMatchObject([{ why: 'range' }])
  })

  test.each([
    [66.5, 'wholeYears'],
    [-1, 'range'],
    [1e300, 'range'],
  ])('no line has the age %s, which is reported', (age, why) => {
    const { lines, notTaken } = recommendationOf(saved([], [], {}, [65, age]), profile)
    expect(lines).toEqual([])
    expect(notTaken).toMatchObject([
      { kind: 'age', label: 'Retirement age', from: 65, to: age, why },
    ])
  })

  test('a fund in several rows of an account counts with the sum of the rows', () => {
    const { reading, ...rest } = saved([], [])
    const held = [[30, 20], [20]]
    const strategies = reading.strategies.map((each, index) => ({
      ...each,
      investmentSelections: [
        {
          accountId: 'A1',
          rows: (held[index] ?? []).map((Percent) => ({ FundId: 'F1', Percent, Amount: 0 })),
        },
      ],
    }))
    const { funds } = recommendationOf({ ...rest, reading: { ...reading, strategies } }, null)
    expect(funds).toMatchObject([{ changing: 1, isEmpty: true }])
  })

  test('nothing is proposed if the answer has no recommended strategy', () => {
    const { reading, ...rest } = saved([], [])
    const alone = { ...reading, strategies: reading.strategies.slice(0, 1) }
    expect(recommendationOf({ ...rest, reading: alone }, null).proposes).toBe(false)
  })
})
