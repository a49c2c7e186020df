import type { OpenedParticipant } from '#shared/participant/opened.ts'
import type { Result } from '#shared/result.ts'
import { noted, type Note } from '../platform/note.ts'
import type { Participants } from './participants.ts'

/** Notes in `log` that a participant was opened. */
export const noteOpened = (
  log: Note,
  environmentId: string,
  opened: Result<OpenedParticipant>,
): Result<OpenedParticipant> => {
  const open = { action: 'open', environmentId } as const
  if (!opened.ok) return noted(log, opened, open)
  const { participants: found, chosen } = opened.value
  return noted(log, opened, { ...open, participantId: found[chosen]?.userId ?? '' })
}

/** The id of the open participant, for the activity log; empty if unknown. */
export const participantIdOf = (
  participants: Pick<Participants, 'get'>,
  handle: string | undefined,
): string => {
  const open = handle === undefined ? null : participants.get(handle)
  return open?.ok ? (open.value.profile?.userId ?? '') : ''
}
