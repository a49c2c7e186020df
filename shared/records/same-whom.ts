import { identityKey } from '../identity-key.ts'
import type { Subject } from '../participant/subject.ts'
import type { EnvironmentStamp } from '../environments/environment.ts'

/** Whom a result or a file is about: the person, and the file with their data. */
export interface Whom {
  readonly subject: Subject
  /** Present in a line of a list, and in a receipt. */
  readonly likeness?: { readonly file: string } | undefined
  /** Present in a forecast, and for an open file. */
  readonly fileSha256?: string | undefined
}

export interface PlacedWhom extends Whom {
  readonly environment: Pick<EnvironmentStamp, 'id' | 'place'>
}

/** Letters whose plain form is not just the letter without its accent. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', ß: 'ss', ı: 'i', đ: 'd', æ: 'ae', œ: 'oe' }),
)
const umlauts = /[äöü]/gu
const suffixes = /^(jr|sr|ii|iii|iv|v)$/

/**
 * The words of a name, as plain letters and without a generation suffix: `O’Brien-Wałęsa, Jr.` gives `obrien` and
 * `walesa`. `Müller` gives `muller`, or `mueller` if `spelled` as in German.
 */
const wordsIn = (name: string, spelled = false): readonly string[] => {
  const key = identityKey(name).replaceAll("'", '')
  const letters = (spelled ? key.replace(umlauts, (letter) => `${letter}e`) : key).normalize('NFKD')
  // Removes only Latin accents, because in other scripts such marks are vowels, which distinguish
  // names.
  const plain = letters
    .replace(/[\u0300-\u036F]/gu, '')
    .replace(/\p{L}/gu, (letter) => plainLetters.get(letter) ?? letter)
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const named = words.filter((word) => !suffixes.test(word))
  return named.length > 0 ? named : words
}

const isJoinedAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('') === other.join('')

/** The words of the last name, or of the whole name if only that is known. */
const lastNames = ({ lastName = '', name }: Subject, spelled: boolean) =>
  wordsIn(lastName || name, spelled)

/**
 * True if two last names differ. `Reyes` and `Reyes-Hall` may be one person; `Van Dyke` and `Van
 * Buren` are not. An unknown name does not differ from any name.
 */
const areOtherNames = (names: readonly string[], others: readonly string[]): boolean => {
  const isWithin =
    names.every((name) => others.includes(name)) || others.every((name) => names.includes(name))
  return !isWithin && !isJoinedAlike(names, others)
}

/**
 * True if two people have different last names. `Müller` can be `Muller`, or with the same date of
 * birth `Mueller`, but `Muller` is never `Mueller`.
 */
const hasOtherName = (one: Subject, other: Subject, isBornAlike: boolean): boolean => {
  const spellings = isBornAlike ? [false, true] : [false]
  return spellings.every((own) =>
    spellings.every((theirs) => areOtherNames(lastNames(one, own), lastNames(other, theirs))),
  )
}

const fileOf = ({ likeness, fileSha256 }: Whom) => fileSha256 || (likeness?.file ?? '')
const isSameFile = (one: Whom, other: Whom) => fileOf(one) !== '' && fileOf(one) === fileOf(other)
const isNamedAlike = (one: Whom, other: Whom): boolean => {
  const [words, others] = [wordsIn(one.subject.name), wordsIn(other.subject.name)]
  return words.length > 0 && isJoinedAlike(words, others)
}

/**
 * True if `one` and `other` are about the same person. If they have ids, the ids must agree, and
 * date of birth and last name must not differ. If they have none, name and date of birth must
 * agree, or the file must be the same. Missing data never counts as agreement.
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
  const areBothBorn = born !== '' && otherBorn !== ''
  if (areBothBorn && born !== otherBorn) return false
  return !hasOtherName(a, b, areBothBorn)
}

/**
 * Texts that surely identify somebody without an id: two results with a text in common are about the same person, as in
 * {@link samePerson}.
 */
export const sureMarksOf = (whom: Whom): readonly string[] => {
  const [file, name, born = ''] = [
    fileOf(whom),
    wordsIn(whom.subject.name).join(''),
    whom.subject.dateOfBirth,
  ]
  return [
    ...(file === '' ? [] : [`file ${file}`]),
    ...(name === '' || born === '' ? [] : [`born ${born} ${name}`]),
  ]
}

/** The data, apart from the id, that {@link samePerson} compares in a result with an id. */
export const saidBy = ({ subject: { name, lastName, dateOfBirth } }: Whom) =>
  JSON.stringify([name, lastName, dateOfBirth])

/**
 * The results about the same person as `whom`, among `results` of one service. A result that does
 * not match the same other results as `whom` is left out, because it may be another person's. For
 * example, a file without a date of birth matches two people who share an id, and must not show one
 * person's figures to the other.
 */
export const resultsOf = <T extends Whom>(whom: Whom, results: readonly T[]): readonly T[] => {
  const alike = results.filter((each) => samePerson(each, whom))
  const id = identityKey(whom.subject.participantId)
  // Without ids, `samePerson` requires known data on both sides, so no result is ambiguous.
  if (id === '') return alike
  const ofId = results.filter(({ subject }) => identityKey(subject.participantId) === id)
  const thirds = [...new Map(ofId.map((each) => [saidBy(each), each])).values()]
  const isTheirs = new Map<string, boolean>()
  return alike.filter((each) => {
    const said = saidBy(each)
    const answer =
      isTheirs.get(said) ??
      thirds.every((third) => samePerson(third, each) === samePerson(third, whom))
    isTheirs.set(said, answer)
    return answer
  })
}

const sameService = (one: PlacedWhom, other: PlacedWhom) =>
  one.environment.id === other.environment.id &&
  (one.environment.place ?? '') === (other.environment.place ?? '')

/** True if two saved results are about the same participant at the same service. */
export const sameWhom = (one: PlacedWhom, other: PlacedWhom): boolean =>
  sameService(one, other) && samePerson(one, other)

/** Like {@link resultsOf}, but only among results at the service of `whom`. */
export const resultsThereOf = <T extends PlacedWhom>(
  whom: PlacedWhom,
  results: readonly T[],
): readonly T[] =>
  resultsOf(
    whom,
    results.filter((each) => sameService(each, whom)),
  )

/**
 * True if two results at the same service are about different people with the same id, or with the
 * same name if there are no ids.
 */
export const areNamesakes = (one: PlacedWhom, other: PlacedWhom): boolean => {
  const [a, b] = [one.subject, other.subject]
  if (a.among !== undefined || b.among !== undefined) return false
  const [id, otherId] = [identityKey(a.participantId), identityKey(b.participantId)]
  const isAlike = id === '' ? isNamedAlike(one, other) : true
  return id === otherId && isAlike && sameService(one, other) && !samePerson(one, other)
}
