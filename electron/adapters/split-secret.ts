import { createHash, randomBytes } from 'node:crypto'
import { fail, ok, type Result } from '#shared/result.ts'

/**
 * Secrets longer than one keychain item may be (Windows: 2,560 bytes), as numbered items.
 *
 * The item under the account's own name then holds a header, `parts:1:<set>:<count>:<sha-256>`, and the parts lie
 * under `<account>#<set>.<n>`. Sets are named `a` and `b` in turn: a new one is written whole before the header points
 * at it, so that a write cut short leaves the earlier value, and the digest makes any mixture unreadable.
 */
const maxItemBytes = 2000

const headerPrefix = 'parts:'
const headerPattern = /^parts:1:([ab]):(\d{1,3}):([0-9a-f]{64})$/

export const partSets = ['a', 'b'] as const
export type PartSet = (typeof partSets)[number]

interface PartsHeader {
  readonly set: PartSet
  readonly count: number
  readonly sha256: string
}

/** True when a value cannot lie in one item as it is. */
export const needsParts = (value: string): boolean =>
  value.length > maxItemBytes || value.startsWith(headerPrefix)

/** Where part `index` (from 1) of an account's set lies. */
export const partAccount = (account: string, set: PartSet, index: number): string =>
  `${account}#${set}.${index}`

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex')

/** The header, or `null` for an item that holds its value itself. */
export const readHeader = (item: string): PartsHeader | null => {
  const [, set, count, sha256] = headerPattern.exec(item) ?? []
  if ((set !== 'a' && set !== 'b') || count === undefined || sha256 === undefined) return null
  return { set, count: Number(count), sha256 }
}

/** A value as parts and the header that names them. */
export const splitSecret = (
  value: string,
  set: PartSet,
): { readonly header: string; readonly parts: string[] } => {
  const parts: string[] = []
  for (let from = 0; from < value.length; from += maxItemBytes)
    parts.push(value.slice(from, from + maxItemBytes))
  return { header: `${headerPrefix}1:${set}:${parts.length}:${digestOf(value)}`, parts }
}

/** The value again; fails with `keychain.unavailable` when parts are missing or do not belong together. */
export const joinSecret = (
  header: PartsHeader,
  parts: readonly (string | null)[],
): Result<string> => {
  const value = parts.join('')
  if (!parts.includes(null) && parts.length === header.count && digestOf(value) === header.sha256)
    return ok(value)
  return fail({
    code: 'keychain.unavailable',
    message: 'What the keychain holds for this entry is incomplete.',
    advice: 'Enter it again: saving replaces the incomplete entry.',
  })
}

/** A fresh value for probing; letters and digits only. */
export const newCanary = (): string => randomBytes(12).toString('hex')
