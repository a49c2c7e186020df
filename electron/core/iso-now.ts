import type { Clock } from './ports.ts'

/** The time as it is written down: ISO 8601, UTC. */
export const isoNow = (clock: Pick<Clock, 'now'>): string => new Date(clock.now()).toISOString()
