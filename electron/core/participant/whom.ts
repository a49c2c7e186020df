import type { AppError } from '#shared/errors.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { nameOf, personOf, type Subject } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'

export interface FileToSend {
  readonly text: string
  readonly profile: ParticipantProfile | null
  readonly participants: readonly ParticipantProfile[]
}

export interface OpenFiles {
  /** Fails with `participant.notOpen`. */
  readonly get: (handle: string) => Result<FileToSend>
  /** The participants of all open files. */
  readonly people: () => readonly ParticipantProfile[]
}

export const noFile: FileToSend = { text: '', profile: null, participants: [] }

export interface Whom {
  readonly subject: Subject
  /** Null if the file has several participants, because nobody can tell which one is meant. */
  readonly profile: ParticipantProfile | null
}

/** Maximum number of participants in one sent file; the submission's receipt names each of them. */
export const mostTogether = 1_000

const refusal = (message: string): AppError => ({
  code: 'participant.several',
  message: `${message} Nothing was sent.`,
  advice: 'Open only the participant who is meant, or split the file.',
})

const refused = (message: string) => fail(refusal(message))

const oneOnly = (count: number, environment: string) =>
  `The file holds ${count} participants, and ${environment} takes files of one participant only.`

/**
 * Says why a reviewed file may no longer be sent: its environment no longer accepts several
 * participants. Null if it may be sent.
 */
export const whyNotSeveral = (
  { among }: Pick<Subject, 'among'>,
  takesSeveral: boolean,
  environment: string,
): AppError | null =>
  among === undefined || takesSeveral ? null : refusal(oneOnly(among.length, environment))

const whyNotTogether = (participants: readonly ParticipantProfile[]) => {
  const count = participants.length
  if (count > mostTogether)
    return `The file holds ${count} participants; at most ${mostTogether} can go in one file.`
  const ids = participants.map(({ userId }) => identityKey(userId))
  const without = ids.filter((id) => id === '').length
  if (without > 0)
    return `The file holds ${count} participants, and ${without} of them ${without === 1 ? 'has' : 'have'} no id.`
  const repeated = participants.find((_, index) => ids.indexOf(ids[index] ?? '') !== index)
  if (repeated)
    return `The file holds ${count} participants, and the id ${repeated.userId} is there more than once.`
  const clients = new Set(
    participants.map(({ clientId }) => identityKey(clientId)).filter((id) => id !== ''),
  )
  return clients.size > 1
    ? `The file holds participants of ${clients.size} different clients.`
    : null
}

/**
 * Says whom a request with this file concerns. A file is always sent whole, whichever participant
 * is on screen. Fails with `participant.several` if the environment accepts only one participant,
 * or if the participants could not be told apart later, because an id is missing or repeated or
 * their clients differ.
 */
export const whomItMeans = (
  { profile, participants }: Pick<FileToSend, 'profile' | 'participants'>,
  { name, takesSeveral = false }: Pick<EnvironmentView, 'name' | 'takesSeveral'>,
): Result<Whom> => {
  const count = participants.length
  if (count < 2) return ok({ subject: personOf(profile), profile })
  if (!takesSeveral) return refused(oneOnly(count, name))
  const why = whyNotTogether(participants)
  if (why !== null) return refused(why)
  const among = participants.map((person) => ({
    participantId: person.userId,
    name: nameOf(person),
  }))
  return ok({ subject: { participantId: '', name: `${count} participants`, among }, profile: null })
}
