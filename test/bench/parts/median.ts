/** The q-quantile of some values. */
export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0

export const median = (values: readonly number[]): number => quantile(values, 0.5)
