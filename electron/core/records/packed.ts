import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
} from 'node:zlib'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { createOverlay } from '#shared/overlay.ts'
import type { Result } from '#shared/result.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A limit far above the largest answer (64 MB) with its reading. */
const maxBytes = 512 * 1024 * 1024

/** Up to this size compression costs more than it saves: it sets up an encoder for a few hundred bytes. */
const storedBytes = 2 * 1024
/** Up to this size compression takes less time than handing the work to another thread and back. */
const shortBytes = 16 * 1024
const shortWindow = 14

/**
 * `bytes`, at least one and at most 65,536, as an uncompressed Brotli stream (RFC 7932, section 9.2): a window of 16
 * bits, one meta-block that is not the last, its length less one in four nibbles, "uncompressed", and an empty last
 * meta-block.
 */
const stored = (bytes: Uint8Array) => {
  const head = ((bytes.length - 1) << 4) | (1 << 20)
  const stream = new Uint8Array(bytes.length + 4)
  stream.set([head & 0xff, (head >> 8) & 0xff, head >> 16])
  stream.set(bytes, 3)
  stream[bytes.length + 3] = 0x03
  return stream
}

/** A value as MessagePack in Brotli. Quality 4 keeps saving a 5 MB answer well under a tenth of a second. */
export const packSmall = async (value: unknown): Promise<Uint8Array<ArrayBuffer>> => {
  const packed = pack(value)
  if (packed.length <= storedBytes) return stored(packed)
  return packed.length <= shortBytes
    ? brotliCompressSync(packed, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 2,
          [constants.BROTLI_PARAM_LGWIN]: shortWindow,
        },
      })
    : compress(packed, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

/** The value of {@link packSmall}; null if the bytes hold none. */
export const unpackSmall = async (
  bytes: Uint8Array,
): Promise<{ readonly value: unknown } | null> => {
  try {
    const plain =
      bytes.length <= shortBytes / 4
        ? brotliDecompressSync(bytes, { maxOutputLength: maxBytes })
        : await decompress(bytes, { maxOutputLength: maxBytes })
    return { value: unpack(plain) }
  } catch {
    return null
  }
}

/** Each state of a value is a separate object, so that states can be told apart. */
interface Entry<T> {
  content: { readonly value: T } | { readonly packed: Uint8Array }
}

/**
 * Values in memory only; `read` makes one from its packed form. They are compressed, like on disk: 500 forecasts without
 * a keychain would otherwise take hundreds of megabytes.
 */
export const createHeld = <T>(read: (id: string, packed: unknown) => Result<T>) => {
  const overlay = createOverlay<Entry<T>>()

  const valueOf = async (id: string, { content }: Entry<T>) => {
    if ('value' in content) return content.value
    const back = read(id, (await unpackSmall(content.packed))?.value)
    if (!back.ok) throw new Error(`a value that was kept in memory: ${back.error.code}`)
    return back.value
  }

  return {
    has: overlay.has,
    delete: overlay.delete,
    ids: overlay.ids,
    size: overlay.size,
    /** The value is there at once, and is compressed a moment later. */
    set: (id: string, value: T) => {
      const entry: Entry<T> = { content: { value } }
      overlay.set(id, entry)
      void packSmall(value).then(
        (packed) => {
          entry.content = { packed }
        },
        // A value that cannot be compressed stays as it is.
        () => undefined,
      )
    },
    get: async (id: string) => {
      const entry = overlay.get(id)
      return entry && valueOf(id, entry)
    },
    handOver: (take: (id: string, value: T) => Promise<Result<void>>) =>
      overlay.handOver(async (id, entry) => take(id, await valueOf(id, entry))),
    bytes: () =>
      overlay.ids().reduce((sum, id) => {
        const content = overlay.get(id)?.content
        return content && 'packed' in content ? sum + content.packed.length : sum
      }, 0),
  }
}
