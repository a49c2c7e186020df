export const cents = (dollars: number): number => Math.round(dollars * 100) / 100

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0)

/** A sum of amounts in whole cents, without binary rounding errors. */
export const sumOfCents = (amounts: readonly number[]): number =>
  Math.round(sum(amounts.map((amount) => amount * 100))) / 100

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export const lowToHigh = (left: number, right: number): number => left - right

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/**
 * Weights scaled to `total` and rounded to `digits` decimals so that they still add up to it: the largest remainders
 * round up.
 */
export const roundedShares = (
  weights: readonly number[],
  total: number,
  digits: number,
): readonly number[] => {
  const all = sum(weights)
  if (all <= 0) return weights.map(() => 0)
  const unit = 10 ** digits
  const exact = weights.map((weight) => (weight / all) * total * unit)
  const whole = exact.map(Math.floor)
  const raised = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((left, right) => right.remainder - left.remainder)
    .slice(0, Math.round(total * unit) - sum(whole))
  for (const { index } of raised) whole[index] = (whole[index] ?? 0) + 1
  return whole.map((value) => value / unit)
}

/** 32-bit FNV-1a hash of the text's UTF-16 units: the same on every machine. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
