import { Repeated } from './json-value.ts'
import { fail, ok, type Result } from '../../result.ts'
import { Fields, isObject } from './field-readers.ts'
import { WrittenNumber } from '../../text/numeric-text.ts'
import { parseWritten } from '../../text/written-json.ts'
import { note, rootPlace, type AnswerPlace } from './notes.ts'

/** Finds a service's or a gateway's message in JSON of many shapes. */

const maxDepth = 5

const keys = [
  'ErrorMessage',
  'error_description',
  'faultstring',
  'Message',
  'message',
  'fault',
  'error',
  'Error',
  'errors',
  'Errors',
  'details',
  'detail',
  'title',
  'description',
] as const
const codeKeys = ['errorcode', 'code', 'Code', 'ErrorCode'] as const

const fromList = (values: readonly unknown[], depth: number) =>
  [...new Set(values.slice(0, 5).map((value) => fromJson(value, depth + 1)))]
    .filter((text) => text !== '')
    .join('; ')

const codeIn = (object: object, names: readonly string[] = codeKeys) => {
  for (const key of names) {
    const value: unknown = Reflect.get(object, key)
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    if (value instanceof WrittenNumber) return value.source
  }
  return ''
}

const fromObject = (object: object, depth: number): string => {
  for (const key of keys) {
    const text = fromJson(Reflect.get(object, key), depth + 1)
    if (text === '') continue
    const inner: unknown = Reflect.get(object, 'detail')
    const code =
      key === 'error_description'
        ? codeIn(object, ['error'])
        : codeIn(object) || (typeof inner === 'object' && inner !== null ? codeIn(inner) : '')
    return text.includes(code) ? text : `${text} (${code})`
  }
  const code = codeIn(object)
  if (code !== '') return code
  // `{errors: {Salary: ['must be positive']}}`: fields with their messages.
  const fields = Object.entries(object).slice(0, 5)
  return fields
    .map(([name, value]) => [name, Array.isArray(value) ? fromList(value, depth) : ''] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ')
}

const fromJson = (value: unknown, depth: number): string => {
  if (depth > maxDepth) return ''
  if (value instanceof Repeated) return fromJson(value.values.at(-1), depth)
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return fromList(value, depth)
  return typeof value === 'object' && value !== null ? fromObject(value, depth) : ''
}

/**
 * The first text under a name that means an error message, at most five levels deep, with its code;
 * several texts if they are in a list. `''` if there is none.
 */
export const messageInJson = (value: unknown): string => fromJson(value, 0)

/** A parsed answer, which is an object or a list, and its root path for notes. */
export interface Answer {
  readonly value: object
  readonly place: AnswerPlace
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
 * Parses the JSON of a verbatim answer, with or without a byte order mark; the JSON may also be packed in a JSON
 * string. Fails with `service.unreadable` if the text is not JSON, or holds neither an object nor a list. `json` reads
 * the text; `parseWithRepeats` also shows repeated keys. Numbers keep their digits (`parseWritten`).
 */
export const parseAnswer = (verbatim: string, json: ParseJson = parseWritten): Result<Answer> => {
  const place = rootPlace()
  if (verbatim.startsWith('\uFEFF')) note(place, 'the answer starts with a byte order mark')
  const first = parse(verbatim.replace(/^\uFEFF/, ''), json)
  if (!first.ok) return first
  const parsed = typeof first.value === 'string' ? parse(first.value, json) : first
  if (!parsed.ok) return parsed
  if (typeof parsed.value !== 'object' || parsed.value === null) {
    return unreadable('it is a single value where an object belongs', '')
  }
  if (parsed !== first) note(place, 'the answer is JSON inside a JSON text')
  return ok({ value: parsed.value, place })
}

/**
 * The outermost objects in `answer` that have one of the fields `names`: the answer itself, the
 * first object of a list, or objects wrapped in one or two other objects. If no object has such a
 * field, the outermost object; empty if the answer contains no object.
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

/**
 * Names that always mean a message, even in an answer with status 200, where `title` or `details`
 * may be about anything.
 */
const messageNames = ['ErrorMessage', 'Message', 'error_description', 'error', 'errors']

/**
 * The service's first error message, in any shape that {@link messageInJson} reads; `''` if there
 * is none.
 */
export const serviceMessage = (fields: Fields): string => {
  for (const name of messageNames) {
    const message = fields.read(name, messageInJson)
    if (message !== '') return message
  }
  return ''
}

/** Notes that an answer lacks something, and the service's message, if it has one. */
export const noteMissing = (
  place: AnswerPlace,
  lacks: string,
  fields: Fields | undefined,
): void => {
  note(place, `the answer holds ${lacks}`)
  const message = fields ? serviceMessage(fields) : ''
  if (message !== '') note(place, `the service says: ${message.slice(0, 1000)}`)
}
