import { openActivityLog } from '#electron/core/activity/activity-log.ts'
import { databaseIn } from '#electron/core/database/database.ts'
import type { Clock } from '#electron/core/platform/ports.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import type { ActivityRecord } from '#shared/activity/activity.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { createListeningLogger } from '../doubles/listening-logger.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import { createMemorySecrets } from '../doubles/memory-secrets.ts'
import { temporaryFolder } from './program.ts'
import { rowsIn, runIn } from './record-house.ts'

/** An activity log in a real database, with a keychain in memory. Each `open` is a start of the program. */
export const createActivityHouse = (
  clock: Clock = createManualClock(),
  secrets = createMemorySecrets(),
  dataDir = temporaryFolder('activity'),
) => {
  const { logger, lines } = createListeningLogger()
  const open = async (keychain: () => KeychainState = () => ({ kind: 'system' })) => {
    const database = databaseIn(dataDir)
    const store = createRecordStore({
      database,
      secrets: { ...secrets, state: keychain },
      clock,
      logger,
    })
    const log = await openActivityLog({
      clock,
      logger,
      secrets,
      user: 'dana',
      machine: 'desk-7',
      store,
      path: database.path,
    })
    return {
      ...log,
      store,
      close: async (): Promise<void> => {
        await log.close()
        await store.close()
      },
      /** Ends the run like a kill, without an update to the keychain. */
      kill: () => store.close(),
      records: (): ActivityRecord[] => {
        const records: ActivityRecord[] = []
        log.each(({ record }) => void (record && records.push(record)))
        return records
      },
    }
  }
  return {
    dataDir,
    secrets,
    clock,
    lines,
    open,
    /** Runs SQL on the database, as another program might. */
    run: (sql: string) => runIn(dataDir, sql),
    rows: (sql: string) => rowsIn(dataDir, sql),
  }
}
