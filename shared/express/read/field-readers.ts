import { isAge } from '../../age-at.ts'
import { fromNumeric, fromSent, WrittenNumber } from '../../text/numeric-text.ts'
import { entryCost, inside, note, type AnswerPlace } from './notes.ts'
import { Repeated } from './json-value.ts'

/**
 * Small readers for every shape that the service uses. A reader never fails. It returns the nearest
 * value of its type and notes what it coerced. An absent value never causes a note.
 */
export type Reader<T> = (value: unknown, place: AnswerPlace) => T

type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Repeated) &&
  !(value instanceof WrittenNumber)

export const isNumber = (value: unknown): value is number | WrittenNumber =>
  typeof value === 'number' || value instanceof WrittenNumber

/** True if a value is absent; `null` counts as absent. */
const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined
const isBlank = (value: unknown) => isAbsent(value) || value === ''

const kindOf = (value: unknown) => {
  if (Array.isArray(value)) return 'a list'
  if (isNumber(value)) return 'a number'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'text' : `a ${typeof value}`
}

/** Unwraps a list of one element where a single value is specified. */
const single = (value: unknown, place: AnswerPlace): unknown => {
  if (!Array.isArray(value) || value.length !== 1) return value
  note(place, 'came as a list of one; its only element was read')
  const list: readonly unknown[] = value
  return list[0]
}

/** Longer texts are cut, characters: nobody reads them, and a receipt shows, prints and saves them. */
const mostText = 100_000

const cutText = (value: string, place: AnswerPlace): string => {
  if (value.length <= mostText) return value
  note(place, `is ${value.length} characters long; the rest is only in the verbatim answer`)
  return `${value.slice(0, mostText).toWellFormed()}…`
}

/** Text, cut after 100,000 characters; a number with all its digits or a boolean becomes text, and anything else becomes `''`. */
export const text: Reader<string> = (value, place) => cutText(wholeText(value, place), place)

/** Like {@link text}, but never cut. */
export const wholeText: Reader<string> = (value, place) => {
  if (typeof value === 'string') return value
  if (isAbsent(value)) return ''
  const one = single(value, place)
  if (typeof one === 'string') return one
  if (isNumber(one) || typeof one === 'boolean') {
    note(place, `came as ${kindOf(one)}, was read as text`)
    return one instanceof WrittenNumber ? one.source : String(one)
  }
  if (!isAbsent(one)) note(place, `is ${kindOf(one)} where text belongs; left out`)
  return ''
}

const whyNoNumber = (value: unknown) => {
  if (fromNumeric(value) !== null || isNumber(value)) return 'is too large a number'
  return typeof value === 'string'
    ? 'is not a number'
    : `is ${kindOf(value)} where a number belongs`
}

const toNumber = (
  value: unknown,
  place: AnswerPlace,
  specified: 'number' | 'string',
): number | null => {
  if (isBlank(value)) return null
  const one = single(value, place)
  const result = fromSent(one)
  if (result !== null && isNumber(one) !== (specified === 'number')) {
    note(
      place,
      specified === 'number'
        ? 'came as text, was read as a number'
        : 'came as a number instead of text',
    )
  }
  if (result === null && !isBlank(one)) {
    note(place, `${whyNoNumber(one)}; left out`)
  }
  return result
}

/**
 * A number that is specified as a number; numeric text is accepted with a note, and anything else
 * becomes `null`.
 */
export const number: Reader<number | null> = (value, place) => toNumber(value, place, 'number')

/** A number that is specified as text, such as `Age`; a plain number is accepted with a note. */
export const readNumericText: Reader<number | null> = (value, place) =>
  toNumber(value, place, 'string')

/** Makes a reader of ages from `reader`; a number that cannot be an age becomes `null` with a note. */
const age =
  (reader: Reader<number | null>): Reader<number | null> =>
  (value, place) => {
    const years = reader(value, place)
    if (years === null || isAge(years)) return years
    note(place, 'is not an age from 0 to 150; left out')
    return null
  }
/** An age that is specified as a number. */
export const ageNumber = age(number)
/** An age that is specified as text. */
const ageText = age(readNumericText)

const truths = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

/**
 * A boolean; `"True"`, `"false"`, 1, 0 and similar values are accepted with a note, and anything
 * else becomes `null`.
 */
export const flag: Reader<boolean | null> = (value, place) => {
  if (typeof value === 'boolean') return value
  if (isBlank(value)) return null
  const one = single(value, place)
  if (typeof one === 'boolean') return one
  const plain = isNumber(one) ? fromNumeric(one) : one
  const truth = truths.get(typeof plain === 'string' ? plain.trim().toLowerCase() : plain)
  if (truth === undefined) {
    note(place, 'is neither true nor false; left out')
    return null
  }
  note(place, `came as ${kindOf(one)}, was read as ${truth}`)
  return truth
}

/**
 * A list; a single object is read as a list of one. Elements that `item` reads as null are left
 * out.
 */
