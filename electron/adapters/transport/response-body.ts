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

/** In the standard "deflate" means zlib, but some servers send raw deflate; the first byte tells which. */
const deflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateZlib(bytes, options) : inflateBare(bytes, options)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate,
}

export const acceptedEncodings = 'gzip, br, deflate'

/** Real services use one encoding. Each further encoding multiplies the work that a small answer can cause. */
const mostEncodings = 2

/**
 * Undoes Content-Encoding, last applied first, with a size limit after each step. Rejects with the reason of `signal`
 * if it is aborted between two steps.
 */
export const decodeContent = async (
  bytes: Buffer,
  encodings: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> => {
  const names = encodings
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostEncodings)
    throw new BodyFailure('unreadable', `${names.length} content encodings, one over the other`)
  let decoded = bytes
  for (const name of names.toReversed()) {
    const decode = decoders[name]
    if (!decode) throw new BodyFailure('unreadable', `unknown content encoding ${name}`)
    if (decoded.length === 0) return decoded
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes })
    } catch (cause) {
      const tooLarge = cause instanceof RangeError
      throw new BodyFailure(
        tooLarge ? 'tooLarge' : 'unreadable',
        `the ${name} body could not be decoded`,
        { cause },
      )
    }
    signal.throwIfAborted()
  }
  return decoded
}

const decoderFor = (label: string, fatal: boolean) => {
  try {
    return new TextDecoder(label, { fatal })
  } catch {
    return new TextDecoder('utf-8', { fatal })
  }
}

/**
 * Text of a body in the character set of its Content-Type, otherwise UTF-8, without a byte order mark. With `strict` an
 * invalid byte throws {@link BodyFailure}; otherwise it becomes U+FFFD.
 */
export const decodeText = (bytes: Buffer, contentType: string, strict: boolean): string => {
  const label = (/charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8').toLowerCase()
  try {
    return decoderFor(label, strict).decode(bytes)
  } catch (cause) {
    throw new BodyFailure('unreadable', `the body is not ${label} text`, { cause })
  }
}
