/** Masks identifiers in a text except for their last characters. */

const hidden = '••••'
/**
 * A shorter identifier is masked completely, because its last four characters would be nearly all
 * of it.
 */
const shownCharacters = 4
/**
 * An identifier with at least this many characters is also found inside a longer word; a shorter
 * one may be there by chance.
 */
const distinctive = 6
/** An identifier with more characters is found only exactly as written. */
const longest = 256

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const isDigit = (character: string) => /\p{N}/u.test(character)
const isLetter = (character: string) => /\p{L}/u.test(character)
const isEither = (character: string) => isDigit(character) || isLetter(character)

/** `P-100482` gives `••••0482`; up to four letters or digits give `••••`. */
export const maskIdentifier = (identifier: string): string => {
  if (identifier === '') return ''
  const core = letters(identifier)
  return core.length > shownCharacters ? hidden + core.slice(-shownCharacters) : hidden
}

/** The character at a position, and the one before it; empty beyond the text. */
const characterAt = (text: string, at: number) =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''
const characterBefore = (text: string, at: number) => {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && at > 1
  return isPair ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** A letter without regard to its case. */
const folded = (character: string) => {
  const lower = character.toUpperCase().toLowerCase()
  return lower.length === character.length ? lower : character.toLowerCase()
}

/**
 * Keeps the keys of different tree nodes apart, because it is larger than any Unicode code point.
 */
const perNode = 0x200000

/**
 * A tree of words by letters. Looking up a word takes one step per letter, regardless of the number
 * of words.
 */
const createTree = () => {
  const steps = new Map<number, number>()
  const ends = new Set<number>()
  let nodes = 0
  const keyOf = (node: number, character: string) =>
    node * perNode + (folded(character).codePointAt(0) ?? 0)
  return {
    add: (word: string) => {
      let node = 0
      for (const character of word) {
        const key = keyOf(node, character)
        const next = steps.get(key) ?? (nodes += 1)
        steps.set(key, next)
        node = next
      }
      ends.add(node)
    },
    next: (node: number, character: string) =>
      character === '' ? undefined : steps.get(keyOf(node, character)),
    isEnd: (node: number) => ends.has(node),
  }
}
type Tree = ReturnType<typeof createTree>

/**
 * True if the characters on both sides of an edge belong to one word, so that no identifier begins
 * or ends between them.
 */
type Joins = (inside: string, outside: string) => boolean

const sameKind: Joins = (inside, outside) =>
  isDigit(inside) ? isDigit(outside) : isLetter(outside)
const anyKind: Joins = (_inside, outside) => isEither(outside)

/**
 * The end of the longest word in the tree that begins at a position; -1 if there is none. Between
 * two letters, one of the characters in `gaps` is allowed.
 */
const endOf = (tree: Tree, text: string, start: number, gaps: string, joins: Joins) => {
  const first = characterAt(text, start)
  if (tree.next(0, first) === undefined || joins(first, characterBefore(text, start))) return -1
  let found = -1
  let node = 0
  let at = start
  for (;;) {
    let character = characterAt(text, at)
    let next = tree.next(node, character)
    if (next === undefined && at > start && character !== '' && gaps.includes(character)) {
      at += 1
      character = characterAt(text, at)
      next = tree.next(node, character)
    }
    if (next === undefined) return found
    node = next
    at += character.length
    if (tree.isEnd(node) && !joins(character, characterAt(text, at))) found = at
  }
}

/**
 * Masks the identifiers in the ways in which people and systems write them: in upper or lower case,
 * and longer ones also with or without their spaces, dashes and dots. The time depends on the
 * length of the text, not on the number of identifiers.
 */
export const maskerFor = (identifiers: readonly string[]): ((text: string) => string) => {
  const known = [...new Set(identifiers.map((each) => each.trim()))].filter(
    (each) => letters(each) !== '',
  )
  if (known.length === 0) return (text) => text
  const loose = createTree()
  const exact = createTree()
  const verbatim: string[] = []
  for (const identifier of known) {
    const core = letters(identifier)
    if (identifier.length > longest) verbatim.push(identifier)
    else if (Array.from(core).length >= distinctive) loose.add(core)
    else exact.add(identifier)
  }
  return (given) => {
    const text = verbatim.reduce(
      (masked, each) => masked.replaceAll(each, () => maskIdentifier(each)),
      given,
    )
    const parts: string[] = []
    let kept = 0
    for (let at = 0; at < text.length;) {
      const end = Math.max(
        endOf(loose, text, at, '-. ', sameKind),
        endOf(exact, text, at, '', anyKind),
      )
      if (end === -1) {
        at += characterAt(text, at).length
        continue
      }
      parts.push(text.slice(kept, at), maskIdentifier(text.slice(at, end)))
      kept = end
      at = end
    }
    return kept === 0 ? text : [...parts, text.slice(kept)].join('')
  }
}
