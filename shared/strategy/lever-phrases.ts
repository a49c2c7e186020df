import { joined } from '../express/field.ts'
import type { ForecastInputs } from '../express/requests.ts'
import type { Claim } from '../records/claim.ts'
import type { Figure } from '../figures/figure.ts'
import { isSameAmount, writeFigure, type FigureWriter } from './statement/said.ts'
import { claimFigures, typedPay, typedPension } from './statement/typed.ts'

/** Phrases for the inputs of a forecast. */

/** The text with a capital first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const amountWords = (figure: Figure | null, writer: FigureWriter): string =>
  figure === null ? 'an unknown amount' : writeFigure(figure, writer)

const savingWords = (
  [first, ...others]: NonNullable<ForecastInputs['SavingsRateDetails']>,
  { percent }: FigureWriter,
) => {
  const rate = others.length === 0 ? Number(first?.Value) : Number.NaN
  return Number.isFinite(rate) ? `saving ${percent(rate)}` : 'saving at other rates'
}

const pensionWords = (
  [first, ...others]: NonNullable<ForecastInputs['PensionTypes']>,
  writer: FigureWriter,
) =>
  others.length === 0 && first?.Amount !== undefined
    ? `drawing a pension of ${amountWords(typedPension(first.Amount), writer)}`
    : 'drawing other pensions'

/** One phrase for each input of a forecast, ready for “Retiring at 67 and saving 12%”; none if nothing was changed. */
export const leverPhrases = (
  { inputs, claim }: { readonly inputs: ForecastInputs; readonly claim?: Claim | undefined },
  figures: FigureWriter,
): readonly string[] =>
  [
    inputs.RetirementAge !== undefined && `retiring at ${inputs.RetirementAge}`,
    inputs.SavingsRateDetails && savingWords(inputs.SavingsRateDetails, figures),
    inputs.Salary !== undefined && `earning ${amountWords(typedPay(inputs.Salary), figures)}`,
    inputs.PensionTypes && pensionWords(inputs.PensionTypes, figures),
    inputs.ExcludeSocialSecurity && 'leaving out Social Security',
    claim && `claiming at ${claim.age} (estimate)`,
    inputs.ForecastType !== undefined && `using forecast type ${inputs.ForecastType}`,
  ].filter((phrase) => typeof phrase === 'string')

/** All phrases one after another, capitalized: “Retiring at 67, saving 12% and earning $90,000”. */
export const sayAll = (phrases: readonly string[]): string => capital(joined(phrases))

/**
 * The phrases as a name, capitalized: “Retiring at 67 and saving 12%”. It has at most two phrases, then how many more
 * there are.
 */
export const planName = (phrases: readonly string[]): string =>
  phrases.length > 2 ? `These ${phrases.length} changes` : sayAll(phrases)

/** A sentence about how a claim age was entered. */
export const claimWords = (claim: Claim, writer: FigureWriter): string => {
  const { age, startYear } = claim
  const { benefit, atStart } = claimFigures(claim)
  const isSame = benefit !== null && atStart !== null && isSameAmount(benefit, atStart)
  const inThatYear = isSame ? '' : `, ${amountWords(atStart, writer)} in dollars of that year`
  return `Claiming at ${age} is an estimate: Social Security is left out, and its ${amountWords(benefit, writer)} a year entered as a pension with cost-of-living increases from ${startYear}${inThatYear}. A pension is taxed differently and has none of Social Security’s survivor benefits.`
}
