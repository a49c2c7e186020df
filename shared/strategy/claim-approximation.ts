import type { Percentile, Series, Strategy } from '../express/reading.ts'
import type { ForecastInputs } from '../express/requests.ts'
import type { Claim } from '../records/claim.ts'
import type { ParticipantProfile } from '../participant/profile.ts'

/**
 * A claim age in a forecast. The service takes no claim age, so we approximate it: we leave out
 * Social Security and enter its amount as a pension with cost-of-living increases. This is only for
 * forecasts, never for a submission.
 */

/** The sentence shown wherever figures depend on a claim age. */
export const claimEstimate =
  'Estimate only; not sent to the plan. Social Security is entered as a pension, and so taxed as one.'

/** The first and the last claim age to compare. Waiting changes the benefit only between them. */
export const earliestClaim = 62
export const latestClaim = 70

/** Claim ages still ahead at `ageNow`, ascending; none after the last. */
export const openClaimAges = (ageNow: number | null): readonly number[] => {
  const first = Math.max(earliestClaim, ageNow ?? earliestClaim)
  return Array.from({ length: Math.max(0, latestClaim - first + 1) }, (_, index) => first + index)
}

const cents = (dollars: number) => Math.round(dollars * 100) / 100

/**
 * A claim of Social Security from `age` on, which pays `benefit` dollars a year, for a person who is `ageNow` years
 * old. The pension starts as many years from `thisYear` as the claim is away, because an answer's ages are counted from
 * today's: somebody born in December is 69 for most of the year of the 70th birthday. `priceGrowth`, percent a year,
 * converts the benefit to dollars of the pension's first year.
 */
export const claimedAt = (
  age: number,
  benefit: number,
  {
    ageNow,
    thisYear,
    priceGrowth,
  }: { readonly ageNow: number; readonly thisYear: number; readonly priceGrowth: number },
): Claim => {
  const years = Math.max(0, age - ageNow)
  return {
    age,
    benefit: cents(benefit),
    amount: cents(benefit * (1 + priceGrowth / 100) ** years),
    startYear: String(thisYear + age - ageNow),
  }
}

const pensionsOf = (
  profile: Pick<ParticipantProfile, 'pensions'> | null,
): NonNullable<ForecastInputs['PensionTypes']> =>
  (profile?.pensions ?? []).map(({ amount, startYear, cola }) => {
    const [year] = /^\d{4}/.exec(startYear) ?? []
    return {
      ...(amount === null ? {} : { Amount: amount }),
      Cola: cola,
      IsFromRecordKeeper: true,
      ...(year === undefined ? {} : { StartYear: year }),
    }
  })

/**
 * The inputs to send to the service for `inputs` and a claim age; without a claim age, `inputs`
 * itself. Sent pensions replace those that the service knows, so the file's pensions are sent too
 * if the advisor entered none.
 */
export const inputsWithClaim = (
  inputs: ForecastInputs,
  claim: Claim | null,
  profile: Pick<ParticipantProfile, 'pensions'> | null,
): ForecastInputs =>
  claim === null
    ? inputs
    : {
        ...inputs,
        ExcludeSocialSecurity: true,
        PensionTypes: [
          ...(inputs.PensionTypes ?? pensionsOf(profile)),
          {
            Amount: claim.amount,
            Cola: true,
            IsFromRecordKeeper: false,
            StartYear: claim.startYear,
          },
        ],
      }

const isSocialSecurity = /social.?security/i

/** The participant's own Social Security among the income sources. */
export const socialSecurityOf = ({
  incomeSources,
}: Pick<Percentile, 'incomeSources'>): Series | undefined =>
  incomeSources.find(
    ({ type, investor }) => isSocialSecurity.test(type) && !/spouse/i.test(investor),
  )

/**
 * The first age at which a strategy's income sources include Social Security. `null` if the answer
 * does not say, or if they include it from the first age on, because the claim may be earlier.
 */
export const claimAgeOf = (strategy: Pick<Strategy, 'percentiles'> | null): number | null => {
  for (const percentile of strategy?.percentiles ?? []) {
    const { incomeSources, totalWealth } = percentile
    const series = socialSecurityOf(percentile)
    if (series === undefined) continue
    const start = series.ages[series.values.findIndex((value) => value > 0)]
    const first = Math.min(...[totalWealth, ...incomeSources].flatMap(({ ages }) => ages[0] ?? []))
    return start === undefined || start <= first ? null : start
  }
  return null
}

/**
 * True if the answer includes another person's Social Security, which would also be removed when
 * Social Security is left out.
 */
export const hasOtherClaimant = (strategy: Pick<Strategy, 'socialSecurity'> | null): boolean =>
  (strategy?.socialSecurity ?? []).some(
    ({ investor }) => investor !== '' && !/^participant$/i.test(investor),
  )

/** True if a forecast ran without any changes, so that it shows where the client stands today. */
export const changesNothing = ({
  inputs,
  claim,
}: {
  readonly inputs: ForecastInputs
  readonly claim?: Claim | undefined
}): boolean => Object.keys(inputs).length === 0 && claim === undefined
