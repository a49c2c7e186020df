import type { CoreParts } from '../ports.ts'
import type { KeyRing } from '../records/key-ring.ts'
import type { CoreEvents } from '../ipc/events.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { createMapping, readMapping, type Mapping } from './mapping-store.ts'
import { oneQuestion } from './one-question.ts'
import { createParticipants, type Participants } from './participants.ts'
import { createRecents } from './recents.ts'

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
