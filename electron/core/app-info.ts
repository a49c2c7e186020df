import type { AppInfo } from '#shared/environments/settings.ts'
import type { CoreParts } from './platform/ports.ts'
import { settingsNotices, type Noticed } from './environments/settings/notices.ts'
import type { Lock } from './lock/lock.ts'
import { maxParticipantBytes } from './participant/inspection.ts'
import type { SavedRecords } from './records/saved/saved-records.ts'
import type { GuardClock } from './submission/guard/guard-clock.ts'

/** Information about the program, for the page. While locked, it contains nothing from saved data. */
export const createAppInfo =
  (
    parts: CoreParts,
    lock: Pick<Lock, 'isLocked'>,
    savedRecords: Pick<SavedRecords, 'state'>,
    guardClock: Pick<GuardClock, 'doubt'>,
    noticed: Omit<Noticed, 'atStart'>,
  ) =>
  async (): Promise<AppInfo> => {
    const { version, host, platform, dataDir, keychain, notices, firmLaw } = parts
    const program = { version, host, platform, keychain: keychain.state(), maxParticipantBytes }
    if (lock.isLocked()) {
      const savedRecords = { persistent: false, message: '' }
      return { ...program, dataDir: '', savedRecords, notices: [], clock: '' }
    }
    return {
      ...program,
      dataDir,
      savedRecords: await savedRecords.state(),
      notices: settingsNotices({ ...noticed, atStart: notices }),
      ...(firmLaw ? { firmLaw } : {}),
      clock: guardClock.doubt(),
    }
  }
