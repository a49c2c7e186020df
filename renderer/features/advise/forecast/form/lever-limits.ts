import { ageAt } from '#shared/age-at.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { takesContributions } from '#shared/savings/limits.ts'
import { limitsOfRate, type RateLimits } from '#shared/savings/own-rates.ts'
import { numberTyped, typedNumber } from '../typed-number.ts'
import type { WhatIfDraft } from '../what-if.ts'
import { rateTyped, savingsLevers, type SavingsLever } from './savings-levers.ts'

/** Limits of a lever, for its field and for searches. */

export const latestAge = 75

/** The lever's typed rate, else today's. */
const rateNow = (lever: SavingsLever, draft: Pick<WhatIfDraft, 'savings'>): number =>
  numberTyped(rateTyped(draft.savings, lever)) ?? lever.today

/** The limits of `lever` while the others stay as in `draft`. */
export const rateLimits = (
  lever: SavingsLever,
  levers: readonly SavingsLever[],
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  profile: ParticipantProfile | null,
  now: Date,
): RateLimits =>
  limitsOfRate(
    lever,
    levers
      .filter((each) => each !== lever)
      .map((each) => ({ ...each, percent: rateNow(each, draft) })),
    {
      accounts: profile?.accounts ?? [],
      salary: typedNumber(draft.salary) ?? profile?.salary ?? null,
      age: ageAt(profile?.dateOfBirth ?? '', now),
    },
  )

/** The savings rate that a search moves: the first pre-tax one into a plan that takes contributions, else the first. */
export const mainRate = (
  today: Strategy | null,
  profile: ParticipantProfile | null,
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  now: Date,
) => {
  const levers = savingsLevers(today, profile)
  const open = levers.filter(({ planId }) =>
    (profile?.accounts ?? []).every((each) => each.planId !== planId || takesContributions(each)),
  )
  const lever = open.find(({ savingsType }) => /pre-?tax/i.test(savingsType)) ?? open[0]
  if (lever === undefined) return null
  const { plan, law } = rateLimits(lever, levers, draft, profile, now)
  return {
    lever,
    now: rateNow(lever, draft),
    most: Math.min(plan ?? 100, law?.percent ?? 100, 100),
  }
}
