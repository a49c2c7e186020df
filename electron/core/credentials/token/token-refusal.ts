import { readServiceError } from '../../http/service-error.ts'

/** Longer names could be tokens themselves; characters. */
const longestName = 24
const shownFields = 20
const messageNames = ['ErrorMessage', 'error_description', 'error'] as const

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}

const fieldsOf = (object: object): string => {
  const fields = Object.entries(object)
  const shown = fields
    .slice(0, shownFields)
    .map(([name, value]) => `${name.length > longestName ? 'a long name' : name}: ${kindOf(value)}`)
  const rest = fields.length > shownFields ? [`${fields.length - shownFields} more`] : []
  return [...shown, ...rest].join(', ')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Message and details of a successful answer without a usable token. */
interface TokenRefusal {
  /** The service's own reason, empty if it gives none. */
  readonly message: string
  /** The form of the answer, never a value from it; empty for an empty answer. */
  readonly details: string
}

/**
 * Reads such an answer. It may hold a token in an unknown place, so that only the fields for reasons are quoted, without
 * `secrets`.
 */
export const refusalIn = (text: string, secrets: readonly string[]): TokenRefusal => {
  const body = parsed(text)
  if (body === undefined) {
    if (text.trim() === '') return { message: '', details: '' }
    const isPage = /^\s*<(?:!doctype|html|head)/i.test(text)
    return isPage
      ? { message: 'it is a web page, such as one for signing in', details: 'A web page' }
      : { message: '', details: 'Text that is not JSON' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { message: '', details: `JSON, but no object: ${kindOf(body)}` }
  const reasons = Object.fromEntries(
    messageNames.flatMap((name): [string, string][] => {
      const value: unknown = Reflect.get(body, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const { message } = readServiceError(JSON.stringify(reasons), secrets)
  return { message, details: `Fields of the answer: ${fieldsOf(body) || 'none'}` }
}
