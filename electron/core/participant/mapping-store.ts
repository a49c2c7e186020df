import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { parseMapping, mappingText } from '#shared/participant/mapping-file.ts'
import { participantMappingSchema, type ParticipantMapping } from '#shared/participant/mapping.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SettingsFile } from '../ports.ts'

const storageKey = 'participantMapping'

/** The mapping in use. */
export interface MappingInUse {
  readonly mapping: ParticipantMapping
  /** Why the one that was saved is not in use; empty where it is, or none was saved. */
  readonly damaged: string
}

/** What participant files are read with: the mapping that was saved, else as publicly documented. */
export const readMapping = (file: SettingsFile): MappingInUse => {
  const raw = file.get(storageKey)
  if (raw === undefined) return { mapping: publishedMapping, damaged: '' }
  const parsed = participantMappingSchema.safeParse(raw)
  if (parsed.success) return { mapping: parsed.data, damaged: '' }
  const again = parseMapping(JSON.stringify(raw))
  return { mapping: publishedMapping, damaged: again.ok ? '' : again.error.message }
}

/** The published one is kept by keeping none, so that a later version's is used. */
const keepMapping = (file: SettingsFile, mapping: ParticipantMapping): void => {
  file.set(storageKey, mappingText(mapping) === mappingText(publishedMapping) ? undefined : mapping)
}

/** The mapping as Settings changes it. */
export interface Mapping {
  readonly get: () => MappingInUse
  /** Keeps it and has every open file read anew. */
  readonly save: (mapping: ParticipantMapping) => Promise<Result<MappingInUse>>
}

export const createMapping = (file: SettingsFile, saved: () => Promise<void>): Mapping => ({
  get: () => readMapping(file),
  save: async (mapping) => {
    keepMapping(file, mapping)
    await saved()
    return ok(readMapping(file))
  },
})
