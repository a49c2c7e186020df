/** Values by age in any kind of buffer, such as a reading's `AgeColumn`. */
interface ByAge {
  readonly ages: Float64Array
  readonly values: Float64Array
}

/** Every finite age of any column once, ascending. */
export const unionOfAges = (columns: readonly ByAge[]): Float64Array => {
  const seen = new Set<number>()
  for (const { ages } of columns) for (const age of ages) if (Number.isFinite(age)) seen.add(age)
  return Float64Array.from(seen).sort()
}

/** The column's values at `ages`; `missing` for an age it lacks. A repeated age keeps its last value. */
export const alignTo = (ages: Float64Array, column: ByAge, missing: number): Float64Array => {
  const byAge = new Map<number, number>()
  column.ages.forEach((age, index) => {
    const value = column.values[index]
    if (value !== undefined && Number.isFinite(value)) byAge.set(age, value)
  })
  return ages.map((age) => byAge.get(age) ?? missing)
}

/** Index of the first age at or above `age`; -1 if there is none or `age` is unknown. */
export const indexOfAge = (ages: Float64Array, age: number | null): number =>
  age === null ? -1 : ages.findIndex((candidate) => candidate >= age)
