import { describe, expect, test } from 'vitest'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { emptyStrategy } from './sample-forecast.ts'

/** The parts of a recommendation that can be accepted, and the start of each line. */

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

describe('what can be accepted of a recommendation', () => {
  test('a rate is accepted as the value that is shown, from the file’s own rate, whatever was tried', () => {
    const tried = {
      SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '8' }],
    }
    const { lines } = recommendationOf(
      saved([component({ value: 8 })], [component({ value: 11.0000001 })], tried),
      null,
      profile,
    )
    expect(lines).toMatchObject([
      {
        from: 6,
        to: 11,
        today: 'file',
        part: {
          SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '11' }],
        },
      },
    ])
  })

  test('the retirement age starts from today’s forecast, not from the one that was tried', () => {
    const today = saved([], [])
    const shown = saved([], [], { RetirementAge: 68 }, [68, 69])
    expect(recommendationOf(shown, today, null).lines).toMatchObject([
      { key: 'recommended RetirementAge 69', from: 67, to: 69, today: 'service' },
    ])
    expect(recommendationOf(shown, null, null).lines).toMatchObject([
      { today: 'unknown', from: null },
    ])
    expect(recommendationOf({ ...shown, inputs: {} }, today, null).lines).toHaveLength(1)
    expect(recommendationOf(saved([], []), today, null).lines).toEqual([])
  })

  test('what the request itself asked for is no recommendation, whatever its type is called', () => {
    const asked = {
      RetirementAge: 69,
      SavingsRateDetails: [{ PlanId: 'acme401k', SavingsType: 'PRE-TAX', Value: '8' }],
    }
    const revised = [component({ value: 8 }), component({ type: 'PostTax', value: 3 })]
    const { lines } = recommendationOf(
      saved([component({ value: 8 })], revised, asked, [69, 69]),
      saved([], []),
      profile,
    )
    expect(lines.map(({ label, to }) => [label, to])).toEqual([['Post-tax', 3]])
    const more = { ...asked, RetirementAge: 68, SavingsRateDetails: [] }
    expect(
      recommendationOf(saved([], revised, more, [68, 69]), saved([], []), profile).lines.map(
        ({ label, to }) => [label, to],
      ),
    ).toEqual([
      ['Retirement age', 69],
      ['Pre-tax', 8],
      ['Post-tax', 3],
    ])
  })

  test('a change that no request field can carry is listed with its reason, and is no line', () => {
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

  test('a plan that nobody names is not made up from the account’s id', () => {
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
      null,
    )
    expect(lines).toEqual([])
    expect(notTaken).toMatchObject([{ why: 'noName', to: 9 }])
  })

  test('an answer without a recommended strategy proposes nothing', () => {
    const { reading, ...rest } = saved([], [])
    const alone = { ...reading, strategies: reading.strategies.slice(0, 1) }
    expect(recommendationOf({ ...rest, reading: alone }, null, null).proposes).toBe(false)
  })
})
