import { identityKey } from '../identity-key.ts'
import type { Subject } from '../participant/subject.ts'
import type { EnvironmentStamp } from '../settings/environment.ts'

/** A result or a participant: the person, and the file that speaks of them. */
export interface Whom {
  readonly subject: Subject
  /** In a line of a list, and in a receipt. */
  readonly likeness?: { readonly file: string } | undefined
  /** In a forecast, and of an open file. */
  readonly fileSha256?: string | undefined
}

export interface PlacedWhom extends Whom {
  readonly environment: Pick<EnvironmentStamp, 'id' | 'place'>
}

const folded = (name: string) => identityKey(name.normalize('NFD').replace(/[\p{M}'’.]/gu, ''))
const wordsIn = (name: string) =>
  folded(name)
    .split(/[\s-]+/)
    .filter(Boolean)

/** The last name; where only the whole name is known, all of it. */
const lastNames = ({ lastName = '', name }: Subject) => wordsIn(lastName || name)

/** `Reyes` and `Reyes-Hall` may be one person; `Reyes` and `Hall` are not. */
const hasOtherName = (one: Subject, other: Subject) => {
  const [names, others] = [lastNames(one), lastNames(other)]
  return names.length > 0 && others.length > 0 && !names.some((name) => others.includes(name))
}

const fileOf = ({ likeness, fileSha256 }: Whom) => fileSha256 || (likeness?.file ?? '')
const isSameFile = (one: Whom, other: Whom) => fileOf(one) !== '' && fileOf(one) === fileOf(other)
const isNamedAlike = ({ subject: { name } }: Whom, { subject }: Whom) =>
  folded(name) !== '' && folded(name) === folded(subject.name)

/**
 * Whether both are about the same person: by id, unless date of birth or last name contradict; without ids by name and
 * date of birth, or by file. The unknown does not pass for the same.
 */
export const samePerson = (one: Whom, other: Whom): boolean => {
  const [a, b] = [one.subject, other.subject]
  if (a.among !== undefined || b.among !== undefined)
    return a.among !== undefined && b.among !== undefined && isSameFile(one, other)
  const [id, otherId] = [identityKey(a.participantId), identityKey(b.participantId)]
  if (id !== otherId) return false
  const [born = '', otherBorn = ''] = [a.dateOfBirth, b.dateOfBirth]
  if (id === '')
    return isSameFile(one, other) || (isNamedAlike(one, other) && born !== '' && born === otherBorn)
  const hasOtherBirth = born !== '' && otherBorn !== '' && born !== otherBorn
  return !hasOtherBirth && !hasOtherName(a, b)
}

const sameService = (one: PlacedWhom, other: PlacedWhom) =>
  one.environment.id === other.environment.id &&
  (one.environment.place ?? '') === (other.environment.place ?? '')

/** Whether two saved results are about the same participant at the same service. */
export const sameWhom = (one: PlacedWhom, other: PlacedWhom): boolean =>
  sameService(one, other) && samePerson(one, other)

/** Two people with the same id, or without ids with the same name, at the same service. */
export const areNamesakes = (one: PlacedWhom, other: PlacedWhom): boolean => {
  const [a, b] = [one.subject, other.subject]
  if (a.among !== undefined || b.among !== undefined) return false
  const [id, otherId] = [identityKey(a.participantId), identityKey(b.participantId)]
  const isAlike = id === '' ? isNamedAlike(one, other) : true
  return id === otherId && isAlike && sameService(one, other) && !samePerson(one, other)
}
