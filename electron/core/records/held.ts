import { createOverlay, type Overlay } from '#shared/overlay.ts'
import type { Result } from '#shared/result.ts'
import { packSmall, unpackSmall } from './packed.ts'

/**
 * Values that are kept in memory only. They lie compressed, as they would on disk: 500 forecasts without a
 * keychain would else take hundreds of megabytes.
 */
export interface Held<T> extends Pick<Overlay<T>, 'set' | 'has' | 'delete' | 'ids' | 'handOver'> {
  readonly get: (id: string) => Promise<T | undefined>
  readonly size: () => number
  /** Of those that were made small already. */
  readonly bytes: () => number
}

/** An object of its own for every state of a value, so that states are told apart. */
interface Entry<T> {
  content: { readonly value: T } | { readonly packed: Uint8Array }
}

/** `read` makes a value of what it was packed as. */
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
    /** There at once; made small a moment later. */
    set: (id, value) => {
      const entry: Entry<T> = { content: { value } }
      overlay.set(id, entry)
      void packSmall(value).then(
        (packed) => {
          entry.content = { packed }
        },
        // What cannot be made small stays as it is.
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
