import type { EnrollInputs } from '../express/requests.ts'
import { limitsWords } from '../law/law-of.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import type { PersonRules } from '../savings/saving-year.ts'
import { ratesAskedFor } from './asked-rates.ts'
import { eachOnce, type Said } from './statement/said.ts'
import { catchUpRules } from './statement/savings/catch-up.ts'
import { saverOf } from './unusual-for.ts'

/**
 * Sentences about the law that applies to the savings in a request: the year of the limits with
 * their source, then each catch-up rule once. None without savings rates.
 */
export const lawFor = (
  inputs: EnrollInputs,
  profile: ParticipantProfile | null,
  now: Date,
  rules: PersonRules,
): readonly Said[] => {
  const { SavingsRateDetails = [] } = inputs
  if (SavingsRateDetails.length === 0) return []
  const saver = saverOf(inputs, profile, now, rules)
  const { law } = saver.year
  const asked = ratesAskedFor(SavingsRateDetails, saver, profile)
  const rulesMet = asked.flatMap((each) =>
    each?.limits.law ? catchUpRules(each.limits.law.deferrals(each.rate.percent)) : [],
  )
  const source = law.figures.electiveDeferral.source
  return eachOnce([[`${limitsWords(law)} (${source}).`], ...rulesMet])
}
