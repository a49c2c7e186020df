import { createRequire } from 'node:module'
import type { KeychainPort, SecretStore } from '#electron/core/platform/ports.ts'
import type { AppError } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { createKeychainQueue, type KeychainCall } from './keychain-calls.ts'
import { keychainError, keychainReason, type KeychainFailure } from './keychain-errors.ts'
import { createMemorySecretStore } from './memory-secret-store.ts'
import {
  joinSecret,
  needsParts,
  newCanary,
  partAccount,
  partSets,
  readHeader,
  splitSecret,
  type PartSet,
} from './split-secret.ts'

export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

interface KeychainOptions {
  readonly service?: string
  /** Time limit of one native call, milliseconds. */
  readonly timeoutMs?: number
  readonly load?: () => Promise<Keytar>
}

export interface Keychain extends KeychainPort {
  readonly store: SecretStore
}

const isKeytar = (value: unknown): value is Keytar =>
  isObject(value) &&
  ['getPassword', 'setPassword', 'deletePassword'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  )

/**
 * keytar is optional, so it is loaded only when needed. `require` loads it, because keytar is
 * CommonJS. `import` would first load Node's parser for CommonJS export names, which nothing else
 * needs at startup.
 */
const loadKeytar = async () => {
  const found: unknown = createRequire(import.meta.url)('keytar')
  if (!isKeytar(found)) throw new TypeError('keytar loaded without its functions')
  return found
}

const canaryAccount = 'probe'
const storable = /^[\x20-\x7e]+$/

/** Access to the keychain's items, within one queued piece of work. */
const itemsOf = (keytar: Keytar, service: string, call: KeychainCall) => {
  const read = (account: string) => call(() => keytar.getPassword(service, account))

  /**
   * Writes, reads back and compares, because some keychains truncate or drop a value without an
   * error.
   */
  const write = async (account: string, value: string): Promise<Result<void>> => {
    const written = await call(() => keytar.setPassword(service, account, value))
    if (!written.ok) return written
    const back = await read(account)
    if (!back.ok) return back
    return back.value === value
      ? ok(undefined)
      : fail(keychainError('unavailable', 'read back differently'))
  }

  return {
    read,
    write,
    remove: (account: string) => call(() => keytar.deletePassword(service, account)),
    /**
     * A locked keyring also answers "not found", so the probe must read the test entry or store a
     * new one.
     */
    probe: async (): Promise<Result<void>> => {
      const canary = await read(canaryAccount)
      if (!canary.ok) return canary
      return canary.value === null ? write(canaryAccount, newCanary()) : ok(undefined)
    },
  }
}
type Items = ReturnType<typeof itemsOf>

const countParts = async (items: Items, account: string, set: PartSet) => {
  for (let index = 1; ; index += 1) {
    const part = await items.read(partAccount(account, set, index))
    if (!part.ok) return part
    if (part.value === null) return ok(index - 1)
  }
}

/**
 * Removes the last part first, so that after an interruption the remaining parts are still numbered
 * from 1.
 */
