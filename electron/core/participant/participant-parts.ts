import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import {
  mappingText,
  parseMapping,
  participantMappingSchema,
  type ParticipantMapping,
} from '#shared/participant/mapping.ts'
import { ok, type Result } from '#shared/result.ts'
import type { CoreParts, SettingsFile } from '../ports.ts'
import type { KeyRing } from '../records/key-ring.ts'
import type { CoreEvents } from '../ipc/events.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { oneQuestion } from './one-question.ts'
import { createParticipants, type Participants } from './participants.ts'
import { createRecents } from './recents.ts'

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

const createMapping = (file: SettingsFile, saved: () => Promise<void>): Mapping => ({
  get: () => readMapping(file),
  save: async (mapping) => {
    keepMapping(file, mapping)
    await saved()
    return ok(readMapping(file))
  },
})

/** The parts that the core provides. */
interface AroundParticipants {
  readonly keyRing: KeyRing
  readonly events: Pick<CoreEvents, 'emit'>
  readonly isLocked: () => boolean
  /** Notes a change of the mapping in the activity log. */
  readonly noteChange: () => void
}

/** Creates participant files and their mapping: a change of the mapping reads every open file again. */
export const createParticipantParts = (
  parts: CoreParts,
  { keyRing, events, isLocked, noteChange }: AroundParticipants,
): {
  readonly participants: Participants
  readonly mapping: Mapping
  readonly inspector: Inspector
} => {
  const { clock, files, logger, settingsFile, pickFolder, writeFolder } = parts
  const inspector = createInspector({ logger })
  const participants = createParticipants({
    inspector,
    readFile: parts.readFile,
    pickFile: oneQuestion(parts.pickFile, isLocked),
    recents: createRecents({ files, keyRing, logger }),
    examples: parts.examples,
    clock,
    logger,
    mapping: () => readMapping(settingsFile),
    pickFolder,
    writeFolder,
    isLocked,
    onOpened: () => parts.training.warmUp(),
    onReadAnew: (handle) => events.emit('participant.readAnew', { handle }),
  })
  const mapping = createMapping(settingsFile, async () => {
    noteChange()
    await participants.readAnew()
  })
  return { participants, mapping, inspector }
}
