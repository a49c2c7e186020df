import type { Reading } from './walked.ts'

/** Checks that each of a participant's figures has the same text wherever it is shown. */

interface Seen {
  readonly size: string
  readonly text: string
  readonly where: string
  sign: '' | '+' | '−'
}

/**
 * Splits a text into sign and amount. In a sentence, words may express the sign. The word “about”
 * is ignored.
 */
const read = (text: string): { readonly sign: Seen['sign']; readonly size: string } => {
  const bare = text.replace(/^about /, '')
  const sign = bare.startsWith('+') ? '+' : bare.startsWith('−') ? '−' : ''
  return { sign, size: bare.slice(sign.length) }
}

export const createOneValue = () => {
  const seen = new Map<string, Seen>()
  return {
    /** The number of different figures seen so far. */
    count: () => seen.size,
    /**
     * Adds readings. Returns a sentence for each figure whose amount or sign differs from where it
     * was shown before.
     */
    add: (readings: readonly Reading[]): readonly string[] =>
      readings.flatMap(({ id, text, where }) => {
        const { sign, size } = read(text)
        const before = seen.get(id)
        if (before === undefined) {
          seen.set(id, { sign, size, text, where })
          return []
        }
        const isOther =
          before.size !== size || (before.sign !== '' && sign !== '' && before.sign !== sign)
        if (before.sign === '') before.sign = sign
        return isOther ? [`${id}: ${before.text} in ${before.where}, ${text} in ${where}`] : []
      }),
  }
}
