/** Maximum length of a sentence in a message box, so that its buttons stay on the display; characters. */
const longest = 400

/**
 * Characters that start a line or change text direction; without them a quoted file cannot imitate the program's
 * sentences.
 */
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Prepares a sentence that may quote a file, a folder or the command line for a message box: one line, cut if too long.
 */
export const inABox = (sentence: string): string => {
  const characters = Array.from(
    sentence.toWellFormed().replaceAll(breaks, ' ').replaceAll(turns, ''),
  )
  return characters.length <= longest
    ? characters.join('')
    : `${characters.slice(0, longest).join('')}…`
}
