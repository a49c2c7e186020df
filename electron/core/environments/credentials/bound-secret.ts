import type { z } from 'zod'
import { createQueue } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environment } from '../environment.ts'
import type { Clock, Logger, SecretStore } from '../../platform/ports.ts'
import {
  type Binding,
  bindingOf,
  type BoundRecord,
  decodeRecord,
  encodeRecord,
  type SecretWords,
  whyUnused,
} from './credential-record.ts'

export interface BoundSecretNeeds {
  readonly store: SecretStore
  readonly clock: Clock
  readonly logger: Logger
  /** The program's own latest change to each environment in this run. */
  readonly ours: ReadonlyMap<string, Binding>
}

interface SecretKind<T> {
  /** The last part of the keychain account's name. */
  readonly name: string
  readonly schema: z.ZodType<T>
  readonly words: SecretWords
}

/**
 * Keeps one kind of secret in the keychain, bound to the environment that it was entered for. Every operation fails
 * with `keychain.*`.
 */
export const createBoundSecret = <T extends BoundRecord>(
  { store, clock, logger, ours }: BoundSecretNeeds,
  { name, schema, words }: SecretKind<T>,
) => {
  const accountOf = (id: string) => `environment/${id}/${name}`
  /** Each read and write of an item runs alone. */
  const queue = createQueue()

  /**
   * Writes the result of `change`, unless it is null. If the write fails, the next read repeats it.
   */
  const replace = (id: string, change: (before: string) => BoundRecord | null) =>
    queue(id, async () => {
      const item = await store.get(accountOf(id))
      const after = item.ok && item.value !== null ? change(item.value) : null
      const written =
        after === null ? ok(undefined) : await store.set(accountOf(id), encodeRecord(after))
      if (!written.ok) logger.warn(`credentials: ${written.error.message}`)
    })

  return {
    save: (environment: Environment, secret: Omit<T, keyof BoundRecord>) => {
      const bound = bindingOf(environment)
      const text = encodeRecord({ version: 2, bound, savedAt: clock.now(), ...secret })
      return queue(environment.id, () => store.set(accountOf(environment.id), text))
    },

    /** Waits its turn, because a pending change could otherwise write the deleted entry back. */
    forget: (id: string) => queue(id, () => store.delete(accountOf(id))),

    /**
     * Null if none is stored. Fails with `credentials.elsewhere` if the secret was entered for
     * another binding.
     */
    read: async (environment: Environment): Promise<Result<T | null>> => {
      const { id } = environment
      const item = await store.get(accountOf(id))
      if (!item.ok) return item
      if (item.value === null) return ok(null)
      const record = decodeRecord(schema, item.value)
      if (!record.ok) return record
      const { bound, changedTo } = record.value
      const unused = whyUnused(bound, ours.get(id) ?? changedTo, environment, words)
      return unused ? fail(unused) : record
    },

    isOfProduction: async (id: string) => {
      const item = await store.get(accountOf(id))
      if (!item.ok) return item
      const record = item.value === null ? null : decodeRecord(schema, item.value)
      return ok(record?.ok === true && record.value.bound.kind === 'production')
    },

    noteChange: (id: string, changedTo: Binding) =>
      replace(id, (before) => {
        const record = decodeRecord(schema, before)
        return record.ok ? { ...record.value, changedTo } : null
      }),
  }
}
