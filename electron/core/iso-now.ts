import type { Clock } from './ports.ts'

/** The current time in ISO 8601, UTC. */
export const isoNow = (clock: Pick<Clock, 'now'>): string => new Date(clock.now()).toISOString()
