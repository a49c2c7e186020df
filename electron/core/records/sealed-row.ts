import type { KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SealedTable } from '../database/migrations.ts'
import { drawRandom, keyBytes, seal, sealingKey, unseal } from './aead.ts'
import { damaged } from './damaged.ts'

/** Seals a row's private columns, see docs/file-format.md; change both together. */

export interface NamedKey {
  /** 16 bytes that name the key but reveal nothing about it. */
  readonly id: Uint8Array
  readonly key: Uint8Array
}

/** The key that wraps the key of every row. */
export interface MasterKey extends NamedKey {
  /** The key of submissions' digests. A new master key keeps it, because the digests cannot be made again. */
  readonly digests: NamedKey
}

/** Where a sealed column belongs: it opens nowhere else. */
interface Home {
  readonly table: SealedTable
  readonly id: string
  readonly revision: number
}

const masterKeys = new WeakMap<NamedKey, KeyObject>()

const keyOf = (master: NamedKey) => {
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
  master: NamedKey,
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

/** What binds and wraps a row's data key; null if a type is wrong. */
const wrappingOf = ({
  id,
  revision,
  key_id: keyId,
  wrapped_key: wrapped,
}: Readonly<Record<string, unknown>>) =>
  typeof id === 'string' && typeof revision === 'number' && isBytes(keyId) && isBytes(wrapped)
    ? { id, revision, keyId, wrapped }
    : null

/** The data key of a row, wrapped by another master key; null if `from` does not open it. */
export const rewrap = (
  [from, to]: readonly [NamedKey, NamedKey],
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
): Uint8Array | null => {
  const found = wrappingOf(row)
  if (!found) return null
  const context = contextOf({ ...found, table }, 'key')
  const dataKey = unseal(keyOf(from), found.wrapped, context)
  return dataKey && seal(keyOf(to), dataKey, context)
}

/**
 * The plain bytes of one column of a row. Fails with `records.damaged`, or with `records.keyUnreachable` for a row of
 * another key.
 */
export const openColumn = (
  master: NamedKey,
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
  column: 'summary' | 'body',
): Result<Uint8Array> => {
  const found = wrappingOf(row)
  const sealed = row[column]
  if (!found || !isBytes(sealed)) return damaged('a column has another type')
  const { wrapped } = found
  if (!Buffer.from(found.keyId).equals(master.id)) {
    return fail({
      code: 'records.keyUnreachable',
      message: 'This saved result is locked with another key than the one in the keychain.',
      advice: 'Open it with the user account and computer it was saved with.',
    })
  }
  const home = { ...found, table }
  const dataKey = unseal(keyOf(master), wrapped, contextOf(home, 'key'))
  if (!dataKey) return damaged('the data key does not open')
  const plain = unseal(sealingKey(dataKey), sealed, contextOf(home, column))
  return plain ? ok(plain) : damaged(`the ${column} does not open`)
}
