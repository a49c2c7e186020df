import type { SavedForecast } from '#shared/records/saved.ts'

/** Maximum number of unkept runs in memory, and maximum total length of their answers, characters. */
const most = 10
const mostTogether = 20_000_000

interface Unkept {
  readonly record: SavedForecast
  /** The unchanged answer. */
  readonly verbatim: string
}

/** The last unkept runs. They are only in memory and end with the program. */
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
