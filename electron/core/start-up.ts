import { openActivityLog, type ActivityNeeds } from './activity/activity-log.ts'
import type { ActivityLog } from './activity/log.ts'
import type { Environments } from './environments/environments.ts'
import type { SettingsStore } from './environments/settings/settings-store.ts'
import type { DatabaseFile } from './database/database.ts'
import { forgetPassphrase, openLock, type Lock, type LockNeeds } from './lock/lock.ts'
import { scryptVerifiers } from './lock/verifier.ts'
import type { CoreEvents } from './platform/events.ts'
import type { Activity, Note } from './platform/note.ts'
import type { Routes } from './platform/route.ts'
import type { StatefulSecretStore } from './records/key-ring.ts'
import type { RecordStore } from './records/record-store.ts'
import type { CoreParts, KeychainPort, Logger } from './platform/ports.ts'
import type { Submissions } from './submission/submissions.ts'

/** Starts the training service if Training is in use; a failed start is only logged. */
const startTraining = async ({ active, use }: Environments, logger: Logger) => {
  const { id, kind } = active()
  const started = kind === 'training' ? await use(id) : null
  if (started?.ok === false) logger.error(`training service: ${started.error.message}`)
}

/**
 * Opens the activity log, which waits for the keychain; meanwhile the training service starts, if Training is in
 * use.
 */
export const openLog = async (
  needs: ActivityNeeds,
  environments: Environments,
): Promise<ActivityLog> => {
  const [log] = await Promise.all([
    openActivityLog(needs),
    startTraining(environments, needs.logger),
  ])
  return log
}

/** What the core has before the program opens, so that a program whose passphrase encrypts can wait for it. */
export interface BeforeOpening {
  readonly lock: Lock
  readonly database: DatabaseFile
  /** With master keys wrapped while the passphrase encrypts. */
  readonly secrets: StatefulSecretStore
  readonly lateLog: ReturnType<typeof createLateLog>
  readonly useCode: Routes['lock.useCode']
}

/** Keeps what happens before the activity log can be opened, and then records it there. */
export const createLateLog = (): Note & { readonly attach: (log: Note) => void } => {
  const early: Activity[] = []
  let late: Note = { record: (activity) => void early.push(activity) }
  return {
    record: (activity) => late.record(activity),
    attach: (log) => {
      for (const activity of early.splice(0)) log.record(activity)
      late = log
    },
  }
}

/** Opens the lock; first removes the passphrase if the program was started with `--forget-passphrase`. */
export const openLockAtStart = async (
  parts: CoreParts,
  needs: Pick<LockNeeds, 'log' | 'settings' | 'wrapping'>,
): Promise<Lock> => {
  const { secrets: store, logger, firmEncrypts: isAsked, endsWhenLocked } = parts
  const { log } = needs
  if (parts.forgetPassphrase === true) {
    const forgotten = await forgetPassphrase(store)
    if (!forgotten.ok) logger.error(`passphrase: ${forgotten.error.message}`)
    log.record({ action: 'lock', outcome: forgotten.ok ? 'passphraseRemoved' : 'failed' })
  }
  return openLock({
    ...parts,
    ...needs,
    store,
    verifiers: scryptVerifiers,
    isAsked,
    endsWhenLocked,
  })
}

/** Removes old years of the activity log, as set in Settings. Nothing waits for it. */
export const retireLog = async (
  log: ActivityLog,
  settings: Pick<SettingsStore, 'get'>,
  { logger }: Pick<CoreParts, 'logger'>,
): Promise<void> => {
  const retired = await log.retire(settings.get().activityYears)
  if (!retired.ok) logger.error(`activity log: ${retired.error.message}`)
}

interface ReturnNeeds {
  readonly keychain: Pick<KeychainPort, 'reopen'>
  readonly lock: Pick<Lock, 'recheck'>
  readonly store: Pick<RecordStore, 'retry' | 'settle'>
  readonly submissions: Pick<Submissions, 'recover'>
  readonly logger: Logger
}

/** Moves data from memory to the available keychain and to the disk. */
export const moveIn = async (needs: Omit<ReturnNeeds, 'keychain'>) => {
  await needs.lock.recheck()
  needs.store.retry()
  const moved = await needs.store.settle()
  if (!moved.ok) needs.logger.error(`what was kept in memory: ${moved.error.message}`)
  const recovered = await needs.submissions.recover()
  if (!recovered.ok) needs.logger.error(`submissions of the last run: ${recovered.error.message}`)
}

/** Makes pages request again the data that may have moved in. */
export const tellAll = (events: Pick<CoreEvents, 'emit'>): void => {
  events.emit('environments.changed', {})
  events.emit('network.changed', {})
  events.emit('records.changed', {})
}

/**
 * Looks for the keychain again. Returns `info` for the page, collected before pages learn about
 * other changes.
 */
export const reopenKeychain = async <T>(
  needs: ReturnNeeds,
  info: () => Promise<T>,
  events: Pick<CoreEvents, 'emit'>,
): Promise<T> => {
  const opened = await needs.keychain.reopen()
  if (opened.kind === 'system') await moveIn(needs)
  const now = await info()
  tellAll(events)
  return now
}
