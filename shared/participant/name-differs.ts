import { searchKey } from '../identity-key.ts'

const suffix = /^(?:jr|sr|ii|iii|iv)$/

/** The words of a name without case, accents, apostrophes, hyphens and suffixes such as Jr. */
export const nameWords = (name: string): readonly string[] => {
  const words = searchKey(name.replace(/['’.]/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !suffix.test(word))
  return named.length > 0 ? named : words
}

/** Equal words, or an initial and a word that begins with it. */
const isAlike = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) === 1 && one[0] === other[0])

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.some((other) => isAlike(word, other)))

/**
 * True if two names are not of one person: the order of their words, case, accents, suffixes, initials and a middle name
 * that only one of them has do not matter. An unknown name differs from none.
 */
export const nameDiffers = (one: string, other: string): boolean => {
  const [words, others] = [nameWords(one), nameWords(other)]
  if (words.length === 0 || others.length === 0) return false
  return !isWithin(words, others) && !isWithin(others, words) && words.join('') !== others.join('')
}
