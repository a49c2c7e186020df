import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { pack, unpack } from '#shared/ipc/pack.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A limit far above the largest answer (64 MB) with its reading. */
const maxBytes = 512 * 1024 * 1024

/** A value as MessagePack in Brotli. Quality 4 keeps saving a 5 MB answer well under a tenth of a second. */
export const packSmall = async (value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  compress(pack(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/**
 * The value of {@link packSmall}, and its unpacked length in bytes; null if the bytes are not packed like that, or
 * unpack to more than `limit` bytes.
 */
export const unpackSmall = async (
  bytes: Uint8Array,
  limit = maxBytes,
): Promise<{ readonly value: unknown; readonly length: number } | null> => {
  try {
    const plain = await decompress(bytes, { maxOutputLength: limit })
    return { value: unpack(plain), length: plain.length }
  } catch {
    return null
  }
}
