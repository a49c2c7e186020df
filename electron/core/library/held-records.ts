import { z } from 'zod'
import { libraryRecordSchema } from '#shared/ipc/views.ts'
import { packSmall, unpackSmall } from '../crypto/packed.ts'
import type { Saved } from './record-store.ts'

const savedSchema = z.strictObject({ record: libraryRecordSchema, verbatim: z.string() })

/**
 * Records that are kept in memory only. They lie compressed, as they would on disk: 500 forecasts of a session without a
 * keychain would else take hundreds of megabytes.
 */
export const createHeldRecords = () => {
  const held = new Map<string, Saved | Uint8Array>()
  return {
    /** There at once; made small a moment later. */
    set: (id: string, saved: Saved): void => {
      held.set(id, saved)
      void packSmall(saved).then(
        (bytes) => {
          if (held.get(id) === saved) held.set(id, bytes)
        },
        // What cannot be made small stays as it is.
        () => undefined,
      )
    },
    get: async (id: string): Promise<Saved | undefined> => {
      const saved = held.get(id)
      return saved instanceof Uint8Array
        ? savedSchema.parse((await unpackSmall(saved))?.value)
        : saved
    },
    has: (id: string): boolean => held.has(id),
    delete: (id: string): boolean => held.delete(id),
    ids: (): readonly string[] => [...held.keys()],
    size: (): number => held.size,
    /** Of those that were made small already. */
    bytes: (): number =>
      [...held.values()].reduce(
        (sum, saved) => sum + (saved instanceof Uint8Array ? saved.length : 0),
        0,
      ),
  }
}
