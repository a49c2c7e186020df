/** Characters of a value that a question shows; a longer one is cut, and its length is given. */
const mostShown = 120

/** Invisible characters, those that turn the direction of text, and marks piled on a letter. */
const deceptive = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?<=\p{M}{2})\p{M}/gu

const codePoint = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * A value from outside main, on one line and in quotation marks that it cannot close. What cannot be seen is named, so that
 * no value looks like another or like a sentence of the program.
 */
export const quoted = (value: string): string => {
  const seen = value
    .toWellFormed()
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(/[“”„‟"]/g, "'")
    .replaceAll(deceptive, codePoint)
    .trim()
  const characters = Array.from(seen)
  if (characters.length <= mostShown) return `“${seen}”`
  return `“${characters.slice(0, mostShown).join('')}…” (${characters.length} characters)`
}
