import { fail, ok, whenOk } from '#shared/result.ts'
import { doing, orNothing, type Routes } from '../platform/route.ts'
import type { Questions } from '../questions/questions.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { Drafts } from './drafts.ts'
import type { Lock } from './lock.ts'

interface LockRouteNeeds {
  readonly lock: Lock
  readonly questions: Pick<Questions, 'lower'>
  readonly store: Pick<RecordStore, 'codes' | 'key' | 'keptKey' | 'reach' | 'retry'>
  readonly drafts: Drafts
  readonly useCode: Routes['lock.useCode']
}

const needsCode = fail({
  code: 'lock.needsCode',
  message: 'The passphrase encrypts only once somebody has the page of a recovery code.',
})

export const lockRoutes = ({ lock, questions, store, drafts, useCode }: LockRouteNeeds) =>
  ({
    'lock.state': async () => ok(await lock.state()),
    'lock.unlock': async ({ passphrase }) => {
      const unlocked = await lock.unlock(passphrase)
      // A keychain that was too slow at the start usually answers by the first unlocking.
      if (unlocked.ok) store.retry()
      return unlocked
    },
    'lock.lock': lock.lock,
    'lock.touch': doing(lock.touch),
    'lock.setPassphrase': ({ current, next }) => lock.setPassphrase(current, next),
    'lock.removePassphrase': async ({ current }) =>
      whenOk(await questions.lower(['The lock’s passphrase: set → none']), () =>
        lock.removePassphrase(current),
      ),
    'lock.encrypt': async ({ current, on }) => {
      const agreed = on
        ? await store.reach()
        : await questions.lower(['The lock’s passphrase encrypts saved results: yes → no'])
      if (!agreed.ok) return agreed
      const codes = store.codes()
      if (!codes.ok) return codes
      if (on && !codes.value.has('taken')) return needsCode
      const done = await lock.encrypt(current, on)
      // Reading the key wraps it.
      if (done.ok && on) await store.keptKey((await store.key()).id)
      return done
    },
    'lock.useCode': useCode,
    'lock.keepDrafts': async (kept) => orNothing(await drafts.keep(kept)),
    'lock.takeDrafts': async () => whenOk(await drafts.take(), (kept) => ok({ drafts: kept })),
  }) satisfies Partial<Routes>
