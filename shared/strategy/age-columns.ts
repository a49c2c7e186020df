/** Values by age, whatever memory they lie in; the readings' `AgeColumn` is one. */
interface ByAge {
  readonly ages: Float64Array
  readonly values: Float64Array
}

/** Every age that occurs in any column, ascending, each once. Ages that are not finite numbers are left out. */
export const unionOfAges = (columns: readonly ByAge[]): Float64Array => {
  const seen = new Set<number>()
  for (const { ages } of columns) for (const age of ages) if (Number.isFinite(age)) seen.add(age)
  return Float64Array.from(seen).sort()
}

/** The column's values laid over `ages`; `missing` where it has none. A repeated age keeps its last value. */
export const alignTo = (ages: Float64Array, column: ByAge, missing: number): Float64Array => {
  const byAge = new Map<number, number>()
  column.ages.forEach((age, index) => {
    const value = column.values[index]
    if (value !== undefined && Number.isFinite(value)) byAge.set(age, value)
  })
  return ages.map((age) => byAge.get(age) ?? missing)
}

/** Index of the first age at or above `age`; -1 when there is none or `age` is unknown. */
export const indexOfAge = (ages: Float64Array, age: number | null): number =>
  age === null ? -1 : ages.findIndex((candidate) => candidate >= age)
