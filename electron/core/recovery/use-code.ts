import { invalidField, whenOk } from '#shared/result.ts'
import type { DatabaseFile } from '../database/database.ts'
import type { Lock } from '../lock/lock.ts'
import type { Note } from '../platform/note.ts'
import type { SecretStore } from '../platform/ports.ts'
import type { Routes } from '../platform/route.ts'
import { accountOf, formatMasterKey } from '../records/key-ring.ts'
import { openWithCode } from '../records/recovery-codes.ts'
import { readCode } from './recovery-code.ts'

const noResults = invalidField('Nothing is saved in this folder that a code could open.', 'code')

interface CodeNeeds {
  readonly lock: Pick<Lock, 'replaceForgotten'>
  readonly database: Pick<DatabaseFile, 'openExisting'>
  /** Wraps master keys. */
  readonly secrets: SecretStore
  readonly log: Note
}

/** Replaces a forgotten passphrase that encrypts: the recovery code opens the master key, the new passphrase seals it. */
export const createUseCode =
  ({ lock, database, secrets, log }: CodeNeeds): Routes['lock.useCode'] =>
  async ({ code, next }) => {
    const master = whenOk(readCode(code), (bytes) =>
      whenOk(database.openExisting(), (found) => (found ? openWithCode(found, bytes) : noResults)),
    )
    log.record({ action: 'recovery', outcome: master.ok ? 'kitUsed' : 'failed' })
    if (!master.ok) return master
    return lock.replaceForgotten(next, () =>
      secrets.set(accountOf(master.value.id), formatMasterKey(master.value)),
    )
  }
