import type { AgeChange, RateChange, Recommended } from '#shared/express/changes.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { savingWords } from '#shared/strategy/statement/savings/savings.ts'

/**
 * Words for a change from one value to another, the same beside a checkbox, in the review and
 * everywhere else.
 */

/** `Pre-tax, ACME401K 401(k)`. */
export const changeName = ({
  account,
  label,
}: {
  readonly account: string
  readonly label: string
}): string => (account === '' ? label : `${label}, ${account}`)

/** A rate's starting value, with its source unless the source is the file; `absent` if unknown. */
export const rateFrom = ({ today, from }: RateChange, absent = 'none'): Said => {
  if (today === 'unknown') return ['not in the file']
  if (from.percent === null && from.dollars === null) return [absent]
  const rate = savingWords(from)
  if (today === 'plan') return said`${rate}, in your plan`
  if (today === 'limited') return said`${rate}, as far as the year’s limits let it in`
  return today === 'file' ? rate : said`${rate}, by the forecast`
}

/** A rate's new value; `absent` if unknown. */
export const rateTo = ({ to }: RateChange, absent = 'none'): Said => savingWords(to, absent)

/** A retirement age's starting value, with its source; `figure` explains it. */
export const ageFrom = (
  { today, from }: Pick<AgeChange, 'today' | 'from'>,
  figure: Figure | null = null,
): Said => {
  if (from === null) return ['not known']
  return said`${figure ?? from}, ${today === 'plan' ? 'in your plan' : 'set by the service'}`
}

export const ageTo = ({ to }: Pick<AgeChange, 'to'>, figure: Figure | null = null): Said =>
  said`${figure ?? to ?? 'not known'}`

/** `Annuity (GMWB): 15%, $91,872`. */
export const annuityLine = ({ type, share, amount }: Recommended['annuities'][number]): Said => {
  const figures = [share, amount].flatMap((figure) => (figure === null ? [] : [said`${figure}`]))
  return said`Annuity${type && ` (${type})`}: ${separated(figures, ', ')}`
}
