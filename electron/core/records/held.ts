import { createOverlay, type Overlay } from '#shared/overlay.ts'
import type { Result } from '#shared/result.ts'
import { packSmall, unpackSmall } from './packed.ts'

/**
 * Values in memory only. They are compressed, like on disk: 500 forecasts without a keychain would otherwise take
 * hundreds of megabytes.
 */
export interface Held<T> extends Pick<Overlay<T>, 'set' | 'has' | 'delete' | 'ids' | 'handOver'> {
  readonly get: (id: string) => Promise<T | undefined>
  readonly size: () => number
  /** Bytes of the compressed values. */
  readonly bytes: () => number
}

/** Each state of a value is a separate object, so that states can be told apart. */
interface Entry<T> {
  content: { readonly value: T } | { readonly packed: Uint8Array }
}

/** `read` makes a value from its packed form. */
export const createHeld = <T>(read: (id: string, packed: unknown) => Result<T>): Held<T> => {
  const overlay = createOverlay<Entry<T>>()

  const valueOf = async (id: string, { content }: Entry<T>): Promise<T> => {
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
    set: (id, value) => {
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
    get: async (id) => {
      const entry = overlay.get(id)
      return entry && valueOf(id, entry)
    },
    handOver: (take) => overlay.handOver(async (id, entry) => take(id, await valueOf(id, entry))),
    bytes: () =>
      overlay.ids().reduce((sum, id) => {
        const content = overlay.get(id)?.content
        return content && 'packed' in content ? sum + content.packed.length : sum
      }, 0),
  }
}
