import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import { noted, type Note } from '../platform/note.ts'
import { doing, orNothing, type Routes } from '../platform/route.ts'
import { noteOpened, participantIdOf } from './note-opened.ts'
import type { Mapping } from './participant-parts.ts'
import type { Participants } from './participants.ts'

export const participantRoutes = ({
  participants,
  mapping: mappings,
  environments,
  log,
}: {
  readonly participants: Participants
  readonly mapping: Mapping
  readonly environments: Pick<Environments, 'active'>
  readonly log: Note
}) => {
  const opened = (result: Result<OpenedParticipant>) =>
    noteOpened(log, environments.active().id, result)
  return {
    'participant.examples': () => ok(participants.examples()),
    'participant.open': async (source) => opened(await participants.open(source)),
    'participant.choose': ({ handle, index }) => opened(participants.choose(handle, index)),
    'participant.current': ({ handle }) => participants.current(handle),
    'participant.openOnly': async ({ handle, index }) =>
      opened(await participants.openOnly(handle, index)),
    'participant.split': async ({ handle }) => {
      // The id is looked up first, because the participant may be closed during the request.
      const participantId = participantIdOf(participants, handle)
      const environmentId = environments.active().id
      const split = await participants.split(handle)
      return noted(log, split, { action: 'export', environmentId, participantId })
    },
    'participant.text': ({ handle }) => participants.text(handle),
    'participant.close': doing(({ handle }) => participants.close(handle)),
    'participant.recents': participants.recents,
    'participant.forgetRecents': async () => orNothing(await participants.forgetRecents()),
    'mapping.get': () => ok(mappings.get()),
    'mapping.save': ({ mapping }) => mappings.save(mapping),
    'mapping.preview': ({ handle, mapping }) => participants.preview(handle, mapping),
  } satisfies Partial<Routes>
}
