import type { Figure, Step } from '../../figures/figure.ts'

/** The numbers behind figures. Only `shared/strategy` may import this file; a test checks that. */

/** Rounds half away from zero, so that an amount looks the same with either sign. */
const rounded = (value: number, digits: number): number => {
  const unit = 10 ** digits
  const scaled = Math.abs(value) * unit
  // Tiny binary rounding errors must neither decide how a half is rounded nor change a whole
  // number.
  const whole = Number.isInteger(scaled) ? scaled : Math.round(scaled + scaled * Number.EPSILON * 4)
  return (Math.sign(value) * whole) / unit || 0
}

const valueOf = ({ text, origin }: Step): number =>
  origin.from === 'figure'
    ? shownAmount(origin.figure)
    : origin.from === 'steps'
      ? evaluate(origin.steps)
      : Number(text)

const evaluate = (steps: readonly Step[]): number =>
  steps.reduce((so, step) => {
    const value = valueOf(step)
    return { '+': so + value, '−': so - value, '×': so * value, '÷': so / value }[step.sign]
  }, 0)

const exact = new WeakMap<readonly Step[], number>()

/** The figure's amount, computed from its steps without rounding. */
export const exactAmount = ({ steps }: Figure): number => {
  const known = exact.get(steps)
  if (known !== undefined) return known
  const value = evaluate(steps)
  exact.set(steps, value)
  return value
}

/**
 * The figure's amount with the digits that are shown. Other figures are computed from this amount,
 * so that a reader who recalculates gets the same result.
 */
export const shownAmount = (figure: Figure): number =>
  rounded(exactAmount(figure), figure.digits) + Number(figure.fitted)

/**
 * The dollars a month, as shown, by which the income exceeds the goal; negative if it falls short.
 */
export const overGoal = ({
  kind,
  figure,
}: {
  readonly kind: 'short' | 'over' | 'even'
  readonly figure: Figure
}): number => (kind === 'short' ? -shownAmount(figure) : shownAmount(figure))
