import type { IncomeBySource, IncomeSource } from './income-by-source.ts'

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)

const together = (sources: readonly IncomeSource[], ages: number): Float64Array => {
  const values = new Float64Array(ages)
  for (const source of sources) {
    for (let index = 0; index < ages; index += 1)
      values[index] = (values[index] ?? 0) + (source.values[index] ?? 0)
  }
  return values
}

/**
 * The same incomes with at most `most` separate accounts: those that pay most over all `views`. The others form one
 * source, and the hidden ones among them another, since nobody tells two hundred colors apart. Totals stay the same.
 */
export const gatherSources = <T extends IncomeBySource>(
  views: readonly T[],
  most: number,
  hidden: ReadonlySet<string> = new Set(),
): readonly T[] => {
  const paid = new Map<string, number>()
  for (const { sources } of views) {
    for (const { kind, key, values } of sources) {
      if (kind === 'account') paid.set(key, (paid.get(key) ?? 0) + sum(values))
    }
  }
  // Gathering a single account would only remove its name.
  if (paid.size <= most + 1) return views
  const alone = new Set(
    [...paid]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([key]) => key),
  )
  const groups = [false, true].flatMap((isHidden) => {
    const parts = [...paid.keys()].filter((key) => !alone.has(key) && hidden.has(key) === isHidden)
    const key = isHidden ? 'account/others, hidden' : 'account/others'
    return parts.length === 0
      ? []
      : [{ ...({ key, kind: 'account', parts } as const), label: `${parts.length} other accounts` }]
  })
  return views.map((view) => {
    const gathered = groups.flatMap((group): IncomeSource[] => {
      const members = view.sources.filter(({ key }) => group.parts.includes(key))
      return members.length === 0 ? [] : [{ ...group, values: together(members, view.ages.length) }]
    })
    const kept = view.sources.filter(({ kind, key }) => kind !== 'account' || alone.has(key))
    const place = kept.findLastIndex(({ kind }) => kind === 'account') + 1
    return { ...view, sources: kept.toSpliced(place, 0, ...gathered) }
  })
}
