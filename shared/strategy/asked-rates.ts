import type { EnrollInputs } from '../express/requests.ts'
import { identityKey } from '../identity-key.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import { kindOf } from '../savings/answer-savings.ts'
import { toNumericText } from '../text/numeric-text.ts'
import { isAskedFor, limitsOfRate, type OwnRate, type Saver } from '../savings/own-rates.ts'

/** The service’s words for the kinds of own savings in a file. */
export const typesOfFile = { pretax: 'Pretax', posttax: 'PostTax', roth: 'Roth' } as const

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

const kindWords = { pretax: 'before tax', posttax: 'after tax', roth: 'as Roth' } as const

/**
 * Words that tell a rate from the participant's other savings in the file, such as `before tax into CITY403B`; empty
 * without other savings.
 */
export const apartFromOthers = (rate: OwnRate, profile: ParticipantProfile | null): string => {
  const others = continuing([rate], profile).filter(({ percent }) => percent > 0)
  const isInPlan = ({ planId }: OwnRate) =>
    planId === '' || identityKey(planId) === identityKey(rate.planId)
  const kind = kindOf({ type: rate.savingsType, isRoth: false })
  return [
    others.some(isInPlan) && kind !== null && kind !== 'employer' && kindWords[kind],
    others.some((each) => !isInPlan(each)) && `into ${rate.planId}`,
  ]
    .filter(Boolean)
    .join(' ')
}

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

/**
 * The own rates of an earlier file in a request, where they differ from those of a later one; a rate that is new is asked
 * as 0. `isWhole` is false if a request cannot say the earlier savings: it has no dollars, and nothing of the employer.
 */
export const ratesThen = (
  now: ParticipantProfile,
  before: ParticipantProfile,
): { readonly rates: AskedRates; readonly isWhole: boolean } => {
  const planOf = (planId: string, { accounts }: ParticipantProfile) =>
    planId || (accounts[0]?.planId ?? '')
  const own = (profile: ParticipantProfile) =>
    profile.contributions.flatMap(({ kind, planId, rate, amount }) =>
      kind === 'employer'
        ? []
        : [{ PlanId: planOf(planId, profile), SavingsType: typesOfFile[kind], rate, amount }],
    )
  const keyOf = ({ PlanId, SavingsType }: { PlanId: string; SavingsType: string }) =>
    `${identityKey(PlanId)} ${SavingsType}`
  const byKey = (profile: ParticipantProfile) =>
    new Map(own(profile).map((each) => [keyOf(each), each]))
  const [ofNow, ofThen] = [byKey(now), byKey(before)]
  const rates = [...new Map([...ofNow, ...ofThen])].flatMap(([key, { PlanId, SavingsType }]) => {
    const [rate, rateNow] = [ofThen, ofNow].map((all) => (all.has(key) ? all.get(key)?.rate : 0))
    return rate === rateNow || rate === null || rate === undefined
      ? []
      : [{ PlanId, SavingsType, Value: toNumericText(rate) }]
  })
  const employers = [now, before].map(({ contributions }) =>
    JSON.stringify(
      contributions.flatMap((each) =>
        each.kind === 'employer' ? [[each.planId, each.rate, each.amount, each.attributes]] : [],
      ),
    ),
  )
  const saysRates = [...own(now), ...own(before)].every(({ rate }) => rate !== null)
  return { rates, isWhole: saysRates && employers[0] === employers[1] }
}
