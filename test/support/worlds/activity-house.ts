import { openLastingLog, type LastingLog } from '#electron/core/activity/lasting-log.ts'
import { createMemoryFiles } from '../doubles/memory-files.ts'
import { createMemorySecrets } from '../doubles/memory-secrets.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import type { Clock } from '#electron/core/platform/ports.ts'
import type { KeychainState } from '#shared/environments/settings.ts'

/** An activity log on a disk and a keychain that are both in memory. A test can reopen the log. */
export const createActivityHouse = (clock: Clock = createManualClock()) => {
  const disk = createMemoryFiles()
  const secrets = createMemorySecrets()
  const logged: string[] = []
  const say = (message: string): void => void logged.push(message)
  const open = (
    keychain: KeychainState | (() => KeychainState) = { kind: 'system' },
  ): Promise<LastingLog> =>
    openLastingLog({
      files: disk.files,
      secrets,
      keychain: { state: typeof keychain === 'function' ? keychain : () => keychain },
      clock,
      logger: { info: say, warn: say, error: say },
      user: 'dana',
      machine: 'desk-7',
    })
  return { disk, secrets, clock, logged, open }
}
