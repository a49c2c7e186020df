import iconv from 'iconv-lite'
import { fail, ok, type Result } from '#shared/result.ts'
import type { ReadingWarning } from '#shared/participant/profile.ts'
import { maxParticipantBytes, tooLarge } from './inspection.ts'

export interface DecodedFile {
  readonly text: string
  /** A readable name, for example `UTF-8` or `windows-1252`. */
  readonly encoding: string
  readonly mark: boolean
  readonly warnings: readonly ReadingWarning[]
}

const notXml = fail({
  code: 'participant.notXml',
  message: 'This is not an XML file: it holds bytes that no text has.',
  advice: 'Choose the XML file that the record-keeping system wrote.',
})

const undecodable = (encoding: string, offset: number | null, declared: string) => {
  const expected = declared === '' ? 'no encoding, so it should be UTF-8' : `"${declared}"`
  return fail({
    code: 'participant.encoding',
    message:
      offset === null
        ? `The file says that its encoding is "${declared}", which the program does not know.`
        : `Byte ${offset} of the file is not valid ${encoding}; the file declares ${expected}.`,
    advice: 'Save the file again as UTF-8, or correct the encoding named in its first line.',
  })
}

const fatalDecoder = (label: string) => new TextDecoder(label, { fatal: true, ignoreBOM: true })

/** Decodes the complete characters in `bytes`; null if any byte is invalid. */
const decodeStart = (label: string, bytes: Uint8Array) => {
  try {
    return fatalDecoder(label).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/**
 * Offset of the first byte that breaks the encoding, which is where the longest valid beginning
 * ends.
 */
const firstBadByte = (label: string, bytes: Uint8Array) => {
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (decodeStart(label, bytes.subarray(0, middle)) === null) bad = middle
    else good = middle
  }
  const start = decodeStart(label, bytes.subarray(0, good)) ?? ''
  return Buffer.byteLength(start, label === 'utf-8' ? 'utf8' : 'utf16le')
}

const decodeUnicode = (
  bytes: Uint8Array,
  label: 'utf-8' | 'utf-16le' | 'utf-16be',
  skip: number,
  declared: string,
  warnings: readonly ReadingWarning[] = [],
): Result<DecodedFile> => {
  const encoding = label === 'utf-8' ? 'UTF-8' : label === 'utf-16le' ? 'UTF-16 LE' : 'UTF-16 BE'
  const rest = bytes.subarray(skip)
  try {
    return ok({ text: fatalDecoder(label).decode(rest), encoding, mark: skip > 0, warnings })
  } catch {
    return looksLikeMarkup(rest) || label !== 'utf-8'
      ? undecodable(encoding, skip + firstBadByte(label, rest), declared)
      : notXml
  }
}

const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]

const looksLikeMarkup = (bytes: Uint8Array) => bytes.find((byte) => !blanks.includes(byte)) === 0x3c

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)

const headLength = 400

const encodingIn = (head: string) =>
  /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']\s*([^"'\s]{1,40})\s*["']/.exec(
    head.slice(0, headLength),
  )?.[1] ?? ''

const declaredEncoding = (bytes: Uint8Array) =>
  encodingIn(Buffer.from(bytes.subarray(0, headLength)).toString('latin1'))

/** Encodings that the library supports, but that no text file uses. */
const notTextEncodings = /^(?:base64|hex|binary|internal|utf-?7.*|utf-?16.*|ucs-?[24].*)$/i

const latin1Names = /^(?:iso[-_]?8859-?1|latin-?1|l1|cp819|ibm819)$/i

/**
 * Decodes text that declares ISO-8859-1. Bytes 80 to 9F are read as Windows-1252, as browsers do, because ISO-8859-1
 * has only control characters there.
 */
const decodeLatin1 = (bytes: Uint8Array, declared: string): Result<DecodedFile> => {
  const first = bytes.findIndex((byte) => byte >= 0x80 && byte <= 0x9f)
  const decoded = decodeLegacy(bytes, first < 0 ? declared : 'windows-1252')
  if (!decoded.ok || first < 0) return decoded
  const message = `The first line declares "${declared}", but byte ${first} is a character of Windows-1252; the file was read as Windows-1252.`
  return ok({ ...decoded.value, warnings: [remark(message)] })
}

const decodeLegacy = (bytes: Uint8Array, declared: string): Result<DecodedFile> => {
  if (notTextEncodings.test(declared) || !iconv.encodingExists(declared))
    return undecodable('', null, declared)
  const text = iconv.decode(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    declared,
    { stripBOM: true },
  )
  const bad = text.indexOf('\uFFFD')
  return bad < 0
    ? ok({ text, encoding: declared, mark: false, warnings: [] })
    : undecodable(declared, iconv.encode(text.slice(0, bad), declared).length, declared)
}

const decodeAscii = (bytes: Uint8Array, declared: string): Result<DecodedFile> => {
  const bad = bytes.findIndex((byte) => byte > 0x7f)
  return bad < 0 ? decodeUnicode(bytes, 'utf-8', 0, declared) : undecodable('ASCII', bad, declared)
}

