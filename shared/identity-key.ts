/** Hyphens and dashes that NFKC keeps apart, and the minus sign. */
const dashes = /[\u2010-\u2015\u2212\uFE58]/gu
const apostrophes = /[`\u2018-\u201B\u2032\u02B9-\u02BD\u02C8\uA78C]/gu

/** Cyrillic letters that look like a Latin one, in upper or lower case. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ а: 'a', в: 'b', е: 'e', ё: 'ë', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't' },
    ...{ у: 'y', х: 'x', і: 'i', ї: 'ï', ј: 'j', ѕ: 's', һ: 'h', ԁ: 'd', ԛ: 'q', ԝ: 'w', ѵ: 'v' },
  }),
)
const cyrillic = /\p{Script=Cyrillic}/u
const eachCyrillic = /\p{Script=Cyrillic}/gu
const latin = /\p{Script=Latin}/u
const eachWord = /[\p{L}\p{M}\p{N}]+/gu

/** A word that mixes Cyrillic and Latin letters, or could be read as Latin, as it looks. Other Cyrillic words stay. */
const asItLooks = (word: string): string => {
  if (!cyrillic.test(word)) return word
  const looks = word.replace(eachCyrillic, (letter) => lookAlikes.get(letter) ?? letter)
  return latin.test(word) || !cyrillic.test(looks) ? looks : word
}

/**
 * Two ids with the same key belong to the same participant or plan: case, blanks around the id, the width of letters,
 * invisible characters, the kind of hyphen or apostrophe, and Cyrillic letters that look Latin do not matter. Empty for
 * an id without a visible character.
 */
export const identityKey = (id: string): string =>
  id
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(apostrophes, "'")
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .replace(eachWord, asItLooks)

/**
 * Like {@link identityKey}, but without leading zeros. Ids that differ only in these may belong to the same participant
 * or plan, so a person must be asked.
 */
export const looseKey = (id: string): string => withoutZeros(identityKey(id))

/** A key without the leading zeros of its numbers. */
export const withoutZeros = (key: string): string => key.replace(/(?<!\p{N})0+(?=\p{N})/gu, '')

/** Text to search, and a searched word, in the form in which they are compared: {@link identityKey} without Latin accents. */
export const searchKey = (text: string): string =>
  identityKey(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
