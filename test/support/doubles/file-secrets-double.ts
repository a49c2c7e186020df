import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { SecretStore } from '#electron/core/platform/ports.ts'
import { ok, type Result } from '#shared/result.ts'

/** Replaces the keychain with a plain file, so that a test can restart the program with the same secrets. */
export const createFileSecretsDouble = (file: string): SecretStore => {
  const read = (): Record<string, string> => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return {}
    }
  }
  const change = (account: string, value: string | undefined): Promise<Result<void>> => {
    const { [account]: _before, ...others } = read()
    // Like a keychain, a kill leaves the old or the new file.
    writeFileSync(
      `${file}.new`,
      JSON.stringify(value === undefined ? others : { ...others, [account]: value }),
    )
    renameSync(`${file}.new`, file)
    return Promise.resolve(ok(undefined))
  }
  return {
    get: (account) => Promise.resolve(ok(read()[account] ?? null)),
    set: (account, value) => change(account, value),
    delete: (account) => change(account, undefined),
  }
}
