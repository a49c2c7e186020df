import type { Figure, Origin, Step } from '../../figures/figure.ts'
import { exactAmount, shownAmount } from './amount.ts'

/** Makes figures. A value that is not a finite number never makes a figure. */

export const step = (sign: Step['sign'], value: number, origin: Origin): Step => ({
  sign,
  text: String(value),
  origin,
})

/** A step with the answer's value at `path`. */
export const fromAnswer = (value: number, path: string, sign: Step['sign'] = '+'): Step =>
  step(sign, value, { from: 'answer', path })

/** A step with another figure's shown amount, called `name`. */
export const fromFigure = (figure: Figure, name: string, sign: Step['sign'] = '+'): Step => ({
  sign,
  text: '',
  origin: { from: 'figure', figure, name },
})

export const inParentheses = (steps: readonly Step[], sign: Step['sign'] = '+'): Step => ({
  sign,
  text: '',
  origin: { from: 'steps', steps },
})

const twelve = step('÷', 12, { from: 'constant', what: 'months' })

/** The steps that convert amounts for a `period` to dollars a month. */
export const toMonths = (period: 'year' | 'month'): readonly Step[] =>
  period === 'year' ? [twelve] : []

/** The steps that convert to dollars a year. */
export const toYears = (period: 'year' | 'month'): readonly Step[] =>
  period === 'year' ? [] : [step('×', 12, { from: 'constant', what: 'months' })]

type Made = Pick<Figure, 'id' | 'steps' | 'sentence' | 'basis'> &
  Partial<Pick<Figure, 'unit' | 'per' | 'tax' | 'dollarsOf' | 'digits' | 'about' | 'rule'>>

/** A figure in whole dollars a month unless `made` says otherwise; `null` if its amount is not finite. */
export const figure = (made: Made): Figure | null => {
  const whole: Figure = {
    unit: 'dollars',
    per: 'month',
    tax: '',
    dollarsOf: '',
    digits: 0,
    about: false,
    rule: '',
    fitted: '',
    ...made,
  }
  return Number.isFinite(shownAmount(whole)) ? whole : null
}

/**
 * True if two amounts may be compared or subtracted: their unit, period and tax are the same, and their dollars are not
 * known to differ.
 */
export const isSameKind = (a: Figure, b: Figure): boolean =>
  a.unit === b.unit &&
  a.per === b.per &&
  a.tax === b.tax &&
  (a.dollarsOf === b.dollarsOf || a.dollarsOf === '' || b.dollarsOf === '')

/** `part` in percent of `whole`, rounded to whole percent; `null` unless the whole is positive and of the same kind. */
export const shareOf = (
  part: Figure,
  whole: Figure,
  made: Pick<Figure, 'id' | 'sentence' | 'rule'> & { readonly names: readonly [string, string] },
): Figure | null => {
  if (shownAmount(whole) <= 0 || !isSameKind(part, whole)) return null
  const { names, ...rest } = made
  return figure({
    ...rest,
    unit: 'percent',
    per: 'once',
    about: part.about,
    basis: 'Percent, from the shown amounts.',
    steps: [
      fromFigure(part, names[0]),
      fromFigure(whole, names[1], '÷'),
      step('×', 100, { from: 'constant', what: 'percent' }),
    ],
  })
}

/**
 * `after` minus `before`, from their shown amounts, with its sign; `null` if either is missing, or
 * if they are not of the same kind. Every difference of amounts is taken here, except what tax leaves.
 */
export const differenceOf = (
  after: Figure | null,
  before: Figure | null,
  {
    names,
    ...made
  }: Pick<Figure, 'sentence'> &
    Partial<Pick<Figure, 'id' | 'basis'>> & { readonly names: readonly [string, string] },
): Figure | null =>
  after === null || before === null || !isSameKind(after, before)
    ? null
    : figure({
        id: `${after.id}−${before.id}`,
        unit: after.unit,
        per: after.per,
        tax: after.tax,
        dollarsOf: after.dollarsOf || before.dollarsOf,
        digits: after.digits,
        about: after.about || before.about,
        basis: after.basis,
        steps: [fromFigure(after, names[0]), fromFigure(before, names[1], '−')],
        ...made,
      })

