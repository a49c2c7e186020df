import { fail, ok, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { SecretStore } from '../ports.ts'
import type { AttemptCounter } from './attempts.ts'
import { verifierAccount, type Verifiers } from './verifier.ts'

interface JudgeNeeds {
  readonly store: Pick<SecretStore, 'get'>
  readonly verifiers: Pick<Verifiers, 'fits'>
  readonly attempts: AttemptCounter
  readonly log: Pick<ActivityLog, 'record'>
}

/**
 * `fits` if `typed` is the passphrase, `none` if there is no passphrase. Fails with `lock.wrong`, `lock.wait` or
 * `keychain.*`. The caller makes sure that no two calls overlap.
 */
export const judge = async (
  { store, verifiers, attempts, log }: JudgeNeeds,
  typed: string,
): Promise<Result<'fits' | 'none'>> => {
  const verifier = await store.get(verifierAccount)
  if (!verifier.ok) return verifier
  if (verifier.value === null) return ok('none')
  const before = await attempts.read()
  if (before.waitSeconds > 0) {
    return fail({
      code: 'lock.wait',
      message: `After ${before.failures} wrong passphrases the next one is looked at in ${before.waitSeconds} s.`,
      retryAfter: before.waitSeconds,
    })
  }
  await attempts.begin()
  if (await verifiers.fits(verifier.value, typed)) {
    await attempts.clear()
    return ok('fits')
  }
  log.record({ action: 'unlock', outcome: 'failed' })
  const { waitSeconds } = await attempts.read()
  return fail({
    code: 'lock.wrong',
    message: 'The passphrase is wrong.',
    field: 'passphrase',
    retryAfter: waitSeconds,
  })
}
