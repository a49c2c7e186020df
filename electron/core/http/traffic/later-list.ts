import type { Clock } from '../../ports.ts'

/** The newest results of work that is deferred until nobody waits for it. */
interface LaterList<T> {
  /** `heldChars` is the length of text that the work keeps in memory until it is done. */
  add(work: () => T, heldChars: number): void
  /** Newest first; does deferred work at once. */
  all(): readonly T[]
  /** Drops everything, including deferred work. */
  clear(): void
}

interface Entry<T> {
  readonly work: () => T
  readonly heldChars: number
}

/** Maximum delay of work, milliseconds. */
const longestWait = 2_000
/** Interval of checks, milliseconds: much text is not kept for that long. */
const look = 500
const muchHeld = 4 * 1024 * 1024
/**
 * Maximum length of text that deferred work may keep in memory, characters: the size of the largest accepted answer.
 * Beyond it the oldest work is done at once.
 */
export const mostHeld = 64 * 1024 * 1024
/** Milliseconds of work before others get a turn. */
const slice = 4

/**
 * Keeps the newest `most` results. Work is deferred for at most two seconds, so that a burst of calls does not wait for
 * it, and work that falls off the list is never done. Its inputs stay in memory no longer than that.
 */
export const createLaterList = <T>(most: number, clock: Clock): LaterList<T> => {
  /** A ring buffer: the newest entries replace the oldest. */
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
