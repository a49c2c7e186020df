import type { ForecastInputs } from '../express/requests.ts'
import type { Figure } from '../figures/figure.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import type { Claim } from '../records/claim.ts'
import { apartFromOthers } from './asked-rates.ts'
import { capitalized, enumerated, isAlike, said, type Said } from './statement/said.ts'
import { claimFigures, typedPay, typedPension, typedRate } from './statement/typed.ts'

/** Phrases for the inputs of a forecast. */

/** The text with a capital first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const unknown = 'an unknown amount'

/** A single rate is told apart from the person's other savings, so that nobody takes it for their total. */
const savingWords = (
  [first, ...others]: NonNullable<ForecastInputs['SavingsRateDetails']>,
  profile: ParticipantProfile | null,
) => {
  const { PlanId: planId = '', SavingsType: savingsType = '', Value } = first ?? {}
  const percent = others.length === 0 ? Number(Value) : Number.NaN
  const figure = Number.isFinite(percent) ? typedRate(percent) : null
  if (figure === null) return ['saving at other rates']
  const apart = apartFromOthers({ planId, savingsType, percent }, profile)
  return said`saving ${figure}${apart && ` ${apart}`}`
}

const pensionWords = ([first, ...others]: NonNullable<ForecastInputs['PensionTypes']>) =>
  others.length === 0 && first?.Amount !== undefined
    ? said`drawing a pension of ${typedPension(first.Amount) ?? unknown}`
    : said`drawing other pensions`

/**
 * One phrase for each changed input of a forecast, to be joined as in “Retiring at 67 and saving 12%”; none if nothing
 * was changed. `profile` is the participant's file as it was then.
 */
export const leverPhrases = ({
  inputs,
  claim,
  profile = null,
  total = null,
}: {
  readonly inputs: ForecastInputs
  readonly claim?: Claim | undefined
  readonly profile?: ParticipantProfile | null | undefined
  /** All own savings in the answer, percent of pay, to say instead of a single rate. */
  readonly total?: Figure | null
}): readonly Said[] =>
  [
    inputs.RetirementAge !== undefined && said`retiring at ${inputs.RetirementAge}`,
    inputs.SavingsRateDetails !== undefined &&
      (total ? said`saving ${total}` : savingWords(inputs.SavingsRateDetails, profile)),
    inputs.Salary !== undefined && said`earning ${typedPay(inputs.Salary) ?? unknown}`,
    inputs.PensionTypes !== undefined && pensionWords(inputs.PensionTypes),
    inputs.ExcludeSocialSecurity === true && said`leaving out Social Security`,
    claim !== undefined && said`claiming at ${claim.age} (estimate)`,
    inputs.ForecastType !== undefined && said`using forecast type ${inputs.ForecastType}`,
  ].filter((phrase) => phrase !== false)

/**
 * Joins all phrases and capitalizes the first letter: “Retiring at 67, saving 12% and earning
 * $90,000”.
 */
export const sayAll = (phrases: readonly Said[]): Said => capitalized(enumerated(phrases))

/**
 * Joins the phrases into a name: “Retiring at 67 and saving 12%”. It has at most two phrases,
 * followed by the number of further ones.
 */
export const planName = (phrases: readonly Said[]): Said =>
  phrases.length > 2 ? [`These ${phrases.length} changes`] : sayAll(phrases)

/** A sentence about how a claim age was entered into the forecast. */
export const claimWords = (claim: Claim): Said => {
  const { age, startYear } = claim
  const { benefit, atStart } = claimFigures(claim)
  const inThatYear =
    benefit !== null && isAlike(benefit, atStart)
      ? ''
      : said`, ${atStart ?? unknown} in dollars of that year`
  return said`Claiming at ${age} is an estimate, not sent to the plan: Social Security is left out, and its ${benefit ?? unknown} a year entered as a pension with cost-of-living increases from ${startYear}${inThatYear}. A pension is taxed differently and has none of Social Security’s survivor benefits.`
}
