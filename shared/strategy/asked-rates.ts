import type { EnrollInputs } from '../express/requests.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import { isAskedFor, limitsOfRate, type OwnRate, type Saver } from '../savings/own-rates.ts'

export type AskedRates = NonNullable<EnrollInputs['SavingsRateDetails']>

/** The file’s rates that continue beside `asked`, which replaces the others. */
const ratesBeside = (
  asked: readonly OwnRate[],
  profile: ParticipantProfile | null,
): readonly OwnRate[] =>
  (profile?.contributions ?? []).flatMap(({ kind, planId, rate }) =>
    kind === 'employer' || rate === null || asked.some((each) => isAskedFor({ kind, planId }, each))
      ? []
      : [{ planId, savingsType: kind, percent: rate }],
  )

/** Each rate of a request with its limits while the others of the request and the file stay; null for one without a number. */
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
  const beside = ratesBeside(asked, profile)
  return rates.map((rate) => {
    if (rate === null) return null
    const others = [...asked.filter((each) => each !== rate), ...beside]
    return { rate, limits: limitsOfRate(rate, others, saver) }
  })
}
