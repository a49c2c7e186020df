import { hash } from 'node:crypto'
import { z } from 'zod'
import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Logger, SecretStore } from '../ports.ts'

/** Which authorities a person has entered, kept in the keychain: the settings file alone makes the program trust nobody. */
export interface EnteredRoots {
  /** Whether this PEM text was entered here; false also while the keychain cannot say. */
  readonly has: (pem: string) => Promise<boolean>
  /** Fails with `keychain.*`; then nothing has changed. */
  readonly add: (pem: string) => Promise<Result<void>>
  /** Not having it is no failure. Fails with `keychain.*`. */
  readonly remove: (pem: string) => Promise<Result<void>>
}

const account = 'network/authorities'
/** Each data folder of this computer has one; 64 characters each, and an item has room for 2,000 bytes. */
const most = 20
const recordSchema = z.array(z.string().length(64)).max(most)

const digestOf = (pem: string): string => hash('sha256', pem, 'hex')

export const createEnteredRoots = ({ store, logger }: { readonly store: SecretStore; readonly logger: Logger }): EnteredRoots => {
  const queue = createQueue()
  /** What is known to have been entered is not asked of the keychain with every call. */
  const known = new Set<string>()

  const read = async (): Promise<Result<readonly string[]>> => {
    const item = await store.get(account)
    if (!item.ok) return item
    try {
      return ok(recordSchema.parse(JSON.parse(item.value ?? '[]')))
    } catch {
      logger.warn('what the keychain holds for certificate authorities could not be read')
      return ok([])
    }
  }

  const change = (pem: string, isEntered: boolean): Promise<Result<void>> =>
    queue(account, async () => {
      const before = await read()
      if (!before.ok) return before
      const digest = digestOf(pem)
      const others = before.value.filter((other) => other !== digest)
      const after = isEntered ? [digest, ...others].slice(0, most) : others
      const written = after.length === 0 ? await store.delete(account) : await store.set(account, JSON.stringify(after))
      if (!written.ok) return written
      if (isEntered) known.add(digest)
      else known.delete(digest)
      return ok(undefined)
    })

  return {
    has: async (pem) => {
      const digest = digestOf(pem)
      if (known.has(digest)) return true
      const found = await read()
      if (!found.ok) logger.warn(`certificate authorities: ${found.error.message}`)
      else if (found.value.includes(digest)) known.add(digest)
      return known.has(digest)
    },
    add: (pem) => change(pem, true),
    remove: (pem) => change(pem, false),
  }
}
