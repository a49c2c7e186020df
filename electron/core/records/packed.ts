import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { createOverlay } from '#shared/overlay.ts'
import type { Result } from '#shared/result.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A limit far above the largest answer (64 MB) with its reading. */
const maxBytes = 512 * 1024 * 1024

/** A value as MessagePack in Brotli. Quality 4 keeps saving a 5 MB answer well under a tenth of a second. */
export const packSmall = async (value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  compress(pack(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

/** The value of {@link packSmall}; null if the bytes hold none. */
export const unpackSmall = async (
  bytes: Uint8Array,
): Promise<{ readonly value: unknown } | null> => {
  try {
    return { value: unpack(await decompress(bytes, { maxOutputLength: maxBytes })) }
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
