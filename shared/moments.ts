import { once } from './late.ts'

/** Days and times in the computer's own zone, in an unmistakable order, for sentences that main writes. */

const days = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))
const times = once(() => new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' }))

/** `Nov 20, 2026`. `iso` is a date-time. */
export const dayInWords = (iso: string): string => days().format(new Date(iso))

/** `2:05:09 PM`. `ms` since 1970. */
export const timeInWords = (ms: number): string => times().format(ms).replaceAll('\u202f', ' ')

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Local day of a moment, `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`

/** A clock's present time in ISO 8601, UTC. */
export const isoNow = (clock: { now(): number }): string => new Date(clock.now()).toISOString()
