/** Characters of a sentence in a message box: what quotes a file stays small enough for its buttons to be on the display. */
const longest = 400

/** What begins a line of its own or turns text around: a file that is quoted must not write sentences of ours. */
const breaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A sentence that may quote a file, a folder or the command line, as a message box may show it: one line, cut where it is too long. */
export const inABox = (sentence: string): string => {
  const characters = Array.from(
    sentence.toWellFormed().replaceAll(breaks, ' ').replaceAll(turns, ''),
  )
  return characters.length <= longest
    ? characters.join('')
    : `${characters.slice(0, longest).join('')}…`
}
