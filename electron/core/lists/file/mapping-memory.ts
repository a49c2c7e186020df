import { hash } from 'node:crypto'
import { listMappingSchema, type ListMapping } from '#shared/lists/list.ts'
import { z } from 'zod'
import type { SettingsFile } from '../../ports.ts'

const storageKey = 'listColumns'
const mostKept = 30

/** A file whose first row was wrongly taken for names would have put a participant among the settings. */
const digestOf = (columns: readonly string[]): string =>
  hash('sha256', JSON.stringify(columns), 'hex')

/** A field that a later version adds is passed over: what does not fit makes all that is remembered forgotten. */
const mapping = z.object(listMappingSchema.shape)
const memorySchema = z.array(
  z.union([
    z.object({ digest: z.string(), mapping }),
    // As versions before kept it.
    z
      .object({ columns: z.array(z.string()), mapping })
      .transform(({ columns, mapping }) => ({ digest: digestOf(columns), mapping })),
  ]),
)

/** Which columns were used for which field, for each set of column names; of the names only a digest is kept. */
export interface MappingMemory {
  find(columns: readonly string[]): ListMapping | null
  keep(columns: readonly string[], mapping: ListMapping): void
}

export const createMappingMemory = (file: SettingsFile): MappingMemory => {
  const all = () => memorySchema.safeParse(file.get(storageKey)).data ?? []
  return {
    find: (columns) => all().find(({ digest }) => digest === digestOf(columns))?.mapping ?? null,
    keep: (columns, mapping) => {
      const digest = digestOf(columns)
      const others = all().filter((known) => known.digest !== digest)
      file.set(storageKey, [{ digest, mapping }, ...others].slice(0, mostKept))
    },
  }
}
