import { once } from '#shared/late.ts'
import type { Figure } from '#shared/figures/figure.ts'
import {
  americanWriter,
  signOf,
  written,
  type FigureWriter,
  type Said,
  type Sign,
} from '#shared/strategy/statement/said.ts'

/** Figures on paper in American notation; `null` is unknown and reads as an en dash. */

export const dash = '–'

/** Formats `value` with `say`; an en dash if it is unknown. */
export const orDash = <T>(value: T | null, say: (value: T) => Said | string): Said | string =>
  value === null ? dash : say(value)

const usd = { style: 'currency', currency: 'USD' } as const
const wholeDollars = once(
  () => new Intl.NumberFormat('en-US', { ...usd, maximumFractionDigits: 0 }),
)

/**
 * Writes figures on paper. Reuses one number formatter for whole dollars, because creating one is
 * slow and most figures are whole dollars.
 */
export const paperWriter: FigureWriter = {
  ...americanWriter,
  dollars: (value, digits = 0) =>
    digits === 0 ? wholeDollars().format(value) : americanWriter.dollars(value, digits),
}

/** Short dollars for axes: `$950`, `$1.5K`, `$1.2M`. */
export const dollarsShort = (value: number): string =>
  value.toLocaleString('en-US', {
    ...usd,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })

/** Writes figures and sentences of a statement on paper; `wrote` is called with each figure. */
export const createWriter = (wrote?: FigureWriter['wrote']) => {
  const tell = (sentence: Said): Said => {
    if (wrote) written(sentence, { ...paperWriter, wrote })
    return sentence
  }
  return {
    /** Formats the figure; an en dash if there is none. */
    write: (figure: Figure | null | undefined, sign: Sign = 'own'): Said =>
      figure ? tell([{ figure, sign }]) : [dash],
    tell,
  }
}
export type Write = ReturnType<typeof createWriter>['write']

/** A change with its sign; an en dash if there is none. */
export const writeChange = (change: Figure | null, write: Write): Said =>
  change === null || signOf(change) === 0 ? [dash] : write(change, 'always')

const local = (iso: string, options: Intl.DateTimeFormatOptions) =>
  new Date(iso).toLocaleString('en-US', options).replaceAll('\u202f', ' ')

/** A day such as `November 22, 2026`. */
export const day = (iso: string): string => local(iso, { dateStyle: 'long' })

/** A time such as `November 22, 2026, 9:11 AM`. */
export const moment = (iso: string): string => `${day(iso)}, ${local(iso, { timeStyle: 'short' })}`

/** An ordinal such as `1st`, `10th`, `92.5th`. */
export const ordinal = (value: number): string => {
  const last = value % 100 > 10 && value % 100 < 14 ? 0 : value % 10
  return `${value}${last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`
}
