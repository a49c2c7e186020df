import { knownNames, messageNames, vocabularyNames } from './field-names.ts'

/** Longest part of a body that is looked at, text in quotes apart, and longest outline, in characters. */
const maxSource = 64 * 1024
const maxOutline = 24 * 1024
const maxDepth = 24
/** Elements of a list that are shown; the rest is counted. */
const shownElements = 1

/** Ends the walk: the body is not JSON from here on, or enough was seen. */
class Stop extends Error {}

const placeholder = (text: string): string => JSON.stringify(`[${text}]`)

/**
 * The outline of a JSON body: the names the specification knows, with kinds and lengths in place of values. It reads as
 * far as the text is JSON and no further than 64 K characters, so that a body of any size or damage takes next to no time.
 *
 * Values are shown for the service's own vocabulary only; `message` gives what may be shown of an error's text.
 */
export const outlineOf = (body: string, message: (text: string) => string): string => {
  let at = 0
  // Characters passed over inside quotes, which take no time.
  let quoted = 0
  let out = ''

  const put = (text: string): void => {
    out += text
    if (out.length > maxOutline) throw new Stop()
  }
  const skipBlanks = (): void => {
    while (at < body.length && (body.charCodeAt(at) === 32 || (body.charCodeAt(at) >= 9 && body.charCodeAt(at) <= 13))) at += 1
    if (at - quoted > maxSource || at >= body.length) throw new Stop()
  }
  /** The literal at `at`, quotes included. Only a short one is cut out; the length of the others is enough. */
  const string = (): { readonly length: number; readonly text: () => string } => {
    const start = at
    let end = at
    do {
      end = body.indexOf('"', end + 1)
      if (end === -1) throw new Stop()
    } while (isEscaped(body, end))
    at = end + 1
    quoted += end - start
    return { length: end - start - 1, text: () => parsedText(body.slice(start, end + 1)) }
  }
  const scalar = (name: string): void => {
    if (body[at] === '"') {
      const { length, text } = string()
      const shown = length === 0 ? '' : vocabularyNames.has(name) ? text().slice(0, 200) : undefined
      const told = shown ?? (messageNames.has(name) ? message(text()) : undefined)
      put(told === undefined ? placeholder(`text, ${length} characters`) : JSON.stringify(told))
      return
    }
    const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(body.slice(at, at + 64))?.[0]
    if (word === undefined) throw new Stop()
    at += word.length
    const plain = !/\d/.test(word) || vocabularyNames.has(name) || messageNames.has(name)
    put(plain ? word : placeholder('number'))
  }
  const line = (depth: number): void => put(`\n${'  '.repeat(depth)}`)

  const value = (name: string, depth: number): void => {
    if (depth > maxDepth) throw new Stop()
    skipBlanks()
    const open = body[at]
    if (open !== '{' && open !== '[') return scalar(name)
    const close = open === '{' ? '}' : ']'
    at += 1
    put(open)
    let count = 0
    for (;;) {
      skipBlanks()
      if (body[at] === close) break
      if (count > 0) {
        if (body[at] !== ',') throw new Stop()
        at += 1
        skipBlanks()
      }
      count += 1
      const hidden = open === '[' && count > shownElements
      const kept = out
      if (!hidden) {
        put(count > 1 ? ',' : '')
        line(depth + 1)
      }
      if (open === '{') {
        if (body[at] !== '"') throw new Stop()
        const key = string().text()
        skipBlanks()
        if (body[at] !== ':') throw new Stop()
        at += 1
        put(`${knownNames.has(key) ? JSON.stringify(key) : placeholder('other name')}: `)
        value(key, depth + 1)
      } else {
        value(name, depth + 1)
      }
      if (hidden) out = kept
    }
    at += 1
    if (open === '[' && count > shownElements) {
      put(',')
      line(depth + 1)
      put(placeholder(`${count - shownElements} more`))
    }
    if (count > 0) line(depth)
    put(close)
  }

  try {
    value('', 0)
    return out
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause
    return out === '' ? `[${body.length} characters that are not JSON]` : `${out.slice(0, maxOutline)}\n[cut here]`
  }
}

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
