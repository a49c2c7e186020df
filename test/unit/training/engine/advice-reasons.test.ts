import { expect, it } from 'vitest'
import { keptBands, misfits, glidePath } from '#electron/training/engine/advice/advice-rules.ts'
import { allocationOf } from '#electron/training/engine/holdings.ts'
import { broken, changed, isInTargetDate, type Case } from './support/advice-cases.ts'

it(
  'advice names only reasons that the change corrects, not, for example, faults in locked parts',
  { timeout: 120_000 },
  () => {
    const words = {
      'too much of the bond portion is in cash': 'tooMuchCash',
      'almost nothing is invested outside the United States': 'tooLittleAbroad',
      'too much is in a small part of the market': 'tooMuchOfOneKind',
    } as const
    const points = (one: Case, percents: readonly number[], what: string): number =>
      misfits(
        allocationOf(one.account, percents, null).mix,
        glidePath(one.household.age, one.household.retirementAge),
        keptBands,
      ).reduce((sum, found) => (found.what === what ? sum + found.points : sum), 0)
    let looked = 0
    expect(
      broken(changed, (one) =>
        Object.entries(words).every(([reason, what]) => {
          if (isInTargetDate(one) || !one.reasons.includes(reason)) return true
          looked++
          return points(one, one.after, what) < points(one, one.before, what) * 0.61
        }),
      ),
    ).toEqual([])
    expect(looked).toBeGreaterThan(100)
  },
)
