import { once } from './late.ts'

/**
 * Days and times in the computer's own time zone, in an unambiguous format, for sentences that main
 * writes.
 */

const days = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))
const times = once(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' }))

/** A day such as `Nov 20, 2026`; `iso` is a date-time. */
export const dayInWords = (iso: string): string => days().format(new Date(iso))

/** A time such as `2:05:09 PM`; `ms` counts from 1970. */
export const timeInWords = (ms: number): string => times().format(ms).replaceAll('\u202f', ' ')

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The local day of a moment, `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`

/** The current time of a clock, in ISO 8601, UTC. */
export const isoNow = (clock: { now(): number }): string => new Date(clock.now()).toISOString()
