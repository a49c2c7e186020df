import { hkdfSync } from 'node:crypto'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Database } from '../database/database.ts'
import { sealedTables } from '../database/migrations.ts'
import { keyBytes, seal, sealingKey, unseal } from './aead.ts'
import { formatMasterKey, parseMasterKey } from './key-ring.ts'
import { rewrap, type MasterKey } from './sealed-row.ts'

/** The rows of `recovery_codes`, see docs/file-format.md; change both together. */

type CodeState = 'made' | 'taken'

const keyOf = (code: Uint8Array) =>
  sealingKey(
    new Uint8Array(hkdfSync('sha256', code, new Uint8Array(), 'glidepath recovery code', keyBytes)),
  )

const contextOf = (keyId: Uint8Array) =>
  `glidepath\nrecovery\n${Buffer.from(keyId).toString('base64url')}`

/** Writes the master key, sealed by `code`, in place of an earlier row of this state. */
export const writeCodeRow = (
  database: Database,
  state: CodeState,
  master: MasterKey,
  code: Uint8Array,
): Result<void> =>
  whenOk(
    database.run(
      'INSERT OR REPLACE INTO recovery_codes VALUES (?, ?, ?)',
      state,
      master.id,
      seal(keyOf(code), Buffer.from(formatMasterKey(master)), contextOf(master.id)),
    ),
    () => ok(undefined),
  )

/** The states that have a code. */
export const codeStates = (database: Database): Result<ReadonlySet<string>> =>
  whenOk(database.all('SELECT state FROM recovery_codes'), (rows) =>
    ok(new Set(rows.map(({ state }) => String(state)))),
  )

/** The master key that `code` seals. Fails with `records.codeWrong`. */
export const openWithCode = (database: Database, code: Uint8Array): Result<MasterKey> =>
  whenOk(database.all('SELECT key_id, sealed_key FROM recovery_codes'), (rows) => {
    const key = keyOf(code)
    for (const { key_id: keyId, sealed_key: sealed } of rows) {
      if (!(keyId instanceof Uint8Array && sealed instanceof Uint8Array)) continue
      const plain = unseal(key, sealed, contextOf(keyId))
      const master = plain && parseMasterKey(Buffer.from(plain).toString())
      if (master) return ok(master)
    }
    return fail({
      code: 'records.codeWrong',
      message: 'This code does not open the results saved here.',
      advice: 'Look for the page with the latest date.',
    })
  })

/** Wraps the data key of every row with `to`, inside the caller's transaction. A damaged row stays as it is. */
export const rewrapAll = (database: Database, from: MasterKey, to: MasterKey): Result<void> => {
  for (const table of sealedTables) {
    const rows = database.all(
      `SELECT id, revision, key_id, wrapped_key FROM ${table} WHERE key_id = ?`,
      from.id,
    )
    if (!rows.ok) return rows
    for (const row of rows.value) {
      const wrapped = rewrap([from, to], table, row)
      if (!wrapped) continue
      const written = database.run(
        `UPDATE ${table} SET key_id = ?, wrapped_key = ? WHERE id = ?`,
        to.id,
        wrapped,
        String(row['id']),
      )
      if (!written.ok) return written
    }
  }
  return whenOk(database.run('UPDATE master_key SET key_id = ?', to.id), () => ok(undefined))
}
