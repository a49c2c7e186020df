import { knownNames } from './field-names.ts'
import { visibleFlag, visibleNumber, visibleText, type Scrubber } from './visible-fields.ts'

/** Longest part of a body that is read, long texts apart, and longest result, in characters. */
const maxSource = 192 * 1024
const maxResult = 40 * 1024
const maxDepth = 24
/** Finding the end of a longer text takes no time worth counting. */
const longText = 1024
/** Entries of a list, and entries under names nobody specified, that are shown; the rest is counted. */
const shownEntries = 2
/** Lists whose entries differ in what the service says of them. */
const wholeLists: ReadonlyMap<string, number> = new Map([
  ['StrategyOutput', 5],
  ['Percentile', 9],
  ['errors', 5],
  ['Errors', 5],
  ['SSAgeOverride', 20],
  ['Values', 1],
])

/** Ends the walk: the body is not JSON from here on, or enough was seen. */
class Stop extends Error {}

const masked = (text: string): string => JSON.stringify(`[${text}]`)

/**
 * A JSON body as it may be kept: its structure whole, the service's own values as they are (`visible-fields.ts`), and
 * kind and length in place of every other. Names that the specification does not know are masked too: accounts are among
 * them. It reads as far as the text is JSON and no further than 192 K characters, so that a body of any size or damage
 * takes next to no time.
 */
export const redactedBody = (body: string, scrubber: Scrubber): string => {
  let at = 0
  // Characters passed over inside long texts.
  let quoted = 0
  let out = ''

  const put = (text: string): void => {
    out += text
    if (out.length > maxResult) throw new Stop()
  }
  const skipBlanks = (): void => {
    while (/[ \t\r\n]/.test(body.charAt(at))) at += 1
    if (at - quoted > maxSource) throw new Stop()
  }
  /** Moves behind the literal at `at`, quotes included; returns where it began. */
  const skipString = (): number => {
    const start = at
    let end = at
    do {
      end = body.indexOf('"', end + 1)
      if (end === -1) throw new Stop()
    } while (isEscaped(body, end))
    at = end + 1
    if (end - start > longText) quoted += end - start
    return start
  }
  /** Moves to the end of the entry at `at`, the comma or bracket behind it, without looking closer. */
  const skipEntry = (): void => {
    for (let depth = 0; at < body.length && at - quoted <= maxSource;) {
      const code = body.charCodeAt(at)
      if (code === 34) {
        skipString()
        continue
      }
      if (depth === 0 && (code === 44 || code === 93 || code === 125)) return
      if (code === 91 || code === 123) depth += 1
      else if (code === 93 || code === 125) depth -= 1
      at += 1
    }
  }
  const scalar = (name: string): void => {
    if (body[at] === '"') {
      const start = skipString()
      const length = at - start - 2
      // Only what is short is cut out: a document of megabytes is never a word of the service.
      const shown =
        length > 8192 ? null : visibleText(name, parsedText(body.slice(start, at)), scrubber)
      put(shown === null ? masked(`text, ${length} characters`) : JSON.stringify(shown))
      return
    }
    const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(
      body.slice(at, at + 64),
    )?.[0]
    if (word === undefined) throw new Stop()
    at += word.length
    if (word === 'null') put(word)
    else if (/\d/.test(word))
      put(visibleNumber(name, word) ? word : masked(`number, ${word.length} characters`))
    else put(visibleFlag(name) ? word : masked('true or false'))
  }
  const line = (depth: number): void => put(`\n${'  '.repeat(depth)}`)

  const value = (name: string, depth: number): void => {
    if (depth > maxDepth) throw new Stop()
    skipBlanks()
    const open = body[at]
    if (open !== '{' && open !== '[') return scalar(name)
    const isList = open === '['
    const close = isList ? ']' : '}'
    const most = (isList ? wholeLists.get(name) : undefined) ?? shownEntries
    at += 1
    put(open)
    let count = 0
    let unnamed = 0
    let hidden = 0
    const begin = (): void => {
      put(count > hidden + 1 ? ',' : '')
      line(depth + 1)
    }
    for (;;) {
      skipBlanks()
      if (body[at] === close) break
      if (count > 0) {
        if (body[at] !== ',') throw new Stop()
        at += 1
        skipBlanks()
      }
      count += 1
      if (isList) {
        if (count > most) {
          hidden += 1
          skipEntry()
          continue
        }
        begin()
        value(name, depth + 1)
        continue
      }
      if (body[at] !== '"') throw new Stop()
      const start = skipString()
      const key = parsedText(body.slice(start, Math.min(at, start + 8192)))
      const keyLength = at - start - 2
      const isKnown = knownNames.has(key)
      if (!isKnown) unnamed += 1
      if (!isKnown && unnamed > most) {
        hidden += 1
        skipEntry()
        continue
      }
      skipBlanks()
      if (body[at] !== ':') throw new Stop()
      at += 1
      begin()
      put(`${isKnown ? JSON.stringify(key) : masked(`name ${unnamed}, ${keyLength} characters`)}: `)
      value(key, depth + 1)
    }
    at += 1
    if (hidden > 0) {
      put(',')
      line(depth + 1)
      put(isList ? masked(`${hidden} more`) : `${masked(`${hidden} more`)}: "…"`)
    }
    if (count > 0) line(depth)
    put(close)
  }

  try {
    value('', 0)
    return onItsOwn(out)
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause
    if (out === '') return `[${body.length} characters that are not JSON]`
    return onItsOwn(`${out.slice(0, maxResult)}\n[cut here, at character ${at} of ${body.length}]`)
  }
}

/**
 * The same text in memory of its own. One put together in pieces keeps every piece, and a piece cut out of a body keeps
 * that whole body.
 */
const onItsOwn = (text: string): string => Buffer.from(text).toString()

const isEscaped = (body: string, quote: number): boolean => {
  let slashes = 0
  while (body[quote - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

const parsedText = (literal: string): string => {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}