const removeParts = async (items: Items, account: string, set: PartSet): Promise<Result<void>> => {
  const count = await countParts(items, account, set)
  if (!count.ok) return count
  for (let index = count.value; index >= 1; index -= 1) {
    const removed = await items.remove(partAccount(account, set, index))
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

const readParts = async (items: Items, account: string, item: string) => {
  const header = readHeader(item)
  if (header === null) return ok(item)
  const parts: (string | null)[] = []
  for (let index = 1; index <= header.count; index += 1) {
    const part = await items.read(partAccount(account, header.set, index))
    if (!part.ok) return part
    parts.push(part.value)
  }
  return joinSecret(header, parts)
}

const writeParts = async (
  items: Items,
  account: string,
  value: string,
  set: PartSet,
): Promise<Result<void>> => {
  const cleared = await removeParts(items, account, set)
  if (!cleared.ok) return cleared
  const { header, parts } = splitSecret(value, set)
  for (const [index, part] of parts.entries()) {
    const written = await items.write(partAccount(account, set, index + 1), part)
    if (!written.ok) return written
  }
  return items.write(account, header)
}

const createStore = (keytar: Keytar, service: string, timeoutMs: number) => {
  const queue = createKeychainQueue(timeoutMs)
  const withItems = <T>(work: (items: Items) => Promise<Result<T>>) =>
    queue.run((call) => work(itemsOf(keytar, service, call)))

  const store: SecretStore = {
    get: (account) =>
      withItems(async (items) => {
        const item = await items.read(account)
        if (!item.ok) return item
        if (item.value !== null) return readParts(items, account, item.value)
        return whenOk(await items.probe(), () => ok(null))
      }),

    set: (account, value) => {
      if (!storable.test(value))
        throw new RangeError('a secret is stored as printable ASCII, for example base64')
      return withItems(async (items) => {
        const current = await items.read(account)
        if (!current.ok) return current
        const earlier = current.value === null ? null : readHeader(current.value)
        const set: PartSet = earlier?.set === 'a' ? 'b' : 'a'
        const written = needsParts(value)
          ? await writeParts(items, account, value, set)
          : await items.write(account, value)
        if (!written.ok) return written
        return earlier === null ? ok(undefined) : removeParts(items, account, earlier.set)
      })
    },

    delete: (account) =>
      withItems(async (items) => {
        const removed = await items.remove(account)
        if (!removed.ok) return removed
        for (const set of partSets) {
          const parts = await removeParts(items, account, set)
          if (!parts.ok) return parts
        }
        return items.probe()
      }),
  }

  return {
    store,
    /** Checks whether the keychain can be used, and stores a test entry in it. */
    probe: () => withItems((items) => items.probe()),
    isWaiting: queue.isWaiting,
  }
}

const reasons: Readonly<Partial<Record<AppError['code'], KeychainFailure>>> = {
  'keychain.locked': 'locked',
  'keychain.timeout': 'timeout',
}

/**
 * The operating system's keychain through keytar: libsecret, Keychain or Credential Manager.
 *
 * It is loaded and probed once, and again when `reopen` is called. While it is unavailable, secrets
 * stay in memory and `state` says what is missing. Once it is available, they move to the keychain.
 * Secrets are never written to disk as plain text. Calls fail with `keychain.unavailable`,
 * `.locked` or `.timeout`.
 */
export const createKeytarSecretStore = async (options: KeychainOptions = {}): Promise<Keychain> => {
  const { service = 'Glidepath', timeoutMs = 5000, load = loadKeytar } = options
  const memory = createMemorySecretStore()
  let system: ReturnType<typeof createStore> | null = null
  let store = memory.store

  const memoryOnly = (reason: KeychainFailure): KeychainState => ({
    kind: 'memory',
    reason,
    message: keychainReason(reason),
  })

  const open = async (): Promise<KeychainState> => {
    try {
      system ??= createStore(await load(), service, timeoutMs)
    } catch {
      return memoryOnly('moduleMissing')
    }
    const usable = await system.probe()
    const moved = usable.ok ? await memory.moveTo(system.store) : usable
    if (!moved.ok) return memoryOnly(reasons[moved.error.code] ?? 'unavailable')
    store = system.store
    return { kind: 'system' }
  }

  let state = await open()
  let reopening: Promise<KeychainState> | null = null
  const reopen = async (): Promise<KeychainState> => {
    state = await open()
    reopening = null
    return state
  }

  return {
    store: {
      get: (account) => store.get(account),
      set: (account, value) => store.set(account, value),
      delete: (account) => store.delete(account),
    },
    state: () => state,
    reopen: () => (state.kind === 'system' ? Promise.resolve(state) : (reopening ??= reopen())),
    isWaiting: () => system?.isWaiting() ?? false,
  }
}
