import { createHash, randomBytes } from 'node:crypto'
import { fail, ok, type Result } from '#shared/result.ts'

/**
 * Splits secrets that are too long for one keychain item (Windows: 2,560 bytes) into numbered items.
 *
 * The item with the account's own name holds a header, `parts:1:<set>:<count>:<sha-256>`, and the parts are at
 * `<account>#<set>.<n>`. Writes alternate between the sets `a` and `b`: a new set is complete before the header points
 * to it, so an interrupted write leaves the earlier value. The digest rejects a mixture of two sets.
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

/** True if a value does not fit in one item. */
export const needsParts = (value: string): boolean =>
  value.length > maxItemBytes || value.startsWith(headerPrefix)

/** Account of part `index` (from 1) of an account's set. */
export const partAccount = (account: string, set: PartSet, index: number): string =>
  `${account}#${set}.${index}`

const digestOf = (value: string) => createHash('sha256').update(value).digest('hex')

/** The header, or `null` for an item with a plain value. */
export const readHeader = (item: string): PartsHeader | null => {
  const [, set, count, sha256] = headerPattern.exec(item) ?? []
  if ((set !== 'a' && set !== 'b') || count === undefined || sha256 === undefined) return null
  return { set, count: Number(count), sha256 }
}

export const splitSecret = (value: string, set: PartSet) => {
  const parts: string[] = []
  for (let from = 0; from < value.length; from += maxItemBytes)
    parts.push(value.slice(from, from + maxItemBytes))
  return { header: `${headerPrefix}1:${set}:${parts.length}:${digestOf(value)}`, parts }
}

/** Joins the parts; fails with `keychain.unavailable` if some are missing or do not match the header. */
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

/** A new value for probing; only letters and digits. */
export const newCanary = (): string => randomBytes(12).toString('hex')
