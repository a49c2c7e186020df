import { describe, expect, test } from 'vitest'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import { answerSavings } from '#shared/savings/answer-savings.ts'
import { answerLines } from '#shared/savings/lines.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { emptyStrategy } from '../strategy/sample-forecast.ts'

const part = (
  type: string,
  value: number | null,
  dollarAmount: number | null = value === null ? null : value * 1000,
  over: Partial<SavingsComponent> = {},
): SavingsComponent => ({
  planId: 'A',
  type,
  value,
  isRoth: false,
  numberOfYears: 20,
  dollarAmount,
  ...over,
})
const detail = (...components: SavingsComponent[]) => [{ account: 'A1', components }]
const answer = (over: Partial<Strategy>): Strategy => ({ ...emptyStrategy('Current'), ...over })
const linesOf = (over: Partial<Strategy>) =>
  answerLines(answer(over)).map(({ label, percent, absent }) => `${label} ${percent ?? absent}`)

describe('savings in an answer', () => {
  test("have an employer's part that is the sum of the employer's rows, never the remainder of the overall rate", () => {
    const own = detail(part('Pretax', 6))
    const both = detail(part('Pretax', 6), part('Employer', 3))
    expect(linesOf({ savingsRateDetail: own, accountSavingsRateDetail: both })).toEqual([
      'You 6',
      'Employer 3',
      'Total 9',
    ])
    expect(linesOf({ savingsRateDetail: both, accountSavingsRateDetail: own })).toEqual([
      'You 6',
      'Employer 3',
      'Total 9',
    ])
    expect(
      linesOf({ savingsRateDetail: own, savingsRateOverall: { value: 11, dollarAmount: 11_000 } }),
    ).toEqual(['You 6', 'Employer none listed', 'Overall 11'])
    expect(linesOf({ savingsRateDetail: own })).toEqual([
      'You 6',
      'Employer none listed',
      'Total not said',
    ])
  })

  test('given only as SavingsRate belong to nobody, and appear under that name', () => {
    expect(linesOf({ savingsRate: 9 })).toEqual(['Savings rate 9'])
    expect(
      linesOf({ savingsRate: 9, savingsRateOverall: { value: 12, dollarAmount: null } }),
    ).toEqual(['Savings rate 9', 'Overall 12'])
    expect(linesOf({})).toEqual([])
  })

  test('are 0, not unknown, for an employer that pays nothing', () => {
    expect(
      linesOf({ accountSavingsRateDetail: detail(part('Pretax', 0), part('Match', 0)) }),
    ).toEqual(['You 0', 'Employer 0', 'Total 0'])
  })

  test('have an unknown sum if a row has no figure; dollars and percent are judged separately', () => {
    const { you, total } = answerSavings(
      answer({
        accountSavingsRateDetail: detail(
          part('Pretax', null, 6000),
          part('Roth', 2),
          part('Employer', 3),
        ),
      }),
    )
    expect([you.percent, you.dollars, total.percent, total.dollars]).toEqual([
      null,
      8000,
      null,
      11_000,
    ])
  })

  test('whose type names neither participant nor employer count only in the total', () => {
    expect(
      linesOf({ accountSavingsRateDetail: detail(part('7', 6), part('Employer', 3)) }),
    ).toEqual(['You not told apart', 'Employer not told apart', 'Total 9'])
  })

  test('for different periods of years are not added up', () => {
    const split = detail(
      part('Pretax', 6, 6000, { numberOfYears: 5 }),
      part('Pretax', 8, 8000, { numberOfYears: 15 }),
      part('Employer', 3),
    )
    expect(linesOf({ accountSavingsRateDetail: split })).toEqual([
      'You differs by year',
      'Employer 3',
      'Total differs by year',
    ])
    expect(
      savingsChanges(answer({ accountSavingsRateDetail: split }), null).rows.map(
        ({ label }) => label,
      ),
    ).toEqual(['Pre-tax, 5 years', 'Pre-tax, 15 years', 'Employer'])
  })

  test('that exceed the limits are shown apart from the total', () => {
    const over = {
      accountSavingsRateDetail: detail(part('Pretax', 12), part('Employer', 3)),
      savingsRateTaxableOverflow: { value: 8, dollarAmount: 8000 },
    }
    expect(linesOf({ ...over, savingsRateOverall: { value: 23, dollarAmount: 23_000 } })).toEqual([
      'You 12',
      'Employer 3',
      'Total 15',
      'Outside the plans 8',
    ])
  })
})

describe('contradictory savings fields are reported:', () => {
  const rows = { accountSavingsRateDetail: detail(part('Pretax', 6), part('Employer', 3)) }
  test.each([
    [{ ...rows, savingsRate: 6, savingsRateOverall: { value: 9, dollarAmount: 9000 } }, 0],
    [{ ...rows, savingsRate: 9 }, 0],
    [{ ...rows, savingsRate: 7.5 }, 1],
    [{ ...rows, savingsRateOverall: { value: 4.5, dollarAmount: 4500 } }, 1],
    [{ ...rows, savingsRateDetail: detail(part('Pretax', 5)) }, 1],
  ])('case %#', (over, remarks) =>
    expect(answerSavings(answer(over)).remarks).toHaveLength(remarks),
  )
})
