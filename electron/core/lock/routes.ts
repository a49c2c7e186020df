import { ok } from '#shared/result.ts'
import { doing, type Routes } from '../platform/route.ts'
import type { Lock } from './lock.ts'

export const lockRoutes = ({
  lock,
  afterUnlock,
}: {
  readonly lock: Lock
  readonly afterUnlock: () => void
}) =>
  ({
    'lock.state': async () => ok(await lock.state()),
    'lock.unlock': async ({ passphrase }) => {
      const unlocked = await lock.unlock(passphrase)
      if (unlocked.ok) afterUnlock()
      return unlocked
    },
    'lock.lock': lock.lock,
    'lock.touch': doing(lock.touch),
    'lock.setPassphrase': ({ current, next }) => lock.setPassphrase(current, next),
    'lock.removePassphrase': ({ current }) => lock.removePassphrase(current),
  }) satisfies Partial<Routes>
