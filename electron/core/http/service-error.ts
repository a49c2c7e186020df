import { messageInJson } from '#shared/express/read/answer.ts'
import { redact } from './redact.ts'

/** The content of an error body without secrets; `message` is empty if nothing is readable. */
interface ServiceError {
  readonly message: string
  readonly details: string
}

const maxMessage = 300
const maxDetails = 4000
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
    return messageInJson(JSON.parse(text))
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