const namesOf: Readonly<Record<string, RegExp>> = {
  'UTF-8': /^utf-?8$/i,
  'UTF-16 LE': /^(?:utf-?16(?:le)?|ucs-?2(?:le)?|iso-10646-ucs-2)$/i,
  'UTF-16 BE': /^(?:utf-?16(?:be)?|ucs-?2(?:be)?|iso-10646-ucs-2)$/i,
}

const remark = (message: string) => ({ line: 1, column: 1, message: [message] })

const markAgainstDeclaration = (decoded: Result<DecodedFile>): Result<DecodedFile> => {
  if (!decoded.ok) return decoded
  const { text, encoding, mark, warnings } = decoded.value
  const declared = encodingIn(text)
  const isShown = mark || encoding.startsWith('UTF-16')
  const isOther = isShown && declared !== '' && namesOf[encoding]?.test(declared) === false
  const shownBy = mark ? `begins with the byte order mark of ${encoding}` : `is ${encoding}`
  const remarks = [
    isOther &&
      `The first line declares "${declared}", but the file ${shownBy}; it was read as ${encoding}.`,
    text.startsWith('\uFEFF') &&
      'The file begins with two byte order marks. The second one is part of the text that is sent, and a service may refuse it.',
  ]
  const found = remarks.filter((message) => message !== false).map(remark)
  return ok({ ...decoded.value, warnings: [...warnings, ...found] })
}

const padding: readonly number[] = [0x00, 0x1a]

/**
 * Removes NUL and Ctrl+Z at the end, which mainframes and copied buffers add, and the white space between them. Keeps a
 * NUL that is half of a UTF-16 character.
 */
const withoutPadding = (bytes: Uint8Array): Uint8Array => {
  const isWide = bytes.subarray(0, 4).includes(0) || startsWith(bytes, 0xff, 0xfe)
  if (isWide || startsWith(bytes, 0xfe, 0xff)) {
    let end = bytes.length % 2 === 1 && bytes.at(-1) === 0 ? bytes.length - 1 : bytes.length
    while (end > 3 && bytes[end - 1] === 0 && bytes[end - 2] === 0) end -= 2
    return bytes.subarray(0, end)
  }
  const last = bytes.findLastIndex((byte) => !padding.includes(byte) && !blanks.includes(byte))
  const first = bytes.subarray(last + 1).findIndex((byte) => padding.includes(byte))
  return last < 0 || first < 0 ? bytes : bytes.subarray(0, last + 1 + first)
}

/**
 * Decodes a file. The encoding comes from the byte order mark, the byte pattern at the start of
 * UTF-16, or the XML declaration; otherwise it is UTF-8. Nothing is replaced: an invalid byte fails
 * with `participant.encoding` and its offset. Also fails with `participant.empty`, `.tooLarge` and
 * `.notXml`.
 */
export const decodeParticipantBytes = (bytes: Uint8Array): Result<DecodedFile> => {
  const whole = bytes.length > maxParticipantBytes ? bytes : withoutPadding(bytes)
  const decoded = markAgainstDeclaration(decode(whole))
  const cut = bytes.length - whole.length
  if (!decoded.ok || cut === 0) return decoded
  const message = `The file ends with NUL or Ctrl+Z, which are not text; its last ${cut === 1 ? 'byte is' : `${cut} bytes are`} left out and not sent.`
  return ok({ ...decoded.value, warnings: [...decoded.value.warnings, remark(message)] })
}

const decode = (bytes: Uint8Array): Result<DecodedFile> => {
  if (bytes.length === 0) {
    return fail({
      code: 'participant.empty',
      message: 'The file is empty: it has 0 bytes.',
      advice: 'Export the participant again, then open the new file.',
    })
  }
  if (bytes.length > maxParticipantBytes) return tooLarge(bytes.length)
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
    return bytes.includes(0)
      ? notXml
      : decodeUnicode(bytes, 'utf-8', 3, declaredEncoding(bytes.subarray(3)))
  }
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff))
    return undecodable('', null, 'UTF-32')
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUnicode(bytes, 'utf-16le', 2, 'UTF-16')
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUnicode(bytes, 'utf-16be', 2, 'UTF-16')
  if (startsWith(bytes, 0x3c, 0) && bytes[3] === 0)
    return decodeUnicode(bytes, 'utf-16le', 0, 'UTF-16')
  if (startsWith(bytes, 0, 0x3c, 0)) return decodeUnicode(bytes, 'utf-16be', 0, 'UTF-16')
  if (bytes.includes(0)) return notXml
  const declared = declaredEncoding(bytes)
  if (declared === '' || /^utf-?8$/i.test(declared))
    return decodeUnicode(bytes, 'utf-8', 0, declared)
  if (/^(?:us-)?ascii$/i.test(declared)) return decodeAscii(bytes, declared)
  if (/^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(declared)) {
    return decodeUnicode(bytes, 'utf-8', 0, declared, [
      remark(`The first line declares "${declared}", but the file is UTF-8; it was read as UTF-8.`),
    ])
  }
  return latin1Names.test(declared) ? decodeLatin1(bytes, declared) : decodeLegacy(bytes, declared)
}

export const encodeText = (
  text: string,
  { encoding, mark }: Pick<DecodedFile, 'encoding' | 'mark'>,
): Uint8Array => iconv.encode(text, encoding, { addBOM: mark })
