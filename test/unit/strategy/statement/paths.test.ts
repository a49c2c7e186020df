import { expect, test } from 'vitest'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { claimRows } from '#shared/strategy/statement/claims/social-security.ts'
import { explanationText } from '#shared/strategy/statement/explain.ts'
import { incomeOf } from '#shared/strategy/statement/incomes.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import { checkExplanation } from '#test/support/figures/second-evaluator.ts'
import { sidesWith } from '#test/support/figures/sides.ts'
import { americanWriter } from '#test/support/figures/statements.ts'

/**
 * Tests that the path in an explanation leads to the value in the answer as sent, whatever names
 * the service uses.
 */

const benefit = (Amount: number) => ({ Age: '67', Amount, Investor: 'Participant' })

test.each(['A]1', 'A, B', 'A #2', 'A = 1', 'A\nB', ' A ', '[A', 'A "1"', 'Plan A-1 (x)'])(
  'a path leads to its value even if an element is named %j, an age repeats, and percents are sent as shares of 1',
  (name) => {
    const raw = {
      StrategyOutput: [
        {
          StrategyType: 'Current',
          RetirementAge: '67',
          Percentile: [
            { Percentage: 0.1, SustainableRetirementIncome: 12_000 },
            { Percentage: 0.5, SustainableRetirementIncome: 24_000 },
          ],
          AccountSavingsRateDetail: [
            {
              Account: name,
              SavingsComponent: [{ PlanId: name, Type: name, Value: 6, DollarAmount: 5520 }],
            },
          ],
          InvestmentSelections: {
            [name]: [
              { FundId: name, Name: name, Percent: 60 },
              { FundId: 'Z', Name: 'Z', Percent: 40 },
            ],
          },
          SocialSecurity: [benefit(30_000), benefit(31_000)],
        },
      ],
    }
    const read = readForecast(JSON.stringify(raw))
    if (!read.ok) throw new Error(read.error.message)
    const { current } = sidesWith(pickPair(read.value.strategies).current)
    if (current === null) throw new Error('no side')
    const { parts } = savingsOf(current)
    const figures: readonly (Figure | null)[] = [
      ...parts.flatMap(({ percent, dollars }) => [percent, dollars]),
      ...fundsOf({ current, revised: null }).flatMap(({ funds }) =>
        funds.map(({ percent }) => percent.current),
      ),
      ...current.strategy.percentiles.map((entry) => incomeOf(current, entry)),
      ...claimRows(current).map(({ amount }) => amount),
    ]
    const faults = figures.map((figure) =>
      figure === null
        ? 'no figure'
        : checkExplanation(explanationText(figure, americanWriter), { answers: [raw] }).wrong,
    )
    expect(faults).toEqual(figures.map(() => ''))
    expect(figures.length).toBeGreaterThan(4)
  },
)
