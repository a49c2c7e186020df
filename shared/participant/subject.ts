import { z } from 'zod'
import { identityKey } from '../identity-key.ts'
import type { ParticipantProfile } from './profile.ts'

/** Names the people whom a saved result is about, as far as known. */

const personSchema = z.strictObject({ participantId: z.string(), name: z.string() })

export const subjectSchema = z.strictObject({
  ...personSchema.shape,
  /** The two parts of `name` as sent; absent if only the whole name is known. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** Date of birth from the file, YYYY-MM-DD; absent if it has none. */
  dateOfBirth: z.string().optional(),
  /**
   * Everybody in a sent file with several participants. The service does not say which one it meant, so `participantId`
   * is empty and `name` says how many there are. Absent for a single participant.
   */
  among: z.array(personSchema).optional(),
})
export type Subject = z.infer<typeof subjectSchema>

export const nameOf = ({
  firstName,
  lastName,
}: Pick<ParticipantProfile, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim()

/** The subject of a result about the participant on screen. */
export const personOf = (profile: ParticipantProfile | null): Subject => {
  if (profile === null) return { participantId: '', name: '' }
  const { userId, firstName, lastName, dateOfBirth } = profile
  const born = dateOfBirth === '' ? {} : { dateOfBirth }
  return { participantId: userId, name: nameOf(profile), firstName, lastName, ...born }
}

/** The keys (`identityKey`) of everybody whom a result may be about; missing ids are left out. */
export const peopleKeys = ({
  participantId,
  among = [],
}: Pick<Subject, 'participantId' | 'among'>): readonly string[] =>
  [
    ...new Set([participantId, ...among.map((person) => person.participantId)].map(identityKey)),
  ].filter((key) => key !== '')

/** Maximum number of people named in a line; the rest are counted. */
const mostNamed = 12

/**
 * Words such as `Dana Reyes, P-100`. For a file with several participants, gives their number and
 * names, and says that nobody knows which one the answer is about.
 */
export const subjectWords = ({ participantId, name, among }: Subject): string => {
  if (among === undefined) return [name, participantId].filter(Boolean).join(', ')
  const named = among
    .slice(0, mostNamed)
    .map((person) => [person.name, person.participantId].filter(Boolean).join(' '))
  const more = among.length > mostNamed ? [`${among.length - mostNamed} more`] : []
  return `${name} in one file; nobody knows which one it counts for: ${[...named, ...more].join(', ')}`
}

/** The sentence shown wherever a whole file with several participants is sent. */
export const severalTogether = (count: number): string =>
  `The file holds ${count} participants and is sent whole. The service does not say which one its answer is about, so nothing is saved under one person’s name.`
