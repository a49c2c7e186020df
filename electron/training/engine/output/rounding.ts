/** Whole cents. */
export const cents = (dollars: number): number => Math.round(dollars * 100) / 100

/** A sum of amounts in whole cents, free of binary noise. */
export const sumOfCents = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount * 100, 0)) / 100

/**
 * Weights scaled to `total` and rounded to `digits` decimals that still add up to it: the largest remainders round up.
 * All zeros stay zeros.
 */
export const roundedShares = (
  weights: readonly number[],
  total: number,
  digits: number,
): readonly number[] => {
  const sum = weights.reduce((left, right) => left + right, 0)
  if (sum <= 0) return weights.map(() => 0)
  const unit = 10 ** digits
  const exact = weights.map((weight) => (weight / sum) * total * unit)
  const whole = exact.map(Math.floor)
  const open = Math.round(total * unit) - whole.reduce((left, right) => left + right, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((left, right) => right.remainder - left.remainder || left.index - right.index)
  const raised = new Set(byRemainder.slice(0, open).map(({ index }) => index))
  return whole.map((value, index) => (value + (raised.has(index) ? 1 : 0)) / unit)
}
