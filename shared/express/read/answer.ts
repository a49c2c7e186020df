import { fail, ok, type Result } from '../../result.ts'
import { Fields, isObject } from './field-readers.ts'
import { note, rootPlace, type Place } from './notes.ts'
import { Repeated } from './repeated-keys.ts'
import { messageInJson } from './service-message.ts'

/** A parsed answer, an object or a list, with the root place for notes. */
export interface Answer {
  readonly value: object
  readonly place: Place
}

const unreadable = (what: string, details: string): Result<never> =>
  fail({
    code: 'service.unreadable',
    message: `The service's answer could not be read: ${what}.`,
    advice: 'Look at the answer under Details, and ask the people who run the service.',
    details,
  })

const notJson = (text: string): string => {
  if (text === '') return 'it is empty'
  return text.startsWith('<') ? 'it is a page, not JSON' : 'it is not JSON'
}

type ParseJson = (text: string) => unknown

const parse = (text: string, json: ParseJson): Result<unknown> => {
  try {
    return ok(json(text))
  } catch (cause) {
    if (cause instanceof RangeError) return unreadable('it is nested too deep', cause.message)
    return unreadable(notJson(text.trimStart()), String(cause))
  }
}

/**
 * The JSON of a verbatim answer, with or without a byte order mark, or packed in a JSON string once more. Fails with
 * `service.unreadable` if the text is not JSON or holds neither an object nor a list. `json` reads the text;
 * `parseWithRepeats` also shows repeated keys.
 */
export const parseAnswer = (verbatim: string, json: ParseJson = JSON.parse): Result<Answer> => {
  const place = rootPlace()
  if (verbatim.startsWith('\uFEFF')) note(place, 'the answer starts with a byte order mark')
  const first = parse(verbatim.replace(/^\uFEFF/, ''), json)
  if (!first.ok) return first
  const packed = typeof first.value === 'string'
  const parsed = typeof first.value === 'string' ? parse(first.value, json) : first
  if (!parsed.ok) return parsed
  if (typeof parsed.value !== 'object' || parsed.value === null) {
    return unreadable('it is a single value where an object belongs', '')
  }
  if (packed) note(place, 'the answer is JSON inside a JSON text')
  return ok({ value: parsed.value, place })
}

/**
 * The outermost objects in `answer` with one of the fields `names`: the answer itself, the first object of a list, or
 * objects wrapped in one or two others. If none fits, the outermost object; empty if the answer holds no object.
 */
export const findObjects = (answer: Answer, names: readonly string[]): readonly Fields[] => {
  const { place } = answer
  const outermost: unknown = Array.isArray(answer.value)
    ? answer.value.find(isObject)
    : answer.value
  if (!isObject(outermost)) return []
  if (Array.isArray(answer.value)) note(place, 'the answer is a list; its first object was read')
  let level = [outermost]
  for (let depth = 0; depth < 3; depth += 1) {
    const found = level
      .map((candidate) => new Fields(candidate, place))
      .filter((fields) => names.some((name) => fields.has(name)))
    if (found.length > 0) {
      if (depth > 0) note(place, 'the answer is wrapped in another object')
      return found
    }
    level = level
      .flatMap((candidate) => Object.values(candidate))
      .flatMap((value) => (value instanceof Repeated ? value.values : [value]))
      .filter(isObject)
  }
  return [new Fields(outermost, place)]
}

export const findObject = (answer: Answer, names: readonly string[]): Fields | undefined =>
  findObjects(answer, names)[0]

/** Names that say nothing else in an answer of status 200, where `title` or `details` may be about anything. */
const messageNames = ['ErrorMessage', 'Message', 'error_description', 'error', 'errors']

/** The first error message of the service, in any shape of {@link messageInJson}; `''` if there is none. */
export const serviceMessage = (fields: Fields): string => {
  for (const name of messageNames) {
    const message = fields.read(name, messageInJson)
    if (message !== '') return message
  }
  return ''
}
