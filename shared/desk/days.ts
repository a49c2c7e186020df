import { dayOf } from '../moments.ts'

/** A span of time, from its first moment up to, but not including, `to`. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/**
 * Midnight `days` days after the local day of `moment`; a day of 23 or 25 hours counts as one day.
 */
const midnight = (moment: Date, days: number): Date =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + days)

/**
 * For each period, its first day and the day after its last, counted from today: `week` and `month`
 * are the last 7 and 30 days.
 */
const periods = { today: [0, 1], yesterday: [-1, 0], week: [-6, 1], month: [-29, 1] } as const

/** The span of a period, in this machine's time zone. */
export const spanOfPeriod = (period: keyof typeof periods, now: Date): Span => {
  const [first, last] = periods[period]
  return { from: midnight(now, first), to: midnight(now, last) }
}

/** The span of a local day `YYYY-MM-DD`; null for text that is not a calendar day. */
export const spanOfDay = (day: string): Span | null => {
  const from = new Date(`${day}T00:00`)
  // A day that the month does not have would become a day in the next month.
  return dayOf(from) === day ? { from, to: midnight(from, 1) } : null
}

/** From the first to the last of two days `YYYY-MM-DD`; null if one is no day, or the last is before the first. */
export const spanOfDays = (first: string, last: string): Span | null => {
  const [begin, end] = [spanOfDay(first), spanOfDay(last)]
  return begin === null || end === null || end.from < begin.from
    ? null
    : { from: begin.from, to: end.to }
}

export const daysOf = ({ from, to }: Span): readonly string[] => {
  const days: string[] = []
  for (let day = midnight(from, 0); day < to; day = midnight(day, 1)) days.push(dayOf(day))
  return days
}
