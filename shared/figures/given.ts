import type { Figure, Origin } from './figure.ts'

type Given = Pick<Figure, 'id' | 'sentence' | 'basis'> &
  Partial<Pick<Figure, 'unit' | 'per' | 'digits'>> & { readonly origin: Origin }

/**
 * A figure of one finite number as it was givenFigure, nothing computed. Dollars a year unless `made` says otherwise; an amount
 * with cents shows them.
 */
export const givenFigure = (amount: number, { origin, ...made }: Given): Figure => ({
  unit: 'dollars',
  per: 'year',
  digits: Number.isInteger(amount) ? 0 : 2,
  steps: [{ sign: '+', text: String(amount), origin }],
  fitted: '',
  about: false,
  rule: '',
  ...made,
})
