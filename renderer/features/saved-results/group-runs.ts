import type { RecordSummary } from '#shared/records/record.ts'

/** The forecasts of one "Forecast all" run, shown as one entry. */
export interface GroupedRun {
  readonly run: string
  /** Newest first; at least two. */
  readonly items: readonly RecordSummary[]
}

/** Items with those of one run gathered at its newest; a single one stays as it is. */
export const groupRuns = (
  items: readonly RecordSummary[],
): readonly (RecordSummary | GroupedRun)[] => {
  const byRun = Map.groupBy(
    items.filter(({ forAllRun }) => forAllRun !== undefined),
    ({ forAllRun }) => forAllRun ?? '',
  )
  const placed = new Set<string>()
  return items.flatMap((item): (RecordSummary | GroupedRun)[] => {
    const run = item.forAllRun
    const together = run === undefined ? [] : (byRun.get(run) ?? [])
    if (run === undefined || together.length < 2) return [item]
    if (placed.has(run)) return []
    placed.add(run)
    return [{ run, items: together }]
  })
}