/** What tax leaves of an income, from shown amounts of the same period and dollars. */
export const afterTax = (
  income: Figure,
  tax: Figure,
  made: Pick<Figure, 'id' | 'sentence' | 'basis'> & Partial<Pick<Figure, 'rule'>>,
): Figure | null =>
  isSameKind({ ...income, tax: tax.tax }, tax)
    ? figure({
        ...made,
        per: income.per,
        tax: 'after',
        dollarsOf: income.dollarsOf || tax.dollarsOf,
        steps: [fromFigure(income, 'before tax'), fromFigure(tax, 'tax', '−')],
      })
    : null

/** The sum of shown amounts; `null` if there are no parts, if one is missing, or if they are not of the same kind. */
export const sumOf = (
  parts: readonly (readonly [figure: Figure | null, name: string])[],
  made: Pick<Figure, 'id' | 'sentence' | 'basis'>,
): Figure | null => {
  const known = parts.flatMap(([part, name]) => (part === null ? [] : [[part, name] as const]))
  const [first] = known
  if (first === undefined || known.length < parts.length) return null
  const [one] = first
  if (!known.every(([part]) => isSameKind(part, one))) return null
  const { unit, per, tax, dollarsOf, digits } = one
  return figure({
    ...made,
    unit,
    per,
    tax,
    dollarsOf,
    digits,
    about: known.some(([part]) => part.about),
    steps: known.map(([part, name]) => fromFigure(part, name)),
  })
}

/** The exact sum of figures, to which their shown parts can be fitted; `null` if there are none. */
export const exactSum = (figures: readonly Figure[]): Figure | null => {
  const [first] = figures
  const steps = figures.map((each) => inParentheses(each.steps))
  return first === undefined ? null : figure({ ...first, id: `${first.id}+`, steps })
}

/**
 * Adjusts the parts so that their whole dollars add up to `total`. The parts whose cents are
 * nearest to the next dollar are changed by one dollar. `steady` parts keep their own rounding
 * unless changing the others is not enough. Nothing is changed if the difference exceeds one dollar
 * per part.
 */
export const fitted = (
  parts: readonly { readonly figure: Figure; readonly steady: boolean }[],
  total: Figure,
): readonly Figure[] => {
  const missing =
    shownAmount(total) - parts.reduce((sum, { figure: part }) => sum + shownAmount(part), 0)
  const by = Math.sign(missing)
  const room = (part: Figure) => (exactAmount(part) - shownAmount(part)) * by
  const movable = parts
    .filter(({ figure: part }) => shownAmount(part) !== 0)
    .toSorted((a, b) => Number(a.steady) - Number(b.steady) || room(b.figure) - room(a.figure))
    .slice(0, Math.abs(missing))
  if (movable.length < Math.abs(missing)) return parts.map(({ figure: part }) => part)
  return parts.map((part) =>
    movable.includes(part) ? { ...part.figure, fitted: by > 0 ? '+1' : '-1' } : part.figure,
  )
}

/**
 * `after` minus `before` for two percents, from their shown amounts, in percentage points; a side
 * that is not listed counts as 0. `null` if neither is known.
 */
export const pointsBetween = (after: Figure | null, before: Figure | null): Figure | null => {
  const known = after ?? before
  const nothing = (sign: '+' | '−') => step(sign, 0, { from: 'constant', what: 'not listed' })
  return (
    known &&
    figure({
      id: `${after?.id ?? ''}−${before?.id ?? ''}`,
      unit: 'points',
      per: 'once',
      digits: known.digits,
      about: known.about,
      steps: [
        after === null ? nothing('+') : fromFigure(after, 'after'),
        before === null ? nothing('−') : fromFigure(before, 'before', '−'),
      ],
      sentence: 'The change, in percentage points.',
      basis: known.basis,
    })
  )
}
