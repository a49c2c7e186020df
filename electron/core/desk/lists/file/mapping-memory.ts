import { hash } from 'node:crypto'
import { listMappingSchema, type ListMapping } from '#shared/lists/list.ts'
import { z } from 'zod'
import type { SettingsFile } from '../../../ports.ts'

const storageKey = 'listColumns'
const mostKept = 30

/** A digest, because a first row wrongly taken for names would put a participant among the settings. */
const digestOf = (columns: readonly string[]): string =>
  hash('sha256', JSON.stringify(columns), 'hex')

/** Not strict: it ignores a later version's fields, because one mismatch would forget all remembered mappings. */
const mapping = z.object(listMappingSchema.shape)
const memorySchema = z.array(
  z.union([
    z.object({ digest: z.string(), mapping }),
    // The form of earlier versions.
    z
      .object({ columns: z.array(z.string()), mapping })
      .transform(({ columns, mapping }) => ({ digest: digestOf(columns), mapping })),
  ]),
)

/** Remembers the column of each field for each set of column names. It keeps only a digest of the names. */
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
