import { redact } from './redact.ts'

/** The content of an error body without secrets; `message` is empty if nothing is readable. */
interface ServiceError {
  readonly message: string
  readonly details: string
}

const maxMessage = 300
const maxDetails = 4000
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
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return fromList(value, depth)
  return typeof value === 'object' && value !== null ? fromObject(value, depth) : ''
}

/** Messages are near the top of a page, so only this many characters are searched. */
const maxMarkup = 64 * 1024

/** No pattern crosses the next `<`, so that a page full of opening tags is searched only once. */
const markupMessages = [
  /<(?:\w+:)?(?:ErrorMessage|Message|faultstring|error_description)\b[^<>]*>([^<]+)/i,
  /<title[^<>]*>([^<]+)/i,
  /<h1[^<>]*>([^<]+)/i,
]

const fromMarkup = (page: string): string => {
  const text = page.slice(0, maxMarkup)
  const found =
    markupMessages
      .map((pattern) => pattern.exec(text)?.[1])
      .find((message) => message !== undefined) ?? ''
  return found.replace(/\s+/g, ' ')
}

const messageIn = (body: string): string => {
  const text = body.slice(0, 1_000_000).trim()
  try {
    return fromJson(JSON.parse(text), 0)
  } catch {
    return /^\s*(?:<!doctype|<html|<head|<\?xml)/i.test(text)
      ? fromMarkup(text)
      : text.replace(/\r?\n[^]*/, '')
  }
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

/**
 * Finds the readable message in any body of a service or a gateway: JSON of many shapes, plain text, HTML, or nothing.
 * It removes `secrets` from both parts. Never throws.
 */
export const readServiceError = (body: string, secrets: readonly string[] = []): ServiceError => ({
  message: cut(redact(messageIn(body), secrets).replace(/\s+/g, ' ').trim(), maxMessage),
  details: cut(redact(body, secrets).trim(), maxDetails),
})
