import { identityKey } from '#shared/identity-key.ts'

/** The shape of the ids in a column, learned from its own rows. */

/** With fewer other rows, no feature counts as usual. */
const fewest = 3
/** The share of the other rows that must have a feature before a row without it is unusual. */
const most = 0.95

const maskOf = (value: string): string => value.replace(/\p{L}+/gu, 'A').replace(/\p{N}+/gu, '9')
const prefixOf = (value: string): string => /^\p{L}*/u.exec(value)?.[0].toLowerCase() ?? ''

interface Feature {
  readonly of: (value: string) => string
  /** With fewer other rows, the feature says nothing. */
  readonly fewest: number
  /** Says what the others have, as words that follow the column's name. */
  readonly words: (usual: string, example: string) => string
}

const like = (example: string) => `such as “${example}”`

const features: readonly Feature[] = [
  {
    of: (value) => (/\p{N}/u.test(value) ? (/\p{L}/u.test(value) ? 'both' : 'digits') : 'letters'),
    fewest,
    words: (usual, example) =>
      usual === 'both'
        ? `does not have letters and digits, which nearly all others have, ${like(example)}.`
        : `does not have only ${usual}, unlike nearly all others, ${like(example)}.`,
  },
  {
    of: (value) => (maskOf(value).length > 12 ? 'long' : maskOf(value)),
    fewest: 6,
    words: (_usual, example) => `is not built like nearly all others, ${like(example)}.`,
  },
  {
    of: prefixOf,
    fewest: 6,
    words: (usual, example) =>
      usual === ''
        ? `begins with a letter, unlike nearly all others, ${like(example)}.`
        : `does not begin with ${usual.toUpperCase()}, as nearly all others do, ${like(example)}.`,
  },
]

const lengthFeature: Feature = {
  of: (value) => String(Array.from(value).length),
  fewest,
  words: (usual, example) =>
    `does not have ${usual} characters, as nearly all others do, ${like(example)}. Zeros at its beginning may be lost.`,
}
const longFeature: Feature = { ...lengthFeature, fewest: 100 }

const usualOf = (values: readonly string[], { of, fewest: least, words }: Feature) => {
  if (values.length <= least) return null
  const [first, second] = [...Map.groupBy(values, of)].toSorted((a, b) => b[1].length - a[1].length)
  if (first === undefined || second === undefined) return null
  const [usual, those] = first
  // One deviating row is allowed even in a short column, where it is more than a twentieth.
  const others = values.length - those.length
  const isUsual = others === 1 ? those.length >= least : those.length >= values.length * most
  if (!isUsual) return null
  return (value: string) => (of(value) === usual ? '' : words(usual, those[0] ?? ''))
}

/**
 * Says how an id differs from the column's others, as words that follow the column's name; empty if
 * it does not. Ids of one length with zeros at their beginning are numbers of fixed length.
 */
export const learnIds = (column: readonly string[]): ((value: string) => string) => {
  const values = [...new Map(column.map((value) => [identityKey(value), value])).values()].filter(
    (value) => value !== '',
  )
  const isPadded = values.filter((value) => /^0\d/.test(value)).length > values.length / 20
  const rules = [...features, isPadded ? lengthFeature : longFeature].flatMap(
    (feature) => usualOf(values, feature) ?? [],
  )
  return (value) => {
    if (value === '') return ''
    for (const rule of rules) {
      const words = rule(value)
      if (words !== '') return words
    }
    return ''
  }
}

/** A plan id in at least this many rows is common; an id in a single row is compared with the common ones. */
const commonRows = 4

/**
 * Says how a plan id differs from the plan directory or, without a directory, from plan ids in several
 * rows; empty if it does not. `known` has the keys of the directory's plans.
 */
export const learnPlans = (
  column: readonly string[],
  known: ReadonlySet<string>,
): ((value: string) => string) => {
  const counts = new Map<string, number>()
  for (const value of column) {
    const key = identityKey(value)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const common = [...counts].filter(([key, count]) => key !== '' && count >= commonRows)
  const marksOf = (key: string) => key.replace(/[\p{L}\p{N}]/gu, '')
  const example = common[0]?.[0].toUpperCase() ?? ''
  return (value) => {
    const key = identityKey(value)
    if (key === '' || known.has(key)) return ''
    if (known.size > 0) return 'is not in the plan directory of this environment.'
    if ((counts.get(key) ?? 0) > 1 || common.length === 0) return ''
    if (common.every(([other]) => /\p{L}/u.test(other)) && !/\p{L}/u.test(key))
      return `has no letters, unlike all others, ${like(example)}.`
    if (common.every(([other]) => /\p{N}/u.test(other)) && !/\p{N}/u.test(key))
      return `has no digits, unlike all others, ${like(example)}.`
    return common.every(([other]) => marksOf(other) === '') && marksOf(key) !== ''
      ? `has “${marksOf(key)[0] ?? ''}” in it, unlike all others, ${like(example)}.`
      : ''
  }
}
