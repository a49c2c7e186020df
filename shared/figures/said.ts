import type { Figure, InSentence, Said } from './figure.ts'

/** Makes sentences with figures from their parts; nothing here reads an amount. */

type Part = string | number | Figure | InSentence | Said | null | false | undefined

const isFigure = (part: object): part is Figure => 'steps' in part
const isInSentence = (part: object): part is InSentence => 'figure' in part
const isSaid = (part: object): part is Said => Array.isArray(part)

const piece = (part: Part): Said => {
  if (part === null || part === false || part === undefined || part === '') return []
  if (typeof part !== 'object') return [String(part)]
  if (isSaid(part)) return part
  if (isInSentence(part)) return [part]
  return isFigure(part) ? [{ figure: part, sign: 'own' }] : []
}

/** Makes a sentence from a template; a negative figure is written with its minus sign. */
export const said = (words: TemplateStringsArray, ...parts: readonly Part[]): Said =>
  words.flatMap((word, index) => [...piece(word), ...piece(parts[index])])

/** A figure without its sign, for a sentence whose words give the direction. */
export const bare = (figure: Figure): InSentence => ({ figure, sign: 'never' })

/** A figure with its sign within a sentence. */
export const signed = (figure: Figure): InSentence => ({ figure, sign: 'always' })

/** Joins sentences; empty ones are left out. */
export const paragraph = (...sentences: readonly Said[]): Said => separated(sentences, ' ')

/** Joins sentences, or parts of a sentence, with `between`; empty ones are left out. */
export const separated = (parts: readonly Said[], between: string): Said =>
  parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [between, ...part]))

/** Joins parts: `one`, `one and two`, `one, two and three`. */
export const enumerated = (parts: readonly Said[]): Said => {
  const known = parts.filter((part) => part.length > 0)
  return separated([separated(known.slice(0, -1), ', '), ...known.slice(-1)], ' and ')
}

/** The sentence with a capital first letter. */
export const capitalized = ([first, ...rest]: Said): Said =>
  typeof first === 'string'
    ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest]
    : first
      ? [first, ...rest]
      : []
