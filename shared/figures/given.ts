import type { Figure, Origin } from './figure.ts'

type Given = Pick<Figure, 'id' | 'sentence' | 'basis'> &
  Partial<Pick<Figure, 'unit' | 'per' | 'tax' | 'digits'>> & { readonly origin: Origin }

/**
 * Makes a figure from a given finite number, without arithmetic. It is in dollars a year unless
 * `made` says otherwise; cents are shown if there are any.
 */
export const givenFigure = (amount: number, { origin, ...made }: Given): Figure => ({
  unit: 'dollars',
  per: 'year',
  tax: '',
  dollarsOf: '',
  digits: Number.isInteger(amount) ? 0 : 2,
  steps: [{ sign: '+', text: String(amount), origin }],
  fitted: '',
  about: false,
  rule: '',
  ...made,
})
