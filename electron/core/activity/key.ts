import { randomBytes } from 'node:crypto'
import type { KeychainState } from '#shared/environments/settings.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Files, SecretStore } from '../platform/ports.ts'
import { chainKeyBytes } from './chain.ts'
import { headName } from './head.ts'
import { keptSeries, listSegments } from './segments.ts'

/**
 * Keychain account of the log's key. Its value is `v1.<key>` in base64url, or `v1.<key>.new` until the log has its
 * first head.
 */
export const activityKeyAccount = 'activity/hmac-key'

export interface ActivityKey {
  readonly key: Uint8Array
  readonly kept: 'keychain' | 'memory'
  /** Why the key is only in memory; otherwise empty. */
  readonly why: string
  /** The key was made just now, or by a program that ended before its log had a head. */
  readonly isNew: boolean
}

const format = (key: Uint8Array) => `v1.${Buffer.from(key).toString('base64url')}`
const newMark = '.new'

const parse = (text: string): Uint8Array | null => {
  const [version, encoded = ''] = text.split('.')
  const key = Buffer.from(encoded, 'base64url')
  return version === 'v1' && key.length === chainKeyBytes ? key : null
}

const inMemory = (why: string): ActivityKey => ({
  key: randomBytes(chainKeyBytes),
  kept: 'memory',
  why: why.replace(/\.?$/, '.'),
  isNew: true,
})

const keyFor = async (
  secrets: SecretStore,
  keychain: KeychainState,
  logExists: boolean,
): Promise<ActivityKey> => {
  if (keychain.kind === 'memory') return inMemory(keychain.message)
  const found = await secrets.get(activityKeyAccount)
  if (!found.ok) return inMemory(found.error.message)
  if (found.value !== null) {
    const key = parse(found.value)
    return key
      ? { key, kept: 'keychain', why: '', isNew: found.value.endsWith(newMark) }
      : inMemory('the key in the keychain is damaged')
  }
  if (logExists) return inMemory('the keychain does not hold the key of the log kept here')
  const key = randomBytes(chainKeyBytes)
  const value = format(key) + newMark
  const stored = await secrets.set(activityKeyAccount, value)
  if (!stored.ok) return inMemory(stored.error.message)
  const back = await secrets.get(activityKeyAccount)
  if (!back.ok || back.value !== value) return inMemory('the keychain did not keep the key')
  return { key, kept: 'keychain', why: '', isNew: true }
}

/**
 * The log's key: from the keychain, where the first use makes it. If the keychain is unavailable, or lacks the key of
 * an existing log, the result is a key in memory; a new key never replaces one that is out of reach. Fails only if the
 * data folder cannot be read.
 */
export const openActivityKey = async (needs: {
  readonly files: Files
  readonly secrets: SecretStore
  readonly keychain: KeychainState
}): Promise<Result<ActivityKey>> => {
  const known = await listSegments(needs.files, keptSeries)
  if (!known.ok) return known
  const head = await needs.files.read(headName)
  if (!head.ok) return head
  return ok(
    await keyFor(needs.secrets, needs.keychain, known.value.length > 0 || head.value !== null),
  )
}

/** Notes in the keychain that the log of a new key has its head: from now on a missing head is reported. */
export const confirmActivityKey = async (
  { files, secrets }: { readonly files: Files; readonly secrets: SecretStore },
  { key, kept, isNew }: ActivityKey,
): Promise<Result<void>> => {
  if (kept === 'memory' || !isNew) return ok(undefined)
  const head = await files.read(headName)
  if (!head.ok) return head
  return head.value === null ? ok(undefined) : secrets.set(activityKeyAccount, format(key))
}
