import type { EnrollInputs } from '../express/requests.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import { isAskedFor, limitsOfRate, type OwnRate, type Saver } from '../savings/own-rates.ts'

export type AskedRates = NonNullable<EnrollInputs['SavingsRateDetails']>

/**
 * The file’s rates that stay in effect in addition to the rates in `asked`, which replace the
 * file's other rates.
 */
const continuing = (
  asked: readonly OwnRate[],
  profile: ParticipantProfile | null,
): readonly OwnRate[] =>
  (profile?.contributions ?? []).flatMap(({ kind, planId, rate }) =>
    kind === 'employer' || rate === null || asked.some((each) => isAskedFor({ kind, planId }, each))
      ? []
      : [{ planId, savingsType: kind, percent: rate }],
  )

/**
 * The participant's other rates if `rate` and `others` are requested, and the limits for `rate`
 * while these stay the same.
 */
export const besideRate = (
  rate: OwnRate,
  others: readonly OwnRate[],
  saver: Saver,
  profile: ParticipantProfile | null,
) => {
  const beside = [...others, ...continuing([...others, rate], profile)]
  return { beside, limits: limitsOfRate(rate, beside, saver) }
}

/**
 * Each rate in a request, with its limits while all other rates in the request and the file stay
 * the same; null for a rate without a number.
 */
export const ratesAskedFor = (
  details: AskedRates,
  saver: Saver,
  profile: ParticipantProfile | null,
) => {
  const rates = details.map(({ PlanId = '', SavingsType = '', Value }): OwnRate | null => {
    const percent = Number(Value)
    return Number.isFinite(percent) ? { planId: PlanId, savingsType: SavingsType, percent } : null
  })
  const asked = rates.filter((rate) => rate !== null)
  return rates.map((rate) => {
    if (rate === null) return null
    const others = asked.filter((each) => each !== rate)
    return { rate, limits: besideRate(rate, others, saver, profile).limits }
  })
}