export const list =
  <T>(item: Reader<T | null>): Reader<T[]> =>
  (value, place) => {
    if (isBlank(value)) return []
    if (!Array.isArray(value)) {
      if (!isObject(value)) {
        note(place, `is ${kindOf(value)} where a list belongs; left out`)
        return []
      }
      note(place, 'came as one object instead of a list')
      const only = item(value, place)
      return only === null ? [] : [only]
    }
    const result: T[] = []
    for (let index = 0; index < value.length; index += 1) {
      place.notes.hold(entryCost)
      const element = item(value[index], inside(place, index))
      if (element !== null) result.push(element)
    }
    return result
  }

const plainName = (name: string) => name.replace(/[_\-\s]/g, '').toLowerCase()

/** One object of a response; its fields are read by their specified names. */
export class Fields {
  readonly #object: JsonObject
  readonly place: AnswerPlace
  #plainNames: ReadonlyMap<string, readonly string[]> | null = null

  constructor(object: JsonObject, place: AnswerPlace) {
    this.#object = object
    this.place = place
  }

  /**
   * The key that matches `name` exactly or differs only in case and separators; null if there is
   * none.
   */
  keyOf(name: string): string | null {
    return Object.hasOwn(this.#object, name) ? name : (this.keysLike(name).at(-1) ?? null)
  }

  /** All keys that match `name`, ignoring case and separators. */
  keysLike(name: string): readonly string[] {
    this.#plainNames ??= Map.groupBy(Object.keys(this.#object), plainName)
    return this.#plainNames.get(plainName(name)) ?? []
  }

  /** All values of `name`, in any spelling and including repeats; usually at most one. */
  every(name: string): readonly unknown[] {
    return this.keysLike(name).flatMap((key) => {
      const value = this.#object[key]
      return value instanceof Repeated ? value.values : [value]
    })
  }

  has(name: string): boolean {
    return this.keyOf(name) !== null
  }

  read<T>(name: string, reader: Reader<T>): T {
    const key = this.keyOf(name)
    const place = inside(this.place, name)
    if (key === null) return reader(undefined, place)
    if (key !== name) note(place, `is spelled "${key.slice(0, 80)}"`)
    const value = this.#object[key]
    if (!(value instanceof Repeated)) return reader(value, place)
    note(place, `came ${value.values.length} times; the last one was read`)
    return reader(value.values.at(-1), place)
  }

  text(name: string): string {
    return this.read(name, text)
  }

  number(name: string): number | null {
    return this.read(name, number)
  }

  readNumericText(name: string): number | null {
    return this.read(name, readNumericText)
  }

  ageNumber(name: string): number | null {
    return this.read(name, ageNumber)
  }

  ageText(name: string): number | null {
    return this.read(name, ageText)
  }

  flag(name: string): boolean | null {
    return this.read(name, flag)
  }

  /** A list of objects, each of which `shape` reads. */
  list<T>(name: string, shape: (fields: Fields) => T): T[] {
    return this.read(name, list(element(shape)))
  }
}

/** An object that `shape` reads; null if there is none. */
export const optional =
  <T>(shape: (fields: Fields) => T): Reader<T | null> =>
  (value, place) => {
    if (isBlank(value)) return null
    const one = single(value, place)
    if (isObject(one)) return shape(new Fields(one, place))
    if (!isAbsent(one)) note(place, `is ${kindOf(one)} where an object belongs; left out`)
    return null
  }

/** Reads an element of a list with `shape`; anything except an object is left out with a note. */
export const element =
  <T>(shape: (fields: Fields) => T): Reader<T | null> =>
  (value, place) => {
    if (isObject(value)) return shape(new Fields(value, place))
    const what = isAbsent(value) ? 'is empty' : `is ${kindOf(value)} where an object belongs`
    note(place, `${what}; left out`)
    return null
  }

/** An object that `shape` reads; if there is none, `shape` reads an empty one. */
export const object = <T>(shape: (fields: Fields) => T): Reader<T> => {
  const read = optional(shape)
  return (value, place) => read(value, place) ?? shape(new Fields({}, place))
}

const idNames = ['AccountId', 'Account', 'Id']

/**
 * An object whose keys are account ids, as `[id, value]` pairs. A list is also accepted, with a
 * note. Its elements then contain their id and the field `valueName`; without `valueName`, the list
 * belongs to no account.
 */
export const keyed =
  <T>(item: Reader<T>, valueName = ''): Reader<[string, T][]> =>
  (value, place) => {
    if (isBlank(value)) return []
    if (isObject(value))
      return Object.keys(value).map((key) => {
        place.notes.hold(entryCost)
        return [key, item(value[key], inside(place, key))]
      })
    note(place, `is ${kindOf(value)} instead of an object keyed by account`)
    if (valueName === '') return [['', item(value, place)]]
    return list(
      element((fields): [string, T] => {
        const name = idNames.find((candidate) => fields.has(candidate))
        return [name === undefined ? '' : fields.text(name), fields.read(valueName, item)]
      }),
    )(value, place)
  }
