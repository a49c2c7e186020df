import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { parseMapping, mappingText } from '#shared/participant/mapping-file.ts'
import { participantMappingSchema, type ParticipantMapping } from '#shared/participant/mapping.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SettingsFile } from '../ports.ts'

const storageKey = 'participantMapping'

/** The mapping in use. */
export interface MappingInUse {
  readonly mapping: ParticipantMapping
  /** Why the saved mapping is not in use; empty if it is in use, or none was saved. */
  readonly damaged: string
}

/** The mapping for participant files: the saved one, otherwise the publicly documented one. */
export const readMapping = (file: SettingsFile): MappingInUse => {
  const raw = file.get(storageKey)
  if (raw === undefined) return { mapping: publishedMapping, damaged: '' }
  const parsed = participantMappingSchema.safeParse(raw)
  if (parsed.success) return { mapping: parsed.data, damaged: '' }
  const again = parseMapping(JSON.stringify(raw))
  return { mapping: publishedMapping, damaged: again.ok ? '' : again.error.message }
}

/** The published mapping is not stored, so that a later version of the program uses its own. */
const keepMapping = (file: SettingsFile, mapping: ParticipantMapping): void => {
  file.set(storageKey, mappingText(mapping) === mappingText(publishedMapping) ? undefined : mapping)
}

/** The mapping, for Settings. */
export interface Mapping {
  readonly get: () => MappingInUse
  /** Saves it and has every open file read again. */
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
