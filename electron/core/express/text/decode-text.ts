import { gunzipSync } from 'node:zlib'
import type { DecodedText } from '#shared/express/reading.ts'

/** Markup that ends with a fixed text, regardless of its contents. */
const sections = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const

/**
 * The exclusive end of the markup that starts at `from`. Incomplete or invalid markup ends where it
 * stops looking like a tag.
 */
const endOfMarkup = (text: string, from: number) => {
  for (const { start, end } of sections) {
    if (!text.startsWith(start, from)) continue
    const found = text.indexOf(end, from + start.length)
    return found < 0 ? text.length : found + end.length
  }
  let at = from + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '>') return at + 1
    if (character === '<') return at
    if (character === '"' || character === "'") {
      const closing = text.indexOf(character, at + 1)
      if (closing < 0) return text.length
      at = closing
    }
    at += 1
  }
  return text.length
}

/** Splits the text into tags, sections, and the text between them. Joined together, they equal the original text. */
const tokensOf = (text: string) => {
  const tokens: string[] = []
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('<', at)
    const end = next === at ? endOfMarkup(text, at) : next < 0 ? text.length : next
    tokens.push(text.slice(at, end))
    at = end
  }
  return tokens
}

/** Maximum depth of indentation. The length of the result needs a limit too, because a tag can be as short as `<a>`. */
const maxIndent = 40

const isMarkup = (token: string) =>
  token.startsWith('<') && token.endsWith('>') && !token.startsWith('<![CDATA[')
const isClosing = (token: string) => token.startsWith('</')
const isOpening = (token: string) =>
  /^<[^/!?]/.test(token) && token.endsWith('>') && !token.endsWith('/>')

/**
 * Formats XML with one element per line and two spaces per level. It works on tokens, so nothing is
 * reordered, escaped again or lost. Only white space between tags changes, and an element with text
 * stays on its line. The time is linear in the length. Returns null if the result would be longer
 * than `maxChars`.
 */
export const indentXml = (text: string, maxChars: number): string | null => {
  const tokens = tokensOf(text)
  const lines: string[] = []
  let line = ''
  /** Length of the finished lines. */
  let chars = 0
  let depth = 0
  let lineDepth = 0
  /**
   * True while the current line holds text. Such a line ends only after its outermost element with
   * text has ended.
   */
  let inText = false
  const endLine = () => {
    if (line === '') return
    lines.push(line)
    chars += line.length + 1
  }
  const startLine = (token: string) => {
    endLine()
    line = '  '.repeat(Math.min(depth, maxIndent)) + token
    lineDepth = depth
  }
  const place = (token: string, index: number) => {
    const previous = tokens[index - 1] ?? ''
    if (!isMarkup(token)) {
      const fillsElement = isOpening(previous) && isClosing(tokens[index + 1] ?? '')
      if (token.trim() === '' && !inText && !fillsElement) return
      line += token
      inText = true
      lineDepth = Math.min(lineDepth, depth - 1)
      return
    }
    if (isClosing(token)) {
      depth = Math.max(0, depth - 1)
      if (inText || isOpening(previous)) line += token
      else startLine(token)
      if (depth <= lineDepth) inText = false
      return
    }
    if (inText) line += token
    else startLine(token)
    if (isOpening(token)) depth += 1
  }
  for (const [index, token] of tokens.entries()) {
    place(token, index)
    if (chars > maxChars) return null
  }
  endLine()
  if (chars > maxChars + 1) return null
  return lines.join('\n')
}

/** Limit for unpacked text, because a gzip of a few kilobytes can contain gigabytes. */
const maxDecodedBytes = 16 * 1024 * 1024
/**
 * Maximum length of a base64 text, including line breaks, that can fit {@link maxDecodedBytes}. A
 * longer text is not decoded.
 */
const maxBase64Chars = 24 * 1024 * 1024
/**
 * Maximum length of a text that is processed tag by tag or character by character, so that it does not block the main
 * thread.
 */
const maxWorkedChars = 1024 * 1024
/** The largest factor by which indentation may lengthen a text. */
const maxGrowth = 4

/** UTF-8 text without its byte order mark; null if the bytes are not UTF-8. */
const utf8 = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const looksLikeXml = (text: string) => /^\uFEFF?\s*<[?!\p{L}_]/u.test(text) && /[>]\s*$/.test(text)

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

const codePoint = (digits: string) => {
  const point = /^x/i.test(digits)
    ? Number.parseInt(digits.slice(1), 16)
    : Number.parseInt(digits, 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
}

const referencePattern = /&(?:(lt|gt|quot|apos|amp)|#(x[0-9a-f]{1,6}|\d{1,7}));/gi

const unescapeXml = (text: string) =>
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

const fromEscaped = (text: string) =>
  text.length <= maxWorkedChars && /^\s*(?:\uFEFF)?&(?:lt|#60|#x3c);/i.test(text)
    ? unescapeXml(text)
    : null

const fromPercent = (text: string) => {
  if (text.length > maxWorkedChars || !/^%(?:EF%BB%BF%)?3C/i.test(text.trimStart())) return null
  try {
    // Form encoding writes a space as a plus sign, and a plus sign as %2B.
    return decodeURIComponent(text.includes(' ') ? text : text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const laidOut = (text: string) =>
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
 * Decodes `Transaction` and `CommunicationXML`, and indents the XML. The service does not say which
 * encoding it uses, so this function tries raw XML, XML-escaped, base64, base64 of gzip and
 * percent-encoded, in this order. A text stays unchanged with the encoding `unknown` if none fits,
 * if it unpacks to more than 16 MB, or if it is escaped or percent-encoded with more than a million
 * characters. XML stays unindented if it is longer than that, or if indentation would make it four
 * times as long. Never fails.
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
