import { type LockState, shortestPassphrase } from '#shared/lock/lock.ts'
import { createListeners } from '#shared/listeners.ts'
import { createTurns } from '#shared/queue.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { Note } from '../platform/note.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Clock, KeychainPort, SecretStore } from '../platform/ports.ts'
import { drawRandom, keyBytes } from '../records/aead.ts'
import {
  plainWrappingAccount,
  plainWrappingKey,
  storePlainWrappingKey,
  type Wrapping,
} from '../records/wrapping.ts'
import { type AttemptCounter, attemptsAccount, createAttempts } from './attempts.ts'
import { isSealing, verifierAccount, type Verifiers } from './verifier.ts'

/** A passphrase that encrypts and was forgotten, for somebody who remembers it later. */
export const setAsideAccount = 'lock/passphrase-before'

const createBolt = (log: Note, isLockedAtStart: boolean) => {
  let locked = isLockedAtStart
  let opening = Promise.withResolvers<undefined>()
  if (locked) log.record({ action: 'lock', outcome: 'done' })
  else opening.resolve(undefined)
  return {
    isLocked: () => locked,
    whenUnlocked: (): Promise<void> => opening.promise,
    close: () => {
      if (locked) return
      locked = true
      opening = Promise.withResolvers()
      log.record({ action: 'lock', outcome: 'done' })
    },
    open: () => {
      locked = false
      log.record({ action: 'unlock', outcome: 'done' })
      opening.resolve(undefined)
    },
  }
}

/** Measures the time since the keyboard was last used. */
const createIdleness = (clock: Pick<Clock, 'now' | 'monotonic'>) => {
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() })
  let touched = now()
  return {
    touch: () => {
      touched = now()
    },
    /**
     * In milliseconds, by the clock that advanced more: sleep may stop the monotonic clock, and somebody may set the
     * wall clock.
     */
    duration: () => {
      const { wall, monotonic } = now()
      return Math.max(wall - touched.wall, monotonic - touched.monotonic)
    },
  }
}

export interface LockNeeds {
  readonly store: SecretStore
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly verifiers: Verifiers
  readonly clock: Clock
  readonly log: Note
  readonly settings: Pick<SettingsStore, 'get'>
  readonly wrapping: Wrapping
  /** Whether the firm asks that the passphrase encrypts. */
  readonly isAsked?: boolean | undefined
  /** Whether the host ends a locked process whose passphrase encrypts. */
  readonly endsWhenLocked?: boolean | undefined
}

/** Whether the passphrase is right; the wrapping key that it opens is then in use. */
const fits = async ({ verifiers, wrapping }: LockNeeds, verifier: string, typed: string) => {
  if (!isSealing(verifier)) return verifiers.fits(verifier, typed)
  const key = await verifiers.open(verifier, typed)
  if (key) wrapping.use(key)
  return key !== null
}

/**
 * Returns `fits` if `typed` is the passphrase, and `none` if no passphrase is set. Fails with
 * `lock.wrong`, `lock.wait` or `keychain.*`. The caller ensures that no two calls overlap.
 */
const judge = async (
  needs: LockNeeds,
  attempts: AttemptCounter,
  typed: string,
): Promise<Result<'fits' | 'none'>> => {
  const { store, log } = needs
  const verifier = await store.get(verifierAccount)
  if (!verifier.ok) return verifier
  if (verifier.value === null) return ok('none')
  const before = await attempts.read()
  if (before.waitSeconds > 0) {
    return fail({
      code: 'lock.wait',
      message: `After ${before.failures} wrong passphrases the next one is looked at in ${before.waitSeconds} s.`,
      retryAfter: before.waitSeconds,
    })
  }
  await attempts.begin()
  if (await fits(needs, verifier.value, typed)) {
    await attempts.clear()
    return ok('fits')
  }
  log.record({ action: 'unlock', outcome: 'failed' })
  const { waitSeconds } = await attempts.read()
  return fail({
    code: 'lock.wrong',
    message: 'The passphrase is wrong.',
    field: 'passphrase',
    retryAfter: waitSeconds,
  })
}

const gone = fail({
  code: 'lock.wrong',
  message: 'The passphrase was removed from the keychain while Glidepath was locked.',
  advice: 'Quit Glidepath and start it again.',
})

const isTooShort = (passphrase: string) => Array.from(passphrase).length < shortestPassphrase
const tooShort = invalidField(`A passphrase has at least ${shortestPassphrase} characters.`, 'next')

