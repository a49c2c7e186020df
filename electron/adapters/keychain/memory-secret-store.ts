import { createOverlay } from '#shared/overlay.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SecretStore } from '#electron/core/platform/ports.ts'

/** Secrets in memory until the program ends, for use while no keychain is available. */
export const createMemorySecretStore = () => {
  /** Values by account; `null` marks a deleted value. */
  const items = createOverlay<string | null>()
  const note = (account: string, value: string | null) => {
    items.set(account, value)
    return Promise.resolve(ok(undefined))
  }
  const store: SecretStore = {
    get: (account) => Promise.resolve(ok(items.get(account) ?? null)),
    set: note,
    delete: (account) => note(account, null),
  }
  return {
    store,
    /**
     * Applies all changes to `keychain` and removes them here. Stops at the first failure and keeps the remaining
     * changes.
     */
    moveTo: (keychain: SecretStore) => {
      let last: Result<void> = ok(undefined)
      return items.handOver(async (account, value) => {
        // A keychain that failed once is not asked again, because every call may take seconds.
        if (last.ok)
          last = await (value === null ? keychain.delete(account) : keychain.set(account, value))
        return last
      })
    },
  }
}
