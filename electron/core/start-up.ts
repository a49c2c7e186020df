import { openLastingLog, type LastingLog } from './activity/lasting-log.ts'
import type { CoreParts } from './core-parts.ts'
import type { Environments } from './environments/environments.ts'
import type { SettingsStore } from './environments/settings/settings-store.ts'
import { startTraining } from './environments/start-training.ts'
import { forgetPassphrase, openLock, type Lock } from './lock/lock.ts'
import { scryptVerifiers } from './lock/verifier.ts'

/**
 * Opens the activity log. It waits for keychain and disk; meanwhile the training service starts, if Training is in use.
 */
export const openLog = async (
  { files, secrets, keychain, clock, logger, user, machine }: CoreParts,
  environments: Environments,
): Promise<LastingLog> => {
  const [log] = await Promise.all([
    openLastingLog({ files, secrets, keychain, clock, logger, user, machine }),
    startTraining(environments, logger),
  ])
  return log
}

/** Opens the lock; first removes the passphrase if the program was started to forget it. */
export const openLockAtStart = async (
  parts: CoreParts,
  log: LastingLog,
  settings: Pick<SettingsStore, 'get'>,
): Promise<Lock> => {
  const { secrets: store, keychain, clock, logger } = parts
  if (parts.forgetPassphrase === true) {
    const forgotten = await forgetPassphrase(store)
    if (!forgotten.ok) logger.error(`passphrase: ${forgotten.error.message}`)
    log.record({ action: 'lock', outcome: forgotten.ok ? 'passphraseRemoved' : 'failed' })
  }
  return openLock({ store, keychain, verifiers: scryptVerifiers, clock, log, settings })
}

/** Removes old years of the activity log, by the setting. Nobody waits for it. */
export const retireLog = async (
  log: LastingLog,
  settings: Pick<SettingsStore, 'get'>,
  { logger }: Pick<CoreParts, 'logger'>,
): Promise<void> => {
  const retired = await log.retire(settings.get().activityYears)
  if (!retired.ok) logger.error(`activity log: ${retired.error.message}`)
}
