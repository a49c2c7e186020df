import iconv from 'iconv-lite'
import type { listEncodings } from '#shared/lists/list.ts'

type ListEncoding = (typeof listEncodings)[number]

/** The encodings with one byte for each character, the likeliest first. */
const candidates = ['windows-1252', 'cp850', 'cp437', 'macroman'] as const

const mostLines = 2_000
const shownLines = 5

/** Letters of names in Western and Central Europe, and the marks that stand among them. */
const usualLetters = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/u
const usualMarks = /[‘’–ªº°]/u
const commonLetters = /[áàâäãåæçéèêëíìîïñóòôöõøúùûüßÁÅÄÇÉÑÓÖÜØ]/u

/**
 * How well a text reads as names: letters between letters of the same case count for it, anything
 * else that is not ASCII against it.
 */
const scoreOf = (text: string): number => {
  let score = 0
  for (const { 0: char, index } of text.matchAll(/[^\x00-\x7f]/g)) {
    const before = text[index - 1] ?? ' '
    const after = text[index + 1] ?? ' '
    const isInside = /\p{L}/u.test(before) || /\p{L}/u.test(after)
    if (usualLetters.test(char)) {
      const isUpper = char !== char.toLowerCase()
      const isOddCase = isUpper
        ? /\p{Ll}/u.test(before)
        : !/\p{L}/u.test(before) && /\p{Lu}/u.test(after)
      score += !isInside ? -2 : isOddCase ? -2 : commonLetters.test(char) ? 2 : 1
    } else score += usualMarks.test(char) && isInside ? 1 : -3
  }
  return score
}

export interface EncodingGuess {
  readonly encoding: ListEncoding
  /** Encodings that fit as well, each with the lines in which they differ; empty if one is certain. */
  readonly choices: readonly {
    readonly encoding: ListEncoding
    readonly lines: readonly string[]
  }[]
}

/**
 * The encoding of text that is neither UTF-8 nor UTF-16, decided by the letters that its lines have
 * in each encoding. Where two fit, `choices` has both.
 */
export const guessSingleByte = (bytes: Buffer): EncodingGuess => {
  const lines = [
    ...new Set(
      bytes
        .toString('latin1')
        .split(/[\r\n]+/)
        .filter((line) => /[\x80-\xff]/.test(line)),
    ),
  ].slice(0, mostLines)
  const read = candidates.map((encoding) => {
    const decoded = lines.map((line) => iconv.decode(Buffer.from(line, 'latin1'), encoding))
    return { encoding, decoded, score: scoreOf(decoded.join('\n')) }
  })
  const [best, ...others] = read.toSorted((a, b) => b.score - a.score)
  if (best === undefined) return { encoding: 'windows-1252', choices: [] }
  const many = lines.join('').replace(/[\x00-\x7f]/g, '').length
  const differs = ({ decoded }: (typeof read)[number]) =>
    decoded.some((line, index) => line !== best.decoded[index])
  // A difference of less than half a letter in each place decides nothing.
  const rivals = others.filter((other) => differs(other) && best.score - other.score < many / 2 + 1)
  const isPoor = best.score <= 0
  const doubted = isPoor ? others.filter(differs) : rivals
  if (doubted.length === 0) return { encoding: best.encoding, choices: [] }
  const places = lines.flatMap((_line, index) =>
    doubted.some(({ decoded }) => decoded[index] !== best.decoded[index]) ? [index] : [],
  )
  return {
    encoding: best.encoding,
    choices: [best, ...doubted].map(({ encoding, decoded }) => ({
      encoding,
      lines: places.slice(0, shownLines).map((index) => (decoded[index] ?? '').slice(0, 200)),
    })),
  }
}
