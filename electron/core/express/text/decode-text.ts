import { gunzipSync } from 'node:zlib'
import type { DecodedText } from '#shared/express/reading.ts'
import { indentXml } from './indent-xml.ts'

/** What is unpacked never grows beyond this: a gzip of a few kilobytes can hold gigabytes. */
const maxDecodedBytes = 16 * 1024 * 1024
/** As many bytes in base64, with line breaks. A longer text is not looked into. */
const maxBase64Chars = 24 * 1024 * 1024
/** What takes a step for each character or tag is done up to this length, so that the main thread is never held up. */
const maxWorkedChars = 1024 * 1024
/** Blanks before tags may make a text this many times as long, not more. */
const maxGrowth = 4

/** UTF-8 text without its byte order mark; null when the bytes are not that. */
const utf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const looksLikeXml = (text: string): boolean =>
  /^\uFEFF?\s*<[?!\p{L}_]/u.test(text) && /[>]\s*$/.test(text)

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

const codePoint = (digits: string): string => {
  const point = /^x/i.test(digits)
    ? Number.parseInt(digits.slice(1), 16)
    : Number.parseInt(digits, 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
}

const referencePattern = /&(?:(lt|gt|quot|apos|amp)|#(x[0-9a-f]{1,6}|\d{1,7}));/gi

const unescapeXml = (text: string): string =>
  text.replace(referencePattern, (whole: string, name?: string, digits?: string) => {
    if (digits !== undefined) return codePoint(digits)
    return entities[name?.toLowerCase() ?? ''] ?? whole
  })

const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/

const fromBase64 = (text: string): Uint8Array | null => {
  if (text.length > maxBase64Chars) return null
  const plain = text.replace(/\s/g, '')
  return plain.length >= 8 && base64Pattern.test(plain) ? Buffer.from(plain, 'base64') : null
}

const gunzip = (bytes: Uint8Array): Uint8Array | null => {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxDecodedBytes })
  } catch {
    return null
  }
}

const fromEscaped = (text: string): string | null =>
  text.length <= maxWorkedChars && /^\s*(?:\uFEFF)?&(?:lt|#60|#x3c);/i.test(text)
    ? unescapeXml(text)
    : null

const fromPercent = (text: string): string | null => {
  if (text.length > maxWorkedChars || !/^%(?:EF%BB%BF%)?3C/i.test(text.trimStart())) return null
  try {
    // Form encoding writes blanks as plus signs; a plus sign itself is then %2B.
    return decodeURIComponent(text.includes(' ') ? text : text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const laidOut = (text: string): string =>
  text.length > maxWorkedChars ? text : (indentXml(text, maxGrowth * maxWorkedChars) ?? text)

const xml = (text: string | null, encoding: DecodedText['encoding']): DecodedText | null =>
  text !== null && looksLikeXml(text) ? { text: laidOut(text), encoding } : null

const decodeBase64 = (text: string): DecodedText | null => {
  const bytes = fromBase64(text)
  if (!bytes) return null
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return xml(utf8(bytes), 'base64')
  const unpacked = gunzip(bytes)
  return unpacked && xml(utf8(unpacked), 'base64-gzip')
}

/**
 * What `Transaction` and `CommunicationXML` hold, indented for reading: tried as raw XML, XML-escaped, base64, base64
 * of gzip and percent-encoded, in this order, because the service does not say which it is. What fits none of them, or
 * unpacks to more than 16 MB, is given as it came with the encoding `unknown`; so is an escaped or percent-encoded text
 * of more than a million characters. XML longer than that, or four times as long once indented, is given as it is
 * written. Never fails: nothing here grows a text without a bound.
 */
export const decodeTransactionText = (text: string): DecodedText => {
  if (text.trim() === '') return { text: '', encoding: 'empty' }
  return (
    xml(text, 'xml') ??
    xml(fromEscaped(text), 'xml-escaped') ??
    decodeBase64(text) ??
    xml(fromPercent(text), 'percent-encoded') ?? { text, encoding: 'unknown' }
  )
}
