import { redact, removed } from './redact.ts'

const maxMessage = 500
const wordPattern = /[\p{L}\p{N}]{2,}/gu
/** Tokens, digests, base64: nothing a person would read. */
const opaquePattern = /[\w+/=-]{24,}/g
/** What stands between the quotes of an attribute, and between tags. */
const xmlValuePattern = /"([^"]*)"|'([^']*)'|>([^<]+)</g

const wordsOf = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? []

const valuesOf = (value: unknown): string[] => {
  if (typeof value === 'string') {
    return value.includes('<')
      ? [...value.matchAll(xmlValuePattern)].map(([, double, single, text]) => double ?? single ?? text ?? '')
      : [value]
  }
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'ClientId' ? [] : valuesOf(inner)))
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return [...new URLSearchParams(body).values()].filter((value) => value !== 'client_credentials')
  }
}

/**
 * Takes out of a service's message whatever the request said: every word and number of its values, down to those of the
 * participant's XML, and anything that looks like a secret. What remains is what the service itself has to say. The
 * request is read when the first message comes.
 */
export const messageScrubber = (requestBody: string): ((text: string) => string) => {
  let sent: ReadonlySet<string> | null = null
  return (text) => {
    sent ??= new Set(valuesOf(parsed(requestBody)).flatMap(wordsOf))
    const words = sent
    return redact(text.slice(0, 8 * maxMessage))
      .replace(wordPattern, (word) => (words.has(word.toLowerCase()) ? removed : word))
      .replace(opaquePattern, removed)
      .slice(0, maxMessage)
  }
}
