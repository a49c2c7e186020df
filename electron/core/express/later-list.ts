import type { Clock } from '../ports.ts'

/** The newest results of work that is put off until nobody waits for it. */
export interface LaterList<T> {
  /** `heldChars` is how much text the work keeps alive until it is done. */
  add(work: () => T, heldChars: number): void
  /** Newest first; does at once what was put off. */
  all(): readonly T[]
  /** Drops everything, also what was put off. */
  clear(): void
}

interface Entry<T> {
  readonly work: () => T
  readonly heldChars: number
}

/** How long work may be put off, milliseconds. */
const longestWait = 500
/**
 * How much text may be kept alive by it, characters: as much as the largest answer that is taken. More than that and the
 * oldest is done at once.
 */
export const mostHeld = 64 * 1024 * 1024
/** Work at a stretch, milliseconds; then everybody else has a turn. */
const slice = 4

/**
 * Keeps the newest `most`. Work is put off for half a second at most, so that a burst of calls does not wait for it and
 * what a burst pushes off the list is never done at all. Whatever the work needs lives no longer than that.
 */
export const createLaterList = <T>(most: number, clock: Clock): LaterList<T> => {
  let done: readonly T[] = []
  let open: Entry<T>[] = []
  let held = 0
  let waiting = false

  const doOldest = (): void => {
    const entry = open.shift()
    if (!entry) return
    held -= entry.heldChars
    done = [entry.work(), ...done.slice(0, most - 1)]
  }
  const doLater = async (): Promise<void> => {
    await clock.sleep(longestWait)
    while (open.length > 0) {
      const until = clock.monotonic() + slice
      while (open.length > 0) {
        doOldest()
        if (clock.monotonic() >= until) break
      }
      await clock.sleep(0)
    }
    waiting = false
  }

  return {
    add: (work, heldChars) => {
      open.push({ work, heldChars })
      held += heldChars
      if (open.length > most) held -= open.shift()?.heldChars ?? 0
      while (held > mostHeld) doOldest()
      if (waiting || open.length === 0) return
      waiting = true
      void doLater()
    },
    all: () => {
      while (open.length > 0) doOldest()
      return done
    },
    clear: () => {
      done = []
      open = []
      held = 0
    },
  }
}
