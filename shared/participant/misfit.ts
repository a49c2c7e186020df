import { identityKey } from '../identity-key.ts'
import type { ParticipantProfile } from './profile.ts'

/**
 * Judges by the result whether a mapping fits the file read with it: a valid mapping can be made for other files.
 * Nothing here changes the reading, the sent text, or the recognition of earlier submissions.
 */

const nameOf = ({ firstName, lastName, userId }: ParticipantProfile): string =>
  `${firstName} ${lastName}`.trim() || userId

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const isSame = (id: string, other: string): boolean =>
  other !== '' && identityKey(id) === identityKey(other)

/** Values that an id must not equal, in the words that follow “which is”. */
const others: readonly (readonly [string, (person: ParticipantProfile) => boolean])[] = [
  ['the last name, too', ({ userId, lastName }) => isSame(userId, lastName)],
  ['the first name, too', ({ userId, firstName }) => isSame(userId, firstName)],
  [
    'the whole name, too',
    ({ userId, firstName, lastName }) =>
      isSame(userId, `${firstName} ${lastName}`) || isSame(userId, `${lastName}, ${firstName}`),
  ],
  [
    'the date of birth, too',
    ({ userId, dateOfBirth }) =>
      dateOfBirth !== '' && !/\p{L}/u.test(userId) && digitsOf(userId) === digitsOf(dateOfBirth),
  ],
  ['the ClientId, too', ({ userId, clientId }) => isSame(userId, clientId)],
  [
    'a plan id, too',
    ({ userId, accounts }) => accounts.some(({ planId }) => isSame(userId, planId)),
  ],
  ['the state, too', ({ userId, state }) => isSame(userId, state)],
  ['the city, too', ({ userId, city }) => isSame(userId, city)],
  ['the gender, too', ({ userId, gender }) => isSame(userId, gender)],
  [
    'written like a date',
    ({ userId }) => /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})/.test(userId),
  ],
  [
    'written like a name',
    ({ userId }) => /^\p{Lu}[\p{Ll}’']+([ ,-]+\p{Lu}[\p{Ll}’']+)+$/u.test(userId.trim()),
  ],
]

/** Why the id of `person` is unlikely to be one; empty if it is plausible or missing. */
const whyNoId = (person: ParticipantProfile): string =>
  person.userId.trim() === '' ? '' : (others.find(([, is]) => is(person))?.[0] ?? '')

const oddIds = (participants: readonly ParticipantProfile[]): readonly string[] =>
  [...Map.groupBy(participants, whyNoId)].flatMap(([why, people]) => {
    const [first] = people
    if (why === '' || first === undefined) return []
    return people.length === 1
      ? [`${nameOf(first)} has the id “${first.userId}”, which is ${why}.`]
      : [
          `${people.length} participants have an id which is ${why}, for example “${first.userId}” of ${nameOf(first)}.`,
        ]
  })

const personOf = ({ firstName, lastName, dateOfBirth }: ParticipantProfile): string =>
  [firstName, lastName, dateOfBirth].map(identityKey).join('\u0000')

/** Ids shared by several people; the same person twice is no sign of another mapping. */
const sharedIds = (participants: readonly ParticipantProfile[]): readonly string[] => {
  const shared = [...Map.groupBy(participants, ({ userId }) => identityKey(userId))].filter(
    ([id, people]) => id !== '' && new Set(people.map(personOf)).size > 1,
  )
  const [one] = shared
  if (one === undefined) return []
  const [first, second] = one[1]
  if (first === undefined || second === undefined) return []
  const more = shared.length > 1 ? ` ${shared.length} ids are shared like that.` : ''
  return [`${nameOf(first)} and ${nameOf(second)} have the same id, “${first.userId}”.${more}`]
}

const isNowhere = (
  participants: readonly ParticipantProfile[],
  has: (person: ParticipantProfile) => boolean,
  sentence: string,
): readonly string[] => (participants.length > 0 && !participants.some(has) ? [sentence] : [])

/**
 * Sentences on signs that the mapping was made for other files: no id, name or plan found, an id that is something
 * else, or one id for different people. Empty if there are none, and without participants.
 */
export const misfitsOf = (participants: readonly ParticipantProfile[]): readonly string[] => [
  ...isNowhere(participants, ({ userId }) => userId.trim() !== '', 'No participant id was found.'),
  ...isNowhere(
    participants,
    ({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '',
    'No name was found.',
  ),
  ...isNowhere(
    participants,
    ({ accounts }) => accounts.some(({ planId }) => planId.trim() !== ''),
    'No plan was found.',
  ),
  ...oddIds(participants),
  ...sharedIds(participants),
]
