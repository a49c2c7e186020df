import { type LockState, shortestPassphrase } from '#shared/lock/lock.ts'
import { createListeners } from '#shared/listeners.ts'
import { createTurns } from '#shared/queue.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { Note } from '../platform/note.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Clock, KeychainPort, SecretStore } from '../platform/ports.ts'
import { type AttemptCounter, attemptsAccount, createAttempts } from './attempts.ts'
import { verifierAccount, type Verifiers } from './verifier.ts'

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

interface LockNeeds {
  readonly store: SecretStore
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly verifiers: Verifiers
  readonly clock: Clock
  readonly log: Note
  readonly settings: Pick<SettingsStore, 'get'>
}

/**
 * Returns `fits` if `typed` is the passphrase, and `none` if no passphrase is set. Fails with
 * `lock.wrong`, `lock.wait` or `keychain.*`. The caller ensures that no two calls overlap.
 */
const judge = async (
  { store, verifiers, log }: LockNeeds,
  attempts: AttemptCounter,
  typed: string,
): Promise<Result<'fits' | 'none'>> => {
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
  if (await verifiers.fits(verifier.value, typed)) {
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

/**
 * The lock of the program. While locked, the router answers only what unlocking needs. A passphrase is never kept, only
 * its verifier: in the keychain or, without one, in memory.
 *
 * A program with a passphrase starts locked, and so does a program whose keychain does not say
 * whether there is a passphrase. Without any keychain the program starts unlocked, because earlier
 * data is out of reach anyway.
 */
export const openLock = async (needs: LockNeeds) => {
  const { store, keychain, verifiers, clock, log, settings } = needs
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
  const { isLocked, whenUnlocked, ...bolt } = createBolt(log, passphrase !== 'none')
  const idleness = createIdleness(clock)

  const state = async (): Promise<LockState> => {
    const { failures, waitSeconds } = await attempts.read()
    return { locked: isLocked(), passphrase, failures, waitSeconds }
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
    inTurn(async () => whenOk(await judge(needs, attempts, current), then))

  return {
    isLocked,
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
        if (!isLocked()) return ok(await state())
        const judged = await judge(needs, attempts, typed)
        if (!judged.ok) return judged
        if (judged.value === 'none' && passphrase !== 'unknown') return gone
        passphrase = judged.value === 'none' ? 'none' : kept()
        bolt.open()
        idleness.touch()
        return ok(await changed())
      }),

    /** Checks `current` if a passphrase is set. Fails with `input.invalid`, and like {@link unlock}. */
    setPassphrase: (current: string, next: string) =>
      asOwner(current, async () => {
        if (Array.from(next).length < shortestPassphrase) {
          const message = `A passphrase has at least ${shortestPassphrase} characters.`
          return invalidField(message, 'next')
        }
        const stored = await store.set(verifierAccount, await verifiers.make(next))
        if (!stored.ok) return stored
        passphrase = kept()
        log.record({ action: 'lock', outcome: 'passphraseSet' })
        touch()
        return ok(await changed())
      }),

    removePassphrase: (current: string) =>
      asOwner(current, async () => {
        if (isLocked())
          return fail({ code: 'lock.locked', message: 'Glidepath was locked meanwhile.' })
        const removed = await store.delete(verifierAccount)
        if (!removed.ok) return removed
        passphrase = 'none'
        log.record({ action: 'lock', outcome: 'passphraseRemoved' })
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
        await close()
      }),

    whenUnlocked,
    onChange: changes.on,
  }
}

export type Lock = Awaited<ReturnType<typeof openLock>>

/**
 * Removes the passphrase before the program starts. The owner of the account could also remove it from the keychain.
 */
export const forgetPassphrase = async (store: SecretStore): Promise<Result<void>> =>
  whenOk(await store.delete(verifierAccount), () => store.delete(attemptsAccount))
