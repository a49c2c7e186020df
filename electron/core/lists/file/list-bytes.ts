import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { listEncodings } from '#shared/lists/list.ts'
import { guessSingleByte, type EncodingGuess } from './guess-encoding.ts'

type ListEncoding = (typeof listEncodings)[number]

/** A file's bytes for the parser. The original bytes never change, because the outcome file is made from them. */
export interface ListBytes {
  readonly encoding: ListEncoding
  /** The original byte order mark; empty for none. */
  readonly mark: Uint8Array
  /** The bytes after the mark, in UTF-8 if the parser cannot read the encoding; half a unit of UTF-16 becomes U+FFFD. */
  readonly body: Buffer
  /** Encodings that fit as well; empty if one is certain or was chosen. */
  readonly choices: EncodingGuess['choices']
}

const marks: readonly (readonly [ListEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const sampleBytes = 64 * 1024

/** Length in bytes of the UTF-8 character that begins with this byte; 0 if none does. */
const utf8Length = (lead: number): number => {
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  let characters = 0
  let strays = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const length = utf8Length(lead)
    const rest = bytes.subarray(at + 1, at + length)
    if (rest.length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2)) {
      characters += 1
      at += length - 1
    } else strays += 1
  }
  return characters > strays
}

/** Finds UTF-16 without a mark: every other byte of Latin letters, digits and delimiters is zero. */
const withoutMark = (bytes: Buffer): EncodingGuess => {
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = (parity: number): number =>
    sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zeros(0), zeros(1)]
  const many = sample.length / 8
  if (odd > many && odd > even * 4) return { encoding: 'utf-16le', choices: [] }
  if (even > many && even > odd * 4) return { encoding: 'utf-16be', choices: [] }
  // One damaged character must not turn all others into wrong letters: only its row is invalid.
  return isUtf8(bytes) || isMostlyUtf8(bytes)
    ? { encoding: 'utf-8', choices: [] }
    : guessSingleByte(bytes)
}

/** Stands for half a UTF-16 unit at the end of a cut file, so that its last cell does not pass for complete. */
const halfIn = (bytes: Uint8Array): string => (bytes.length % 2 === 0 ? '' : '\ufffd')

/** The parser reads only UTF-8 and bytes of one character each, such as Windows-1252. */
const isRecoded = (encoding: ListEncoding): boolean =>
  encoding !== 'utf-8' && encoding !== 'windows-1252'

export const readListBytes = (bytes: Uint8Array, told?: ListEncoding): ListBytes => {
  const [marked, mark = []] =
    marks.find(([, each]) => each.every((byte, index) => bytes[index] === byte)) ?? []
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sure = told ?? marked
  const { encoding, choices } =
    sure === undefined ? withoutMark(all) : { encoding: sure, choices: [] }
  const markLength = marked === encoding ? mark.length : 0
  const rest = all.subarray(markLength)
  const half = encoding.startsWith('utf-16') ? halfIn(rest) : ''
  const body = isRecoded(encoding)
    ? Buffer.from(iconv.decode(rest, encoding, { stripBOM: false }) + half)
    : rest
  return { encoding, mark: all.subarray(0, markLength), body, choices }
}

/** Bytes 80 to 9F of Windows-1252; its five unassigned bytes keep their values, so that nothing is lost. */
const upper = Array.from({ length: 32 }, (_, index) => {
  const char = iconv.decode(Buffer.from([0x80 + index]), 'windows-1252')
  return char === '\ufffd' ? String.fromCharCode(0x80 + index) : char
})

export const decodedCell = (encoding: ListEncoding, cell: string): string =>
  encoding === 'windows-1252'
    ? cell.replace(/[\u0080-\u009f]/g, (char) => upper[char.charCodeAt(0) - 0x80] ?? char)
    : cell

export const parserEncoding = (encoding: ListEncoding): 'latin1' | 'utf8' =>
  encoding === 'windows-1252' ? 'latin1' : 'utf8'

/** Text in the file's encoding; a character that it lacks becomes `?`. */
export const encodeFor = (encoding: ListEncoding, text: string): Buffer =>
  iconv.encode(text, encoding, { addBOM: false })

export const backToFile = (encoding: ListEncoding, body: Buffer): Buffer =>
  isRecoded(encoding) ? encodeFor(encoding, body.toString('utf8')) : body
