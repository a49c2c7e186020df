/** Hyphens and dashes that NFKC keeps apart, and the minus sign. */
const dashes = /[\u2010-\u2015\u2212\uFE58]/gu
const apostrophes = /[`\u2018-\u201B\u2032\u02B9-\u02BD\u02C8\uA78C]/gu

/**
 * Two ids with the same key belong to the same participant or plan: case, blanks around the id, the width of letters,
 * invisible characters, and the kind of hyphen or apostrophe do not matter. Empty for an id without a visible character.
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

/** The same without leading zeros. Ids that differ only there may belong to the same, so that somebody must be asked. */
export const looseKey = (id: string): string =>
  identityKey(id).replace(/(?<!\p{N})0+(?=\p{N})/gu, '')

/** Text to search, and a searched word, in the form in which they are compared: {@link identityKey} without Latin accents. */
export const searchKey = (text: string): string =>
  identityKey(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
