import { z } from 'zod'
import { identityKey } from '../identity-key.ts'

/** Whom a saved result is about, as far as known. */

const personSchema = z.strictObject({ participantId: z.string(), name: z.string() })

export const subjectSchema = z.strictObject({
  ...personSchema.shape,
  /** The two parts of `name` as they were sent; absent in older records and where only the whole is known. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /**
   * Everybody in the file that was sent, where it held several participants: which of them the service meant is not known,
   * so `participantId` is empty then and `name` says how many there were. Absent otherwise.
   */
  among: z.array(personSchema).optional(),
})
export type Subject = z.infer<typeof subjectSchema>

/** Keys of the ids of everybody that a result may be about, as `identityKey` makes them; ids that are missing are left out. */
export const peopleKeys = ({
  participantId,
  among = [],
}: Pick<Subject, 'participantId' | 'among'>): readonly string[] =>
  [
    ...new Set([participantId, ...among.map((person) => person.participantId)].map(identityKey)),
  ].filter((key) => key !== '')

/** Named in a line; further people are counted. */
const mostNamed = 12

/** `Dana Reyes, P-100`, or of a file with several participants how many there were, who, and that one of them is not known to be meant. */
export const subjectWords = ({ participantId, name, among }: Subject): string => {
  if (among === undefined) return [name, participantId].filter((part) => part !== '').join(', ')
  const named = among
    .slice(0, mostNamed)
    .map((person) => [person.name, person.participantId].filter((part) => part !== '').join(' '))
  const more = among.length > mostNamed ? [`${among.length - mostNamed} more`] : []
  return `${name} in one file; for whom of them it counts is not known: ${[...named, ...more].join(', ')}`
}

/** Said wherever a file with several participants goes whole. */
export const severalTogether = (count: number): string =>
  `The file holds ${count} participants and goes whole. For whom of them the service answers is not known, so nothing is saved under one person’s name.`
