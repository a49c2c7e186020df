import { Repeated } from './repeated-keys.ts'

/** The message of a service or a gateway in JSON of many shapes. */

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

const fromList = (values: readonly unknown[], depth: number): string =>
  [...new Set(values.slice(0, 5).map((value) => fromJson(value, depth + 1)))]
    .filter((text) => text !== '')
    .join('; ')

const codeIn = (object: object, names: readonly string[] = codeKeys): string => {
  for (const key of names) {
    const value: unknown = Reflect.get(object, key)
    if (typeof value === 'string' || typeof value === 'number') return String(value)
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
 * The first text under a name for an error message, at most five levels deep, with the code beside it, or several of a
 * list; `''` if there is none.
 */
export const messageInJson = (value: unknown): string => fromJson(value, 0)
