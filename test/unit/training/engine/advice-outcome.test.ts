import { describe, expect, it } from 'vitest'
import { forecast } from '#electron/training/engine/forecast.ts'
import type { FullStrategyOutput } from '#electron/training/engine/output/strategy-output.ts'
import { adviceRules } from '#electron/training/engine/advice/advice-rules.ts'
import { account, contribution, holding, randomPeople, saver, today } from './support/people.ts'

const peopleCount = 500
const paths = 40
const seed = 'outcome'
const patience = 120_000

const answers = randomPeople(seed, peopleCount).map((profile) => {
  const [current, revised] = forecast({ profile, today, paths }).StrategyOutput
  if (!current || !revised) throw new Error('two strategies')
  return { profile, current, revised }
})

const incomesOf = ({ Percentile }: FullStrategyOutput): readonly number[] =>
  Percentile.map((entry) => entry.SustainableRetirementIncome)

const names = (
  of: typeof answers,
  holds: (one: (typeof answers)[number]) => boolean,
): readonly string[] => of.filter((one) => !holds(one)).map(({ profile }) => profile.userId)

describe(`advice for ${peopleCount} random people, seed "${seed}"`, { timeout: patience }, () => {
  it('never lowers income in both poor and average markets', () => {
    expect(
      names(answers, ({ current, revised }) => {
        const [now, then] = [incomesOf(current), incomesOf(revised)]
        return [0, 1].some((index) => (then[index] ?? 0) >= (now[index] ?? 0) - 0.02)
      }),
    ).toEqual([])
  })

  it('raises income in average markets for many people', () => {
    const better = answers.filter(
      ({ current, revised }) => (incomesOf(revised)[1] ?? 0) > (incomesOf(current)[1] ?? 0) * 1.01,
    )
    expect(better.length).toBeGreaterThan(peopleCount / 5)
  })

  it('never asks to save less, and never more than its own limit unless the person already does', () => {
    expect(
      names(answers, ({ current, revised }) => {
        const most = Math.max(current.SavingsRate, adviceRules.mostOwnSavings)
        return revised.SavingsRate >= current.SavingsRate && revised.SavingsRate <= most + 0.01
      }),
    ).toEqual([])
  })

  it('proposes nothing that a limit would cut off', () => {
    expect(
      names(
        answers,
        ({ current, revised }) =>
          revised.SavingsRateTaxableOverflow.DollarAmount <=
          current.SavingsRateTaxableOverflow.DollarAmount + 0.02,
      ),
    ).toEqual([])
  })
})

describe('savings advice', () => {
  const revisedRate = (fields: Parameters<typeof saver>[0]): number =>
    forecast({ profile: saver(fields), today, paths }).StrategyOutput[1]?.SavingsRate ?? Number.NaN

  it('asks for the whole match, however many percentage points that needs', () => {
    const match = contribution('employer', 3, { attributes: { MatchRate: '50', MatchLimit: '6' } })
    expect(revisedRate({ contributions: [contribution('pretax', 0), match] })).toBe(6)
  })

  it('does not ask people to save more if their income in poor markets is already near the goal', () => {
    const rich = [account('A', [holding('TD045', 1_500_000)])]
    expect(revisedRate({ accounts: rich })).toBe(6)
  })

  it('stops at the limit for deferrals', () => {
    const salary = 24_500 / 0.1
    expect(revisedRate({ salary, contributions: [contribution('pretax', 10)] })).toBe(10)
  })
})
