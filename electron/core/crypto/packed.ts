import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { pack, unpack } from '#shared/ipc/pack.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Far more than the largest answer (64 MB) with its reading; a bound all the same. */
const maxBytes = 512 * 1024 * 1024

/** A value as compressed MessagePack. Quality 4 keeps saving a 5 MB answer well under a tenth of a second. */
export const packSmall = (value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  compress(pack(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/** The value of {@link packSmall}; null when the bytes hold none. */
export const unpackSmall = async (bytes: Uint8Array): Promise<{ readonly value: unknown } | null> => {
  try {
    return { value: unpack(await decompress(bytes, { maxOutputLength: maxBytes })) }
  } catch {
    return null
  }
}
