import { percentDigits } from '#shared/savings/figures.ts'
import { percent } from './format.ts'

/** A savings rate as every screen shows it: `4.5%`; an en dash if unknown. */
export const savingsPercent = (rate: number | null): string => percent(rate, percentDigits)
