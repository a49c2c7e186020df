import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMasterKeyAccount } from '#electron/core/records/key-ring.ts'
import { createFileSecretsDouble } from '#test/support/doubles/file-secrets-double.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'

/** Tests that a start does its slow work in parallel. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'glidepath-at-once-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the training service starts while the key of the activity log is still being read from the keychain', async () => {
  const dataDir = path.join(folder, 'data')
  const begun = Promise.withResolvers<undefined>()
  const secrets = createFileSecretsDouble(`${dataDir}.secrets.json`)
  const { core, must } = await openRealCore(dataDir, {
    training: (training) => ({
      ...training,
      start: () => {
        begun.resolve(undefined)
        return training.start()
      },
    }),
    keychain: {
      state: () => ({ kind: 'system' }),
      reopen: () => Promise.resolve({ kind: 'system' }),
      isWaiting: () => false,
      store: {
        ...secrets,
        set: async (account, value) => {
          // This keychain takes a key only after the training service has started.
          if (isMasterKeyAccount(account)) await begun.promise
          return secrets.set(account, value)
        },
      },
    },
  })
  const [training] = await must('environments.list', {})
  expect(training?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+/)
  await core.close()
})
