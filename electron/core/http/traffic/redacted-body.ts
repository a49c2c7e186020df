import { knownNames } from './field-names.ts'
import { visibleFlag, visibleNumber, visibleText, type Scrubber } from './visible-fields.ts'

/** Maximum length that is read, not counting long texts, and maximum length of the result; characters. */
const maxSource = 192 * 1024
const maxResult = 40 * 1024
const maxDepth = 24
/** Longer texts are skipped, which takes almost no time; characters. */
const longText = 1024
/** Number of shown entries of a list, and of entries with unknown names; the others are counted. */
const shownEntries = 2
/** Lists whose entries each say something different about the service. */
const wholeLists: ReadonlyMap<string, number> = new Map([
  ['StrategyOutput', 5],
  ['Percentile', 9],
  ['errors', 5],
  ['Errors', 5],
  ['SSAgeOverride', 20],
  ['Values', 1],
])

/** Ends the walk: the rest of the body is not JSON, or enough was read. */
class Stop extends Error {}

const masked = (text: string): string => JSON.stringify(`[${text}]`)

/**
 * The form of a JSON body that may be kept: its whole structure, the service's own values (`visible-fields.ts`), and
 * kind and length in place of every other value. Unknown names are masked too, because accounts can be names. It reads
 * while the text is JSON, at most 192 K characters, so that a body of any size or damage takes almost no time.
 */
export const redactedBody = (body: string, scrubber: Scrubber): string => {
  let at = 0
  // Number of characters skipped inside long texts.
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
  /** Moves past the string at `at`, including its quotes; returns its start. */
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
  /** Moves past the entry at `at`, to its comma or bracket, without parsing it. */
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
      // Only short texts are extracted: a document of megabytes is never a word of the service.
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
 * The same text in its own memory. A concatenated string keeps every part, and a substring of a body keeps the whole
 * body.
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
