import { assumedAge } from './assumptions.ts'

/** A calendar day without a time zone. Months and days count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The day in a `YYYY-MM-DD` text or ISO date-time; `null` if there is no such day. */
const parseDate = (text: string): CalendarDate | null => {
  const [date, ...parts] = /^(\d{4})-(\d{2})-(\d{2})(?=$|T)/.exec(text) ?? []
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  const real = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
  return date === real ? { year, month, day } : null
}

/** Today, the date of birth or an assumed one, and the age in completed years. Throws if `todayText` is not a day. */
export const datesOf = (todayText: string, birthText: string) => {
  const today = parseDate(todayText)
  if (!today) throw new RangeError(`${todayText} is not a day`)
  const birth = parseDate(birthText) ?? { ...today, year: today.year - assumedAge, day: 1 }
  const months = (today.year - birth.year) * 12 + today.month - birth.month
  const age = Math.max(0, Math.floor((months - (today.day < birth.day ? 1 : 0)) / 12))
  return { today, birth, age }
}
