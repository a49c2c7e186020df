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
const longestWait = 2_000
/** Looked at so often, milliseconds: much text is not kept for so long. */
const look = 500
const muchHeld = 4 * 1024 * 1024
/**
 * How much text may be kept alive by it, characters: as much as the largest answer that is taken. More than that and the
 * oldest is done at once.
 */
export const mostHeld = 64 * 1024 * 1024
/** Work at a stretch, milliseconds; then everybody else has a turn. */
const slice = 4

/**
 * Keeps the newest `most`. Work is put off for two seconds at most, so that a burst of calls does not wait for it and
 * what a burst pushes off the list is never done at all. Whatever the work needs lives no longer than that.
 */
export const createLaterList = <T>(most: number, clock: Clock): LaterList<T> => {
  /** A ring: the newest take the places of the oldest. */
  const open: (Entry<T> | null)[] = Array.from({ length: most }, () => null)
  let first = 0
  let count = 0
  let held = 0
  /** Oldest first. */
  let done: T[] = []
  let waiting = false

  const takeOldest = (): Entry<T> | null => {
    const entry = open[first] ?? null
    open[first] = null
    first = (first + 1) % most
    count -= 1
    held -= entry?.heldChars ?? 0
    return entry
  }
  const doOldest = (): void => {
    const entry = takeOldest()
    if (entry === null) return
    done.push(entry.work())
    if (done.length > most) done.shift()
  }
  const doLater = async (): Promise<void> => {
    const until = clock.monotonic() + longestWait
    do await clock.sleep(look)
    while (clock.monotonic() < until && held < muchHeld)
    while (count > 0) {
      const until = clock.monotonic() + slice
      while (count > 0) {
        doOldest()
        if (clock.monotonic() >= until) break
      }
      await clock.sleep(0)
    }
    waiting = false
  }

  return {
    add: (work, heldChars) => {
      if (count === most) takeOldest()
      open[(first + count) % most] = { work, heldChars }
      count += 1
      held += heldChars
      while (held > mostHeld) doOldest()
      if (waiting || count === 0) return
      waiting = true
      void doLater()
    },
    all: () => {
      while (count > 0) doOldest()
      return done.toReversed()
    },
    clear: () => {
      done = []
      open.fill(null)
      count = 0
      held = 0
    },
  }
}
