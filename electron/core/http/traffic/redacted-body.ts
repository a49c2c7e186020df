import { endOfText } from '../redact.ts'
import { hasVisible, isVisible, knownNames, type IsSent } from './visible-fields.ts'

/** Bounds, so that a body of any size holds main for milliseconds: characters read, values shown, depth. */
const maxRead = 192 * 1024
/** Longer texts, such as a participant's file, are passed over, up to this many characters in all. */
const longText = 1024
const maxPassed = 2 * 1024 * 1024
const maxShown = 600
const maxDepth = 24
/** Shown entries of a list, and of names that nobody specified; the others are counted. */
const mostAt = (depth: number): number => (depth < 3 ? 2 : 1)

const codeOf = (char: string) => char.charCodeAt(0)
const codesOf = (chars: string) => new Set(Array.from(chars, codeOf))

/** Kinds of tokens. A sign of JSON's structure is its own kind, and a text is of the kind of its first sign. */
const quote = codeOf('"')
const openBrace = codeOf('{')
const closeBrace = codeOf('}')
const openBracket = codeOf('[')
const closeBracket = codeOf(']')
const comma = codeOf(',')
const colon = codeOf(':')
/** A number or word, or an object that is passed over. */
const value = 1
const none = 0

/** A table is faster than a set, and every call waits for it. */
const tableOf = (chars: string) => {
  const codes = codesOf(chars)
  return Uint8Array.from({ length: 128 }, (_none, code) => Number(codes.has(code)))
}
const isSign = tableOf('[]{},:')
const beginsNoValue = tableOf('\0]},:')
const isBlank = tableOf(' \t\n\v\f\r')
const isDigit = tableOf('0123456789')
const inNumber = tableOf('0123456789.eE+-')
/** Only such a sign ends a number or word, so that none is cut. */
const behindValue = tableOf(' \t\n\v\f\r,]}')
const words = ['true', 'false', 'null']
/** A whole object without lists and objects: most of a long answer, which nothing is shown of. */
const passedPattern = /^\{(?:[^"{}[\]]|"[^"\\]*")*\}/

/** The beginning of a line of the result at this depth; with a comma behind a value. */
const lines = Array.from({ length: maxDepth + 2 }, (_none, depth) => `\n${'  '.repeat(depth)}`)
const nextLines = lines.map((line) => `,${line}`)
const lineAt = (depth: number, isFirst = true) => (isFirst ? lines : nextLines)[depth] ?? '\n'

const maskOf = (kind: string, length: number) => `"[${kind}, ${length} characters]"`
const masksOf = (kind: string) =>
  Array.from({ length: 64 }, (_none, length) => maskOf(kind, length))
const textMasks = masksOf('text')
const numberMasks = masksOf('number')
const labels = new Map(Array.from(knownNames, (name) => [name, `"${name}": `]))

/** The reading of a body. All places are indexes into it. */
interface Walk {
  readonly body: string
  readonly isSent: IsSent
  /** The last token, and the place behind it. */
  from: number
  at: number
  /** What may still be read ends here. A long text moves it. */
  limit: number
  passed: number
  shown: number
  written: string
  /** The rest of the body is not JSON, or enough was read. */
  isOver: boolean
}

/** Ends the reading, without a token. */
const stop = (walk: Walk) => {
  walk.isOver = true
  return none
}

const nextText = (walk: Walk) => {
  const { body, from } = walk
  const last = endOfText(body, from, maxPassed)
  if (last === null) return stop(walk)
  const end = last + 1
  if (end - from > longText) {
    walk.passed += end - from
    if (walk.passed > maxPassed) return stop(walk)
    walk.limit += end - from
  }
  walk.at = end
  return quote
}

const nextValue = (walk: Walk, code: number) => {
  const { body, from, limit } = walk
  let end = from
  if (isDigit[code] === 1 || (code === 45 && isDigit[body.charCodeAt(from + 1)] === 1)) {
    do end += 1
    while (end < limit && inNumber[body.charCodeAt(end)] === 1)
  } else end += words.find((word) => body.startsWith(word, from))?.length ?? 0
  if (end === from || end >= limit || behindValue[body.charCodeAt(end)] !== 1) return stop(walk)
  walk.at = end
  return value
}

/** The kind of the next token; `none` at the end. `isPassed` may take a whole object for one. */
const next = (walk: Walk, isPassed: boolean): number => {
  const { body, limit } = walk
  let { at } = walk
  while (at < limit && isBlank[body.charCodeAt(at)] === 1) at += 1
  walk.from = at
  walk.at = at
  if (at >= limit) return stop(walk)
  const code = body.charCodeAt(at)
  if (code === quote) return nextText(walk)
  if (isPassed && code === openBrace) {
    const object = passedPattern.exec(body.slice(at, limit))
    if (object) {
      walk.at += object[0].length
      return value
    }
  }
  if (isSign[code] !== 1) return nextValue(walk, code)
  walk.at += 1
  return code
}

/** What is shown of a text, number or word, as JSON. A visible text has only characters that JSON takes as they are. */
const shownScalar = ({ body, from, at, isSent }: Walk, name: string, kind: number): string => {
  const isText = kind === quote
  const length = isText ? at - from - 2 : at - from
  if (isText && length === 0) return '""'
  if (!isText) {
    const first = body.charAt(from)
    if (first === 'n') return 'null'
    if (first === 't' || first === 'f')
      return knownNames.has(name) ? body.slice(from, at) : '"[true or false]"'
  }
  if (hasVisible.has(name)) {
    const token = body.slice(from, at)
    const inside = isText ? token.slice(1, -1) : token
    if ((isText || (length < 4 && /^\d+$/.test(inside))) && isVisible(name, inside, isSent))
      return token
  }
  return isText
    ? (textMasks[length] ?? maskOf('text', length))
    : (numberMasks[length] ?? maskOf('number', length))
}

const readList = (walk: Walk, name: string, depth: number, isShown: boolean) => {
  const most = isShown ? mostAt(depth) : 0
  let count = 0
  while (!walk.isOver) {
    const isNextShown = count < most
    const kind = next(walk, !isNextShown)
    if (kind === none || kind === closeBracket) break
    if (kind === comma) continue
    count += 1
    read(walk, name, depth + 1, isNextShown ? lineAt(depth + 1, count === 1) : null, kind)
  }
  if (isShown && !walk.isOver && count > most)
    walk.written += `${lineAt(depth + 1, false)}"[${count - most} more]"`
}

const readObject = (walk: Walk, depth: number, isShown: boolean) => {
  const most = mostAt(depth)
  let isFirst = true
  let unknown = 0
  while (!walk.isOver) {
    const kind = next(walk, false)
    if (kind === none || kind === closeBrace) break
    if (kind === comma) continue
    const name = walk.body.slice(walk.from + 1, walk.at - 1)
    const label = labels.get(name)
    if (label === undefined) unknown += 1
    if (next(walk, false) !== colon) {
      stop(walk)
      break
    }
    if (!isShown || (label === undefined && unknown > most)) {
      read(walk, name, depth + 1, null)
      continue
    }
    const shownName = label ?? `"[name ${unknown}, ${name.length} characters]": `
    const prefix = lineAt(depth + 1, isFirst) + shownName
    if (!read(walk, name, depth + 1, prefix)) walk.written += `${prefix}"[not read]"`
    isFirst = false
  }
  if (isShown && !walk.isOver && unknown > most)
    walk.written += `${lineAt(depth + 1, isFirst)}"[${unknown - most} more]": "…"`
}

/** Reads a value and writes what is shown of it behind `prefix`; null for none. False if there is no value. */
const read = (
  walk: Walk,
  name: string,
  depth: number,
  prefix: string | null,
  kind = next(walk, prefix === null),
): boolean => {
  const isShown = prefix !== null
  if (isShown) walk.shown += 1
  if (depth > maxDepth || walk.shown > maxShown || beginsNoValue[kind] === 1) stop(walk)
  if (walk.isOver) return false
  const isList = kind === openBracket
  if (!isList && kind !== openBrace) {
    if (isShown) walk.written += prefix + shownScalar(walk, name, kind)
    return true
  }
  if (isShown) walk.written += prefix + (isList ? '[' : '{')
  const empty = walk.written.length
  if (isList) readList(walk, name, depth, isShown)
  else readObject(walk, depth, isShown)
  if (isShown)
    walk.written += (walk.written.length > empty ? lineAt(depth) : '') + (isList ? ']' : '}')
  return true
}

/**
 * The form of a JSON body that may be kept: its structure with the names of the specification, the values that
 * `visible-fields.ts` lets through, and kind and length in place of all others. It reads as far as the text is JSON and
 * the bounds allow, and says where it ended. Never throws: an answer must not be lost over its picture. Every call waits
 * for it, so it writes while it reads.
 */
export const redactedBody = (body: string, isSent: IsSent): string => {
  const limit = Math.min(body.length, maxRead)
  const walk: Walk = {
    body,
    isSent,
    from: 0,
    at: 0,
    limit,
    passed: 0,
    shown: 0,
    written: ' ',
    isOver: false,
  }
  if (!read(walk, '', 0, '')) return `[${body.length} characters that are not JSON]`
  const end = walk.isOver ? `\n[cut here, at character ${walk.at} of ${body.length}]` : ''
  // Only a slice joins the parts, which keep the whole body in memory.
  return (walk.written + end).slice(1)
}
