import type { LastingLog } from './activity/lasting-log.ts'
import type { CoreEvents } from './ipc/events.ts'
import type { KeyRing } from './records/key-ring.ts'
import type { Lock } from './lock/lock.ts'
import type { KeychainPort, Logger } from './ports.ts'
import type { FindRow } from './submissions/recovery/row-draft.ts'
import type { Submissions } from './submissions/submissions.ts'

interface ReturnNeeds {
  readonly keychain: Pick<KeychainPort, 'reopen'>
  readonly lock: Pick<Lock, 'recheck'>
  readonly keyRing: Pick<KeyRing, 'retry'>
  readonly log: Pick<LastingLog, 'moveToKeychain'>
  readonly submissions: Pick<Submissions, 'nameRows'>
  readonly rowOf: FindRow
  readonly logger: Logger
}

/** Moves data from memory to the returned keychain and to the disk. */
const moveIn = async (needs: ReturnNeeds): Promise<void> => {
  await needs.lock.recheck()
  needs.keyRing.retry()
  const moved = await needs.log.moveToKeychain()
  if (!moved.ok) needs.logger.error(`activity log: ${moved.error.message}`)
  const named = await needs.submissions.nameRows(needs.rowOf)
  if (!named.ok) needs.logger.error(`receipts of rows: ${named.error.message}`)
}

/** Looks for the keychain again; returns `info` for the page, before the page hears of other changes. */
export const reopenKeychain = async <T>(
  needs: ReturnNeeds,
  info: () => Promise<T>,
  events: Pick<CoreEvents, 'emit'>,
): Promise<T> => {
  const opened = await needs.keychain.reopen()
  if (opened.kind === 'system') await moveIn(needs)
  const now = await info()
  events.emit('environments.changed', {})
  events.emit('network.changed', {})
  events.emit('records.changed', {})
  return now
}
