import type { KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SealedTable } from '../database/migrations.ts'
import { drawRandom, keyBytes, seal, sealingKey, unseal } from './aead.ts'
import { damaged } from './damaged.ts'

/** Seals a row's private columns, see docs/file-format.md; change both together. */

/** The key that wraps the key of every row. */
export interface MasterKey {
  /** 16 bytes that name the key but reveal nothing about it. */
  readonly id: Uint8Array
  readonly key: Uint8Array
}

/** Where a sealed column belongs: it opens nowhere else. */
interface Home {
  readonly table: SealedTable
  readonly id: string
  readonly revision: number
}

const masterKeys = new WeakMap<MasterKey, KeyObject>()

const keyOf = (master: MasterKey) => {
  const known = masterKeys.get(master)
  if (known) return known
  const made = sealingKey(master.key)
  masterKeys.set(master, made)
  return made
}

type Column = 'key' | 'summary' | 'body'

const contextOf = ({ table, id, revision }: Home, column: Column) =>
  ['glidepath', table, column, revision, id].join('\n')

/** `columns` sealed with a data key that nothing else uses, and this key sealed by the master key. */
export const sealRow = (
  master: MasterKey,
  home: Home,
  columns: Readonly<Partial<Record<'summary' | 'body', Uint8Array>>>,
) => {
  const dataKey = drawRandom(keyBytes)
  const key = sealingKey(dataKey)
  const { summary, body } = columns
  return {
    key_id: master.id,
    wrapped_key: seal(keyOf(master), dataKey, contextOf(home, 'key')),
    ...(summary && { summary: seal(key, summary, contextOf(home, 'summary')) }),
    ...(body && { body: seal(key, body, contextOf(home, 'body')) }),
  }
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/**
 * The plain bytes of one column of a row. Fails with `records.damaged`, or with `records.keyUnreachable` for a row of
 * another key.
 */
export const openColumn = (
  master: MasterKey,
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
  column: 'summary' | 'body',
): Result<Uint8Array> => {
  const { id, revision, key_id: keyId, wrapped_key: wrapped, [column]: sealed } = row
  if (typeof id !== 'string' || typeof revision !== 'number')
    return damaged('id or revision has another type')
  if (!isBytes(keyId) || !isBytes(wrapped) || !isBytes(sealed))
    return damaged('a sealed column has another type')
  if (!Buffer.from(keyId).equals(master.id)) {
    return fail({
      code: 'records.keyUnreachable',
      message: 'This saved result is locked with another key than the one in the keychain.',
      advice: 'Open it with the user account and computer it was saved with.',
    })
  }
  const home = { table, id, revision }
  const dataKey = unseal(keyOf(master), wrapped, contextOf(home, 'key'))
  if (!dataKey) return damaged('the data key does not open')
  const plain = unseal(sealingKey(dataKey), sealed, contextOf(home, column))
  return plain ? ok(plain) : damaged(`the ${column} does not open`)
}
