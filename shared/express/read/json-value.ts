import type { Json } from '../../json.ts'
import { list, type Reader } from './field-readers.ts'
import { note } from './notes.ts'
import { Repeated } from './repeated-keys.ts'

/** Parts of unspecified shape are kept whole down to this depth. */
const maxDepth = 32

const copy = (value: unknown, depth: number, tooDeep: () => void): Json => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (typeof value !== 'object' || value === null) return null
  if (depth >= maxDepth) {
    tooDeep()
    return '…'
  }
  if (value instanceof Repeated) return copy(value.values, depth, tooDeep)
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1, tooDeep))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1, tooDeep)]),
  )
}

/** Any JSON value as it came; null if there is none. Levels below the 32nd are cut off with a note. */
export const json: Reader<Json> = (value, place) => {
  const cuts = { count: 0 }
  const result = copy(value, 0, () => {
    cuts.count += 1
  })
  if (cuts.count > 0)
    note(place, `is nested more than ${maxDepth} deep; the rest is only in the verbatim answer`)
  return result
}

/** Rows of unspecified columns. */
export const rows: Reader<Json[]> = list(json)
