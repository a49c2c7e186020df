import { ageAt } from '#shared/age-at.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { mostOwnDollars, planKindOf, takesContributions } from '#shared/savings/limits.ts'
import { typedNumber } from '../typed-number.ts'
import type { WhatIfDraft } from '../what-if.ts'
import { rateTyped, savingsLevers, type SavingsLever } from './savings-levers.ts'

/** What limits a lever, for the field that shows it and for whatever looks for a value. */

/** The highest retirement age on the lever. */
export const latestAge = 75

/** What limits a savings rate, percent of pay; `null` where it is not known. What other levers take is off it. */
export interface RateLimits {
  readonly plan: number | null
  readonly law: number | null
  /** The legal limit of the plan, dollars a year, before anything is off it. */
  readonly lawDollars: number | null
}

/** What is typed on a lever, else today's rate. */
export const rateNow = (lever: SavingsLever, draft: Pick<WhatIfDraft, 'savings'>): number => {
  const typed = typedNumber(rateTyped(draft.savings, lever))
  return typed === null || Number.isNaN(typed) ? lever.today : typed
}

/** Which limit of deferrals a plan counts against: 457(b) plans and accounts of one's own have theirs. */
const poolOf = (plan: Parameters<typeof planKindOf>[0]): string => {
  const kind = planKindOf(plan)
  return kind === 'governmental' || kind === 'individual' ? kind : 'deferrals'
}

const isDeferral = ({ savingsType }: SavingsLever): boolean =>
  !/(post|after)-?tax/i.test(savingsType)

/**
 * The limits of `lever` while the others stand where `draft` has them: the plan's own CombLimit, and the law's for its kind
 * of plan at the participant's age. After-tax money is no deferral: the legal limit of deferrals says nothing of it.
 */
export const rateLimits = (
  lever: SavingsLever,
  levers: readonly SavingsLever[],
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  profile: ParticipantProfile | null,
  now: Date,
): RateLimits => {
  const accounts = profile?.accounts ?? []
  const plan = accounts.find(({ planId }) => planId === lever.planId)
  const others = levers.filter((each) => each !== lever)
  const sum = (some: readonly SavingsLever[]): number =>
    some.reduce((all, each) => all + rateNow(each, draft), 0)
  const combined = plan?.combinedLimit ?? null
  const salary = typedNumber(draft.salary) ?? profile?.salary ?? null
  const isKnown = plan !== undefined && salary !== null && salary > 0 && isDeferral(lever)
  const lawDollars = isKnown
    ? mostOwnDollars(plan, salary, ageAt(profile?.dateOfBirth ?? '', now))
    : null
  const sharing = others.filter((each) => {
    const theirs = accounts.find(({ planId }) => planId === each.planId)
    return (
      isDeferral(each) &&
      plan !== undefined &&
      theirs !== undefined &&
      poolOf(theirs) === poolOf(plan)
    )
  })
  return {
    plan:
      combined === null
        ? null
        : Math.max(0, combined - sum(others.filter(({ planId }) => planId === lever.planId))),
    law:
      lawDollars === null || salary === null
        ? null
        : Math.max(0, (lawDollars / salary) * 100 - sum(sharing)),
    lawDollars,
  }
}

/** The savings rate that a search moves: the first one before tax into a plan that takes contributions, else the first. */
export const mainRate = (
  today: Strategy | null,
  profile: ParticipantProfile | null,
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  now: Date,
): {
  readonly lever: SavingsLever
  readonly now: number
  readonly most: number
} | null => {
  const levers = savingsLevers(today, profile)
  const open = levers.filter(({ planId }) =>
    (profile?.accounts ?? []).every((each) => each.planId !== planId || takesContributions(each)),
  )
  const lever = open.find(({ savingsType }) => /pre-?tax/i.test(savingsType)) ?? open[0]
  if (lever === undefined) return null
  const { plan, law } = rateLimits(lever, levers, draft, profile, now)
  return { lever, now: rateNow(lever, draft), most: Math.min(plan ?? 100, law ?? 100, 100) }
}