const ending = fail({
  code: 'lock.ending',
  message: 'Glidepath is still finishing what was under way when it was locked.',
})

const firmAsks = (message: string) =>
  fail({ code: 'lock.firmAsks', message, advice: 'Ask whoever set Glidepath up for the firm.' })

/**
 * The lock of the program. While locked, the router answers only what unlocking needs. A passphrase is never kept, only
 * its verifier: in the keychain or, without one, in memory. A verifier can hold the key that wraps master keys: then the
 * passphrase encrypts, too. Every change is one write that decides, so a kill leaves the state before or after it.
 *
 * A program with a passphrase starts locked, and so does a program whose keychain does not say
 * whether there is a passphrase. Without any keychain the program starts unlocked, because earlier
 * data is out of reach anyway.
 */
export const openLock = async (needs: LockNeeds) => {
  const { store, keychain, verifiers, clock, log, settings, wrapping } = needs
  const { isAsked = false, endsWhenLocked = false } = needs
  const kept = (): 'keychain' | 'memory' =>
    keychain.state().kind === 'system' ? 'keychain' : 'memory'
  const attempts = createAttempts(store, clock)
  const inTurn = createTurns()
  const changes = createListeners<[LockState]>()
  const atStart = await store.get(verifierAccount)
  let passphrase: LockState['passphrase'] = !atStart.ok
    ? 'unknown'
    : atStart.value === null
      ? 'none'
      : kept()
  let encrypts = atStart.ok && isSealing(atStart.value ?? '')
  const { isLocked, whenUnlocked, ...bolt } = createBolt(log, passphrase !== 'none')
  const idleness = createIdleness(clock)
  /** Locked after it was open: what is in memory goes with the process, and only a new one is unlocked. */
  const isEnding = () => endsWhenLocked && isLocked() && encrypts && wrapping.key() !== null

  const state = async (): Promise<LockState> => {
    const { failures, waitSeconds } = await attempts.read()
    return {
      ...{ locked: isLocked(), passphrase, encrypts, asked: isAsked, ending: isEnding() },
      ...{ failures, waitSeconds },
    }
  }
  const changed = async (): Promise<LockState> => {
    const now = await state()
    changes.tell(now)
    return now
  }
  const close = (): Promise<LockState> => {
    bolt.close()
    return changed()
  }
  /** Call this on every key press. */
  const touch = () => {
    if (!isLocked()) idleness.touch()
  }

  /** Runs `then` if `current` is right, or if no passphrase is set. */
  const asOwner = (
    current: string,
    then: () => Promise<Result<LockState>>,
  ): Promise<Result<LockState>> =>
    inTurn(async () => (isEnding() ? ending : whenOk(await judge(needs, attempts, current), then)))

  /** Writes the verifier of `next`, which decides what the passphrase is and whether it encrypts. */
  const write = async (next: string, key: Uint8Array | null): Promise<Result<void>> =>
    whenOk(await store.set(verifierAccount, await verifiers.make(next, key)), () => {
      wrapping.use(key)
      encrypts = key !== null
      passphrase = kept()
      return ok(undefined)
    })

  /** Lets the keychain alone open what is saved again; the caller then changes or removes the verifier. */
  const lendKey = async (): Promise<Result<void>> => {
    const key = wrapping.key()
    return encrypts && key ? storePlainWrappingKey(store, key) : ok(undefined)
  }

  return {
    isLocked,
    isEnding,
    /** Whether only the passphrase opens what is saved. */
    encrypts: () => encrypts,
    state,
    touch,
    /** Fails with `lock.noPassphrase` if none is set. */
    lock: async () => {
      if (passphrase !== 'none') return ok(await close())
      return fail({
        code: 'lock.noPassphrase',
        message: 'No passphrase is set, so there is nothing to lock with.',
      })
    },

    /** Fails with `lock.wrong`, `lock.wait` (both with `retryAfter`) or `keychain.*`. */
    unlock: (typed: string) =>
      inTurn(async () => {
        if (isEnding()) return ending
        if (!isLocked()) return ok(await state())
        const judged = await judge(needs, attempts, typed)
        if (!judged.ok) return judged
        if (judged.value === 'none' && passphrase !== 'unknown') return gone
        passphrase = judged.value === 'none' ? 'none' : kept()
        encrypts = wrapping.key() !== null
        // A kill may have left it while the passphrase was made to encrypt.
        if (encrypts) await store.delete(plainWrappingAccount)
        bolt.open()
        idleness.touch()
        return ok(await changed())
      }),

    /** Checks `current` if a passphrase is set. Fails with `input.invalid`, and like {@link unlock}. */
    setPassphrase: (current: string, next: string) =>
      asOwner(current, async () => {
        if (isTooShort(next)) return tooShort
        const stored = await write(next, encrypts ? wrapping.key() : null)
        if (!stored.ok) return stored
        log.record({ action: 'lock', outcome: 'passphraseSet' })
        touch()
        return ok(await changed())
      }),

    removePassphrase: (current: string) =>
      asOwner(current, async () => {
        if (isLocked())
          return fail({ code: 'lock.locked', message: 'Glidepath was locked meanwhile.' })
        if (encrypts && isAsked) return firmAsks('Your firm asks for this passphrase.')
        const lent = await lendKey()
        if (!lent.ok) return lent
        const removed = await store.delete(verifierAccount)
        if (!removed.ok) return removed
        passphrase = 'none'
        encrypts = false
        wrapping.use(null)
        log.record({ action: 'lock', outcome: 'passphraseRemoved' })
        return ok(await changed())
      }),

    /**
     * Makes the passphrase encrypt, or stop doing so. Fails like {@link unlock}, and with `lock.noPassphrase` if none is in
     * the keychain.
     */
    encrypt: (current: string, on: boolean) =>
      asOwner(current, async () => {
        if (passphrase !== 'keychain')
          return fail({
            code: 'lock.noPassphrase',
            message: 'There is no passphrase in the keychain that could encrypt.',
          })
        if (on === encrypts) return ok(await state())
        if (!on && isAsked) return firmAsks('Your firm asks that the passphrase encrypts.')
        const lent = on ? await plainWrappingKey(store) : whenOk(await lendKey(), () => ok(null))
        if (!lent.ok) return lent
        const written = await write(current, on ? (lent.value ?? drawRandom(keyBytes)) : null)
        if (!written.ok) return written
        if (on) await store.delete(plainWrappingAccount)
        log.record({ action: 'lock', outcome: on ? 'encryptionOn' : 'encryptionOff' })
        return ok(await changed())
      }),

    /**
     * Replaces a forgotten passphrase that encrypts, for somebody who knows the recovery code: `storeKey` stores the master
     * key again. After a kill before it, the new passphrase unlocks and the code still opens what is saved.
     */
    replaceForgotten: (next: string, storeKey: () => Promise<Result<void>>) =>
      inTurn(async () => {
        if (isEnding()) return ending
        if (!isLocked() || !encrypts) return ok(await state())
        if (isTooShort(next)) return tooShort
        const stored = whenOk(await write(next, drawRandom(keyBytes)), storeKey)
        const kept = await stored
        if (!kept.ok) return kept
        await attempts.clear()
        log.record({ action: 'lock', outcome: 'passphraseSet' })
        bolt.open()
        touch()
        return ok(await changed())
      }),

    /**
     * Locks after the time without keyboard use that is set in Settings. Call it every few seconds.
     */
    tick: () => {
      const minutes = settings.get().lockAfterMinutes
      if (isLocked() || passphrase === 'none' || minutes === 0) return
      if (idleness.duration() >= minutes * 60_000) void close()
    },

    /**
     * Call this when the keychain becomes available after the start. Locks the program if the
     * keychain holds a passphrase that was unknown so far.
     */
    recheck: () =>
      inTurn(async () => {
        const found = await store.get(verifierAccount)
        const isNew = found.ok && found.value !== null && passphrase !== 'keychain'
        if (!isNew) return
        passphrase = kept()
        encrypts = isSealing(found.value)
        await close()
      }),

    whenUnlocked,
    onChange: changes.on,
  }
}

export type Lock = Awaited<ReturnType<typeof openLock>>

/**
 * Removes the passphrase before the program starts. The owner of the account could also remove it from the keychain. One
 * that encrypts is only set aside: without it, what is saved opens with the recovery code.
 */
export const forgetPassphrase = async (store: SecretStore): Promise<Result<void>> => {
  const found = await store.get(verifierAccount)
  if (!found.ok) return found
  const kept = isSealing(found.value ?? '')
    ? await store.set(setAsideAccount, found.value ?? '')
    : ok(undefined)
  if (!kept.ok) return kept
  return whenOk(await store.delete(verifierAccount), () => store.delete(attemptsAccount))
}
