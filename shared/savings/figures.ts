import type { Contribution } from '../participant/profile.ts'

/** What is saved: percent of pay and dollars a year, each null where it is not known. */
export interface Figure {
  readonly percent: number | null
  readonly dollars: number | null
}

export const unknown: Figure = { percent: null, dollars: null }

const sum = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce((all, value) => (all === null || value === null ? null : all + value))

/** The figures added up; not known where there is none, or where one of them is not known. */
export const together = (figures: readonly Figure[]): Figure => ({
  percent: sum(figures.map(({ percent }) => percent)),
  dollars: sum(figures.map(({ dollars }) => dollars)),
})

/** Whose money it is. */
export type Whose = 'you' | 'employer'
export const whoseOf = (kind: Contribution['kind']): Whose =>
  kind === 'employer' ? 'employer' : 'you'

/** Percent as savings are shown everywhere, to the hundredth: 4.5 and 3.74. */
export const percentDigits = 2

/** A figure in the words of a text without a locale: `3% of pay, $2,172 a year`; empty where nothing is known. */
export const figureWords = ({ percent, dollars }: Figure): string => {
  const whole = dollars === null ? '' : String(Math.round(dollars)).replace(/\B(?=(\d{3})+$)/g, ',')
  return [
    ...(percent === null
      ? []
      : [`${Math.round(percent * 10 ** percentDigits) / 10 ** percentDigits}% of pay`]),
    ...(dollars === null ? [] : [`$${whole} a year`]),
  ].join(', ')
}
