import type { SecretStore } from '#electron/core/platform/ports.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok } from '#shared/result.ts'

/** A keychain in memory whose content tests can see, and which can be made to fail. */
export interface MemorySecrets extends SecretStore {
  readonly items: Map<string, string>
  /** From now on, every call fails with this error; with `null`, calls succeed again. */
  breakWith(error: AppError | null): void
}

export const createMemorySecrets = (): MemorySecrets => {
  const items = new Map<string, string>()
  let broken: AppError | null = null
  return {
    items,
    breakWith: (error) => {
      broken = error
    },
    get: async (account) => (broken ? fail(broken) : ok(items.get(account) ?? null)),
    set: async (account, value) => {
      if (broken) return fail(broken)
      items.set(account, value)
      return ok(undefined)
    },
    delete: async (account) => {
      if (broken) return fail(broken)
      items.delete(account)
      return ok(undefined)
    },
  }
}
