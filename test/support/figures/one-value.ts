import type { Reading } from './walked.ts'

/** Compares every text of every figure of one participant with its first text: one figure has one value. */

interface Seen {
  readonly size: string
  readonly text: string
  readonly where: string
  sign: '' | '+' | '−'
}

/** The amount without its sign, which a sentence may express in words, and without the word for an estimate. */
const read = (text: string): { readonly sign: Seen['sign']; readonly size: string } => {
  const bare = text.replace(/^about /, '')
  const sign = bare.startsWith('+') ? '+' : bare.startsWith('−') ? '−' : ''
  return { sign, size: bare.slice(sign.length) }
}

export const createOneValue = () => {
  const seen = new Map<string, Seen>()
  return {
    /** The number of figures so far. */
    count: () => seen.size,
    /** Sentences about figures whose amount or sign differs from that in an earlier place. */
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
