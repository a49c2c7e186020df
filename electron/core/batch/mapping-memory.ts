import { batchMappingSchema, type BatchMapping } from '#shared/ipc/batch-views.ts'
import { z } from 'zod'
import type { SettingsFile } from '../ports.ts'

const storageKey = 'listColumns'
const mostKept = 30

const memorySchema = z.array(z.strictObject({ columns: z.array(z.string()), mapping: batchMappingSchema }))

/** Which columns were used for which field, for each set of column names. Names of columns only, never a value. */
export interface MappingMemory {
  find(columns: readonly string[]): BatchMapping | null
  keep(columns: readonly string[], mapping: BatchMapping): void
}

export const createMappingMemory = (file: SettingsFile): MappingMemory => {
  const all = () => memorySchema.safeParse(file.get(storageKey)).data ?? []
  const same = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((name, index) => name === other[index])
  return {
    find: (columns) => all().find((known) => same(known.columns, columns))?.mapping ?? null,
    keep: (columns, mapping) => {
      const others = all().filter((known) => !same(known.columns, columns))
      file.set(storageKey, [{ columns: [...columns], mapping }, ...others].slice(0, mostKept))
    },
  }
}
