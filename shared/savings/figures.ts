/** A saving as percent of pay and dollars a year, each null if unknown. */
export interface Saving {
  readonly percent: number | null
  readonly dollars: number | null
}

export const unknown: Saving = { percent: null, dollars: null }

/** The sum of the values; null if there are none, or if one of them is unknown. */
export const sumOfKnown = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce((all, value) => (all === null || value === null ? null : all + value))

/** The sum of the savings; unknown if there are none, or if one of them is unknown. */
export const together = (figures: readonly Saving[]): Saving => ({
  percent: sumOfKnown(figures.map(({ percent }) => percent)),
  dollars: sumOfKnown(figures.map(({ dollars }) => dollars)),
})

export type Whose = 'you' | 'employer'

/** Number of decimals in savings percents everywhere, as in 4.5 and 3.74. */
export const percentDigits = 2

/**
 * A saving as text, the same in every locale: `3% of pay, $2,172 a year`; empty if nothing is
 * known.
 */
export const figureWords = ({ percent = null, dollars = null }: Partial<Saving>): string => {
  const whole = dollars === null ? '' : String(Math.round(dollars)).replace(/\B(?=(\d{3})+$)/g, ',')
  return [
    percent === null
      ? ''
      : `${Math.round(percent * 10 ** percentDigits) / 10 ** percentDigits}% of pay`,
    dollars === null ? '' : `$${whole} a year`,
  ]
    .filter(Boolean)
    .join(', ')
}
