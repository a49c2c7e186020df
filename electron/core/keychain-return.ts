import type { LastingLog } from './activity/lasting-log.ts'
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

/** Looks for the keychain again; what was kept for the session moves into it and onto the disk. */
export const returnOfKeychain = async (needs: ReturnNeeds): Promise<void> => {
  const opened = await needs.keychain.reopen()
  if (opened.kind !== 'system') return
  await needs.lock.recheck()
  needs.keyRing.retry()
  const moved = await needs.log.moveToKeychain()
  if (!moved.ok) needs.logger.error(`activity log: ${moved.error.message}`)
  const named = await needs.submissions.nameRows(needs.rowOf)
  if (!named.ok) needs.logger.error(`receipts of rows: ${named.error.message}`)
}
