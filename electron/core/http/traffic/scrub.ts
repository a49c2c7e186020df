import { isServiceWord } from './message-words.ts'
import { redact, removed } from '../redact.ts'
import { isServiceField, type Scrubber } from './visible-fields.ts'

const maxMessage = 500
/** In a longer request the participant's words are not searched, so no message is shown; characters. */
const maxRequest = 1024 * 1024
const wordPattern = /[\p{L}\p{N}]+/gu
/** Tokens, digests, base64: text that no person would read. */
const opaquePattern = /[\w+/=-]{24,}/g
/** Attribute values, and text between tags. */
const xmlValuePattern = /"([^"]*)"|'([^']*)'|>([^<]+)</g

const wordsOf = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? []

const valuesOf = (value: unknown): string[] => {
  if (typeof value === 'string') {
    return value.includes('<')
      ? [...value.matchAll(xmlValuePattern)].map(
          ([, double, single, text]) => double ?? single ?? text ?? '',
        )
      : [value]
  }
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    isServiceField(name) ? [] : valuesOf(inner),
  )
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return [...new URLSearchParams(body).values()].filter((value) => value !== 'client_credentials')
  }
}

/**
 * Decides which texts of a service may be shown. A message keeps only the words that such messages consist of, and
 * loses those that the request said about the participant, including the values in the XML. A service may know more
 * about a participant than was sent, so unknown words and numbers count as theirs. The request is read at the first
 * text.
 */
export const createScrubber = (requestBody: string): Scrubber => {
  const isTooLong = requestBody.length > maxRequest
  let sent: ReadonlySet<string> | null = null
  const sentWords = (): ReadonlySet<string> =>
    (sent ??= new Set(valuesOf(parsed(requestBody)).flatMap(wordsOf)))

  return {
    isOwnClient: (text) => requestBody.includes(`"ClientId":${JSON.stringify(text)}`),
    isPersonal: (text) => isTooLong || wordsOf(text).some((word) => sentWords().has(word)),
    message: (text) => {
      if (isTooLong) return ''
      const words = sentWords()
      return redact(text.slice(0, 8 * maxMessage))
        .replace(opaquePattern, removed)
        .replace(wordPattern, (word) =>
          isServiceWord(word) && !words.has(word.toLowerCase()) ? word : '…',
        )
        .replaceAll('[…]', '…')
        .replace(/…(?:[^\p{L}\p{N}]*…)+/gu, '…')
        .slice(0, maxMessage)
    },
  }
}
