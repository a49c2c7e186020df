import type { ActivityLog } from '../activity/log.ts'
import type { Clock } from '../ports.ts'

/** Locked or open, with everybody who waits until it opens. */
export const createBolt = (log: Pick<ActivityLog, 'record'>, isLockedAtStart: boolean) => {
  let locked = isLockedAtStart
  let opening = Promise.withResolvers<undefined>()
  if (locked) log.record({ action: 'lock', outcome: 'done' })
  else opening.resolve(undefined)
  return {
    isLocked: () => locked,
    whenOpen: (): Promise<void> => opening.promise,
    close: (): void => {
      if (locked) return
      locked = true
      opening = Promise.withResolvers()
      log.record({ action: 'lock', outcome: 'done' })
    },
    open: (): void => {
      locked = false
      log.record({ action: 'unlock', outcome: 'done' })
      opening.resolve(undefined)
    },
  }
}

/** Time since the last use of the keyboard. */
export const createIdleness = (clock: Pick<Clock, 'now' | 'monotonic'>) => {
  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() })
  let touched = now()
  return {
    touch: (): void => {
      touched = now()
    },
    /** Milliseconds. Sleep may stop one clock, and somebody may set the other. */
    duration: (): number => {
      const { wall, monotonic } = now()
      return Math.max(wall - touched.wall, monotonic - touched.monotonic)
    },
  }
}
