import { percentDigits, type Saving } from '#shared/savings/figures.ts'
import { dollars, percent } from './format.ts'

/** Words for savings on every screen. */

/** A savings rate, `4.5%`; an en dash if unknown. */
export const savingsPercent = (rate: number | null): string => percent(rate, percentDigits)

/** A rate with its dollars a year, `3% ($2,172 a year)`, as far as known; else `absent`. */
export const rateWords = ({ percent: rate, dollars: perYear }: Saving, absent = 'none'): string => {
  if (rate === null) return perYear === null ? absent : `${dollars(perYear)} a year`
  return perYear === null
    ? savingsPercent(rate)
    : `${savingsPercent(rate)} (${dollars(perYear)} a year)`
}
