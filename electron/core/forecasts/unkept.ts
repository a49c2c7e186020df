import type { SavedForecast } from '#shared/records/saved.ts'

/** How many unkept runs can still be kept, and how long their answers are together, characters. */
const most = 10
const mostTogether = 20_000_000

interface Unkept {
  readonly record: SavedForecast
  /** The answer exactly as it came. */
  readonly verbatim: string
}

/** The last runs that nobody has kept yet. They lie in memory only and go with the program. */
export interface UnkeptForecasts {
  readonly add: (record: SavedForecast, verbatim: string) => void
  /** Oldest first. */
  readonly all: () => readonly SavedForecast[]
  readonly get: (id: string) => Unkept | null
  readonly remove: (id: string) => void
}

export const createUnkeptForecasts = (): UnkeptForecasts => {
  const runs = new Map<string, Unkept>()
  return {
    add: (record, verbatim) => {
      runs.set(record.id, { record, verbatim })
      let together = [...runs.values()].reduce((sum, run) => sum + run.verbatim.length, 0)
      for (const [id, run] of runs) {
        if (id === record.id || (runs.size <= most && together <= mostTogether)) break
        runs.delete(id)
        together -= run.verbatim.length
      }
    },
    all: () => [...runs.values()].map(({ record }) => record),
    get: (id) => runs.get(id) ?? null,
    remove: (id) => {
      runs.delete(id)
    },
  }
}
