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

/** The kind of a token: a sign of JSON's structure, a quotation mark for a text; empty if there is none. */
type Kind = string
const signs = new Set('[]{},:')
const beginsNoValue = new Set<Kind>(['', ']', '}', ',', ':'])
/** The kind of a number or word, and of an object that is passed over. */
const value = 'value'
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)
/** A number or word, only with the sign behind it, so that none is cut. No number has more digits. */
const valuePattern = /(?:true|false|null|-?\d[\d.eE+-]{0,1023})(?=[\s,\]}])/y
/** A whole object without lists and objects: most of a long answer, which nothing is shown of. */
const passedPattern = /^\{(?:[^"{}[\]]|"[^"\\]*")*\}/

/** A line of the result at this depth. */
const lines = Array.from({ length: maxDepth + 2 }, (_none, depth) => `\n${'  '.repeat(depth)}`)
const lineAt = (depth: number, isFirst = true) => (isFirst ? '' : ',') + (lines[depth] ?? '\n')
const labels = new Map(Array.from(knownNames, (name) => [name, `"${name}": `]))

/**
 * The reading of a body. All places are indexes into it. The functions below belong to the module, because V8 drops the
 * compiled code of functions that each call makes anew.
 */
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
  return ''
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
  return '"'
}

const nextValue = (walk: Walk) => {
  valuePattern.lastIndex = walk.from
  if (!valuePattern.test(walk.body) || valuePattern.lastIndex >= walk.limit) return stop(walk)
  walk.at = valuePattern.lastIndex
  return value
}

/** Reads the next token. With `isPassed` a whole object may be one. */
const next = (walk: Walk, isPassed: boolean): Kind => {
  const { body, limit } = walk
  let { at } = walk
  while (at < limit && isBlank(body.charCodeAt(at))) at += 1
  walk.from = at
  walk.at = at
  if (at >= limit) return stop(walk)
  const sign = body.charAt(at)
  if (sign === '"') return nextText(walk)
  if (isPassed && sign === '{') {
    const object = passedPattern.exec(body.slice(at, limit))
    if (object) {
      walk.at += object[0].length
      return value
    }
  }
  if (!signs.has(sign)) return nextValue(walk)
  walk.at += 1
  return sign
}

/** What is shown of a text, number or word, as JSON. A visible text has only characters that JSON takes as they are. */
const shownScalar = ({ body, from, at, isSent }: Walk, name: string, kind: Kind): string => {
  const isText = kind === '"'
  const length = at - from - (isText ? 2 : 0)
  if (isText && length === 0) return '""'
  const first = body.charAt(from)
  if (first === 'n') return 'null'
  if (first === 't' || first === 'f')
    return knownNames.has(name) ? body.slice(from, at) : '"[true or false]"'
  if (hasVisible.has(name)) {
    const token = body.slice(from, at)
    const inside = isText ? token.slice(1, -1) : token
    if ((isText || /^\d+$/.test(inside)) && isVisible(name, inside, isSent)) return token
  }
  return `"[${isText ? 'text' : 'number'}, ${length} characters]"`
}

const readList = (walk: Walk, name: string, depth: number, isShown: boolean) => {
  const most = isShown ? mostAt(depth) : 0
  let count = 0
  while (!walk.isOver) {
    const isNextShown = count < most
    const kind = next(walk, !isNextShown)
    if (kind === '' || kind === ']') break
    if (kind === ',') continue
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
    if (kind === '' || kind === '}') break
    if (kind === ',') continue
    const name = walk.body.slice(walk.from + 1, walk.at - 1)
    const label = labels.get(name)
    if (label === undefined) unknown += 1
    if (next(walk, false) !== ':') {
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
  if (depth > maxDepth || walk.shown > maxShown || beginsNoValue.has(kind)) stop(walk)
  if (walk.isOver) return false
  const isList = kind === '['
  if (!isList && kind !== '{') {
    if (isShown) walk.written += prefix + shownScalar(walk, name, kind)
    return true
  }
  if (isShown) walk.written += prefix + kind
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
