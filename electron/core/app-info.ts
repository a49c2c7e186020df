import { dayInWords } from '#shared/moments.ts'
import type { AppInfo } from '#shared/environments/settings.ts'
import type { ActivityLog } from './activity/log.ts'
import type { Backups } from './backup/backups.ts'
import type { CoreParts } from './platform/ports.ts'
import { settingsNotices, type Noticed } from './environments/settings/notices.ts'
import type { Lock } from './lock/lock.ts'
import { maxParticipantBytes } from './participant/inspection.ts'
import type { SavedRecords } from './records/saved/saved-records.ts'
import type { GuardClock } from './submission/guard/guard-clock.ts'

const dayMs = 86_400_000

/** Says that older data was found, while every submission needs a reason because of it. */
const olderDataNotice = (foundAt: string | null, now: number, days: number): readonly string[] =>
  foundAt === null || now - Date.parse(foundAt) >= days * dayMs
    ? []
    : [
        `On ${dayInWords(foundAt)}, Glidepath found older data than it had left: an older copy was put back, or a part was removed. What was sent after them is not known here, so sending needs a reason for ${days} days.`,
      ]

/** Says that the database is damaged, which nobody sees by what it still shows. */
const damageNotice = (found: ReturnType<ActivityLog['damage']>): readonly string[] =>
  found === null
    ? []
    : [
        'The database of saved results is damaged. Restore a backup under Settings. Until then, sending needs a reason, because what was sent before may not be recognized.',
      ]
type ProgramParts = Pick<CoreParts, 'version' | 'host' | 'platform' | 'keychain'>

const programOf = ({ version, host, platform, keychain }: ProgramParts) => ({
  ...{ version, host, platform, maxParticipantBytes },
  keychain: keychain.state(),
})

/** Information about a locked program: nothing from saved data. */
export const lockedInfo = (parts: ProgramParts): AppInfo => ({
  ...programOf(parts),
  dataDir: '',
  savedRecords: { persistent: false, message: '' },
  notices: [],
  clock: '',
})

const wantsEncryption =
  'Your firm asks that the passphrase also encrypts saved results. Set it up under Settings, Lock.'

/** Information about the program, for the page. While locked, it contains nothing from saved data. */
export const createAppInfo =
  (
    parts: CoreParts,
    lock: Pick<Lock, 'isLocked' | 'encrypts'>,
    log: Pick<ActivityLog, 'rolledBackOn' | 'damage'>,
    savedRecords: Pick<SavedRecords, 'state'>,
    guardClock: Pick<GuardClock, 'doubt' | 'now'>,
    noticed: Omit<Noticed, 'atStart'> & { readonly backups: Pick<Backups, 'notices'> },
  ) =>
  async (): Promise<AppInfo> => {
    const { dataDir, notices, firmLaw } = parts
    if (lock.isLocked()) return lockedInfo(parts)
    return {
      ...programOf(parts),
      dataDir,
      savedRecords: await savedRecords.state(),
      notices: [
        ...damageNotice(log.damage()),
        ...olderDataNotice(
          log.rolledBackOn(),
          guardClock.now(),
          noticed.settings.get().duplicateGuardDays,
        ),
        ...(parts.firmEncrypts === true && !lock.encrypts() ? [wantsEncryption] : []),
        ...noticed.backups.notices(),
        ...settingsNotices({ ...noticed, atStart: notices }),
      ],
      ...(firmLaw ? { firmLaw } : {}),
      clock: guardClock.doubt(),
    }
  }
