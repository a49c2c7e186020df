import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { databaseIn } from '#electron/core/database/database.ts'
import { openLock } from '#electron/core/lock/lock.ts'
import { createUseCode } from '#electron/core/recovery/use-code.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { createWrapping, wrapMasterKeys } from '#electron/core/records/wrapping.ts'
import type { KeychainPort, SecretStore } from '#electron/core/platform/ports.ts'
import { createListeningLogger } from '../doubles/listening-logger.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import { quickVerifiers } from '../doubles/quick-verifiers.ts'

const state: KeychainPort['state'] = () => ({ kind: 'system' })

/** A start of the program on a data folder and a keychain: its lock, and saved records behind the wrapped key. */
export const wrappingHouse = async (dataDir: string, keychain: SecretStore) => {
  const { logger } = createListeningLogger()
  const clock = createManualClock()
  const wrapping = createWrapping()
  const noted: string[] = []
  const log = {
    record: ({ action, outcome }: { action: string; outcome: string }) =>
      void noted.push(`${action} ${outcome}`),
  }
  const lock = await openLock({
    ...{ store: keychain, clock, log, wrapping },
    keychain: { state },
    verifiers: quickVerifiers,
    settings: { get: () => defaultSettings },
  })
  const database = databaseIn(dataDir)
  const secrets = wrapMasterKeys({ ...keychain, state }, wrapping)
  const store = createRecordStore({ database, secrets, clock, logger })
  const saved = createSavedRecords({ store, logger })
  const useCode = createUseCode({ lock, database, secrets, log })
  return { lock, store, saved, useCode, noted, wrapping }
}
