import { createOverlay } from '#shared/overlay.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SecretStore } from '#electron/core/ports.ts'

/** Secrets in memory for as long as the program runs: what is used, and said, when no keychain can be reached. */
interface MemorySecretStore {
  readonly store: SecretStore
  /** Does in `keychain` what was done here, and forgets it here. Ends at the first failure, with what is left kept. */
  readonly moveTo: (keychain: SecretStore) => Promise<Result<void>>
}

export const createMemorySecretStore = (): MemorySecretStore => {
  /** What was saved, and `null` for what was forgotten. */
  const items = createOverlay<string | null>()
  const note = (account: string, value: string | null) => {
    items.set(account, value)
    return Promise.resolve(ok(undefined))
  }
  return {
    store: {
      get: (account) => Promise.resolve(ok(items.get(account) ?? null)),
      set: note,
      delete: (account) => note(account, null),
    },
    moveTo: (keychain) => {
      let last: Result<void> = ok(undefined)
      return items.handOver(async (account, value) => {
        // A keychain that failed once is not asked again: every call may take seconds.
        if (last.ok)
          last = await (value === null ? keychain.delete(account) : keychain.set(account, value))
        return last
      })
    },
  }
}
