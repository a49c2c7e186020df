import { promisify, TextDecoder } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

/** Why a body could not be turned into text. */
export class BodyFailure extends Error {
  override readonly name = 'BodyFailure'
  readonly kind: 'tooLarge' | 'unreadable'

  constructor(kind: 'tooLarge' | 'unreadable', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflateZlib: Decoder = promisify(inflate)
const inflateBare: Decoder = promisify(inflateRaw)

/**
 * By the standard, "deflate" means zlib, but some servers send raw deflate; the first byte tells
 * which.
 */
const deflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateZlib(bytes, options) : inflateBare(bytes, options)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate,
}

export const acceptedEncodings = 'gzip, br, deflate'

/**
 * Real services use one encoding. Each additional encoding multiplies the work that even a small
 * answer can cause.
 */
const mostEncodings = 2

/** A body as text, with a sentence on what the headers got wrong; the sentence is empty if they were right. */
interface BodyText {
  readonly text: string
  /** Length of the unpacked body. */
  readonly bytes: number
  readonly remark: string
}

interface BodyOptions {
  readonly maxBytes: number
  /** Ends the reading between two steps; its reason is the rejection. */
  readonly signal: AbortSignal
  /** An invalid byte is a failure instead of U+FFFD. */
  readonly strict: boolean
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

/** Undoes one encoding, or returns undefined if the body is not encoded that way. */
const unpack = async (bytes: Buffer, name: string, maxOutputLength: number) => {
  try {
    return await decoders[name]?.(bytes, { maxOutputLength })
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new BodyFailure('tooLarge', `the ${name} body could not be decoded`, { cause })
    return undefined
  }
}

/** Undoes the encodings that the headers announce, last applied first, as far as the bytes agree, and an unannounced gzip. */
const unpackAll = async (
  packed: Buffer,
  encodings: string,
  { maxBytes, signal }: BodyOptions,
): Promise<{ plain: Buffer; remarks: readonly string[] }> => {
  const names = encodings
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostEncodings)
    throw new BodyFailure('unreadable', `${names.length} content encodings, one over the other`)
  let plain = packed
  const remarks: string[] = []
  for (const name of names.toReversed()) {
    if (plain.length === 0) break
    const unpacked = await unpack(plain, name, maxBytes)
    signal.throwIfAborted()
    if (unpacked === undefined)
      remarks.push(`The answer was announced as “${name}”, but is not encoded so.`)
    else plain = unpacked
  }
  if (!isGzip(plain)) return { plain, remarks }
  const unpacked = await unpack(plain, 'gzip', maxBytes)
  signal.throwIfAborted()
  if (unpacked === undefined)
    throw new BodyFailure('unreadable', 'the gzip body could not be decoded')
  return { plain: unpacked, remarks: ['The answer is gzip, which was not announced.'] }
}

const markedCharset = (bytes: Buffer) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

const decoderFor = (label: string, fatal: boolean) => {
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    return new TextDecoder('utf-8', { fatal })
  }
}

/**
 * Reads a body by its headers, and by its first bytes where the headers are wrong. The character set is that of a UTF-16
 * byte order mark, of Content-Type, or UTF-8. Rejects with {@link BodyFailure}, or with the reason of `signal`.
 */
export const readBody = async (
  packed: Buffer,
  headers: Readonly<Record<string, string>>,
  options: BodyOptions,
): Promise<BodyText> => {
  const { plain, remarks } = await unpackAll(packed, headers['content-encoding'] ?? '', options)
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  const marked = markedCharset(plain)
  const label = marked ?? (named ?? 'utf-8').toLowerCase()
  const isMislabeled = marked !== undefined && !(named ?? '').toLowerCase().startsWith('utf-16')
  // A body with wrong headers could be binary.
  const strict = options.strict || remarks.length > 0
  try {
    return {
      text: decoderFor(label, strict).decode(plain),
      bytes: plain.byteLength,
      remark: [
        ...remarks,
        ...(isMislabeled ? ['The answer is UTF-16, which was not announced.'] : []),
      ].join(' '),
    }
  } catch (cause) {
    throw new BodyFailure('unreadable', [...remarks, `the body is not ${label} text`].join(' '), {
      cause,
    })
  }
}
