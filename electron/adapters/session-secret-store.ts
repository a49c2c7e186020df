import { ok } from '#shared/result.ts'
import type { SecretStore } from '#electron/core/ports.ts'

/** Secrets in memory for as long as the program runs: what is used, and said, when no keychain can be reached. */
export const createSessionSecretStore = (): SecretStore => {
  const items = new Map<string, string>()
  return {
    get: (account) => Promise.resolve(ok(items.get(account) ?? null)),
    set: (account, value) => {
      items.set(account, value)
      return Promise.resolve(ok(undefined))
    },
    delete: (account) => {
      items.delete(account)
      return Promise.resolve(ok(undefined))
    },
  }
}
