import { ok, whenOk } from '#shared/result.ts'
import { doing, type Routes } from '../platform/route.ts'
import type { Questions } from '../questions/questions.ts'
import type { Lock } from './lock.ts'

export const lockRoutes = ({
  lock,
  questions,
  afterUnlock,
}: {
  readonly lock: Lock
  readonly questions: Pick<Questions, 'lower'>
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
    'lock.removePassphrase': async ({ current }) =>
      whenOk(await questions.lower(['The lock’s passphrase: set → none']), () =>
        lock.removePassphrase(current),
      ),
  }) satisfies Partial<Routes>
