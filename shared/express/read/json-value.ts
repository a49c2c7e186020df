import type { Json } from '../../json.ts'
import { WrittenNumber } from '../../text/numeric-text.ts'
import { parseWritten } from '../../text/written-json.ts'
import { list, type Reader } from './field-readers.ts'
import { note, valueCost } from './notes.ts'

const space = /\s/

/** The index after the end of the string literal that begins at `start`. */
const endOfText = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  for (;;) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
    end = json.indexOf('"', end + 1)
  }
}

const skipSpace = (json: string, from: number) => {
  let at = from
  while (at < json.length && space.test(json[at] ?? '')) at += 1
  return at
}

const keyIn = (literal: string) =>
  literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)

/** True if any object in `json`, which must be valid, has the same key more than once. */
const repeatsKeys = (json: string): boolean => {
  const open: Set<string>[] = []
  const marks = /["{}]/g
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    if (mark[0] === '{') open.push(new Set())
    else if (mark[0] === '}') open.pop()
    else {
      const end = endOfText(json, mark.index)
      marks.lastIndex = end
      if (json[skipSpace(json, end)] !== ':') continue
      const keys = open.at(-1)
      const key = keyIn(json.slice(mark.index, end))
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}

/** The values of a key that is repeated in an object. */
export class Repeated {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

/** Parses valid `json`, with {@link Repeated} for repeated keys. */
const parseKept = (json: string): unknown => {
  let at = 0
  const next = () => json[(at = skipSpace(json, at))] ?? ''
  const value = (): unknown => {
    const first = next()
    if (first === '{') return object()
    if (first === '[') return list()
    const start = at
    if (first === '"') at = endOfText(json, at)
    else while (at < json.length && !/[\s,\]}]/.test(json[at] ?? '')) at += 1
    return parseWritten(json.slice(start, at))
  }
  const list = (): unknown[] => {
    const items: unknown[] = []
    at += 1
    while (next() !== ']') {
      items.push(value())
      if (next() === ',') at += 1
    }
    at += 1
    return items
  }
  const object = (): unknown => {
    const found = new Map<string, unknown[]>()
    at += 1
    while (next() !== '}') {
      const start = at
      at = endOfText(json, at)
      const key = keyIn(json.slice(start, at))
      next()
      at += 1
      const came = value()
      const earlier = found.get(key)
      if (earlier) earlier.push(came)
      else found.set(key, [came])
      if (next() === ',') at += 1
    }
    at += 1
    return Object.fromEntries(
      [...found].map(([key, values]) => [
        key,
        values.length === 1 ? values[0] : new Repeated(values),
      ]),
    )
  }
  return value()
}

/**
 * The value of `json`. The values of a repeated key are all kept as {@link Repeated}; `JSON.parse`
 * would keep only the last. RFC 8259, section 4, does not define what such an object means.
 *
 * @throws SyntaxError for invalid JSON, RangeError for JSON with repeated keys that is nested too deeply.
 */
export const parseWithRepeats = (json: string): unknown => {
  const plain = parseWritten(json)
  return repeatsKeys(json) ? parseKept(json) : plain
}

/** Parts of unspecified shape are kept down to this depth. */
const maxDepth = 32

const copy = (value: unknown, depth: number, held: () => void, tooDeep: () => void): Json => {
  held()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (value instanceof WrittenNumber) return /e/i.test(value.source) ? value.value : value.source
  if (typeof value !== 'object' || value === null) return null
  if (depth >= maxDepth) {
    tooDeep()
    return '…'
  }
  if (value instanceof Repeated) return copy(value.values, depth, held, tooDeep)
  if (Array.isArray(value))
    return value.map((item: unknown) => copy(item, depth + 1, held, tooDeep))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1, held, tooDeep)]),
  )
}

/** Any JSON value, unchanged, except that a {@link WrittenNumber} becomes its text; null if there is none. Levels below the 32nd are cut off with a note. */
export const json: Reader<Json> = (value, place) => {
  const cuts = { count: 0 }
  const held = () => place.notes.hold(valueCost)
  const result = copy(value, 0, held, () => {
    cuts.count += 1
  })
  if (cuts.count > 0)
    note(place, `is nested more than ${maxDepth} deep; the rest is only in the verbatim answer`)
  return result
}

/** Rows whose columns are not specified. */
export const rows: Reader<Json[]> = list(json)
