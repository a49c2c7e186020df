import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { mappingText, parseMapping, type ParticipantMapping } from '#shared/participant/mapping.ts'
import { ok, whenOk } from '#shared/result.ts'
import type { CoreParts, SettingsFile } from '../platform/ports.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { CoreEvents } from '../platform/events.ts'
import { createInspector } from './inspector.ts'
import { oneQuestion } from './one-question.ts'
import { createParticipants } from './participants.ts'
import { createRecents } from './recents.ts'

const storageKey = 'participantMapping'

export interface MappingInUse {
  readonly mapping: ParticipantMapping
  /** Why the saved mapping is not in use; empty if it is in use, or none was saved. */
  readonly damaged: string
}

export const readMapping = (file: SettingsFile): MappingInUse => {
  const raw = file.get(storageKey)
  if (raw === undefined) return { mapping: publishedMapping, damaged: '' }
  const parsed = parseMapping(JSON.stringify(raw))
  return parsed.ok
    ? { mapping: parsed.value, damaged: '' }
    : { mapping: publishedMapping, damaged: parsed.error.message }
}

export const createParticipantParts = (
  parts: CoreParts,
  {
    store,
    savedRecords,
    events,
    isLocked,
    noteChange,
  }: {
    readonly store: RecordStore
    readonly savedRecords: Pick<SavedRecords, 'whole'>
    readonly events: Pick<CoreEvents, 'emit'>
    readonly isLocked: () => boolean
    readonly noteChange: () => void
  },
) => {
  const { settingsFile } = parts
  const inspector = createInspector(parts)
  const inUse = () => readMapping(settingsFile)
  const participants = createParticipants({
    ...parts,
    inspector,
    isLocked,
    pickFile: oneQuestion(parts.pickFile, isLocked),
    recents: createRecents({ ...parts, store }),
    keptFile: async (id) =>
      whenOk(await savedRecords.whole(id), ({ record, file }) =>
        ok(file === undefined ? null : { text: file, savedAt: record.savedAt }),
      ),
    mapping: inUse,
    onOpened: () => parts.training.warmUp(),
    onReadAnew: (handle) => events.emit('participant.readAnew', { handle }),
  })
  const mapping = {
    get: inUse,
    save: async (changed: ParticipantMapping) => {
      // The published mapping is not stored, so that a later version of the program uses the
      // mapping published with it.
      const isPublished = mappingText(changed) === mappingText(publishedMapping)
      settingsFile.set(storageKey, isPublished ? undefined : changed)
      noteChange()
      await participants.readAnew()
      return ok(inUse())
    },
  }
  return { participants, mapping, inspector }
}

export type Mapping = ReturnType<typeof createParticipantParts>['mapping']
