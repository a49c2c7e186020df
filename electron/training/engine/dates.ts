/** A calendar day without a time zone. Months and days count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/

/** The day in a `YYYY-MM-DD` text or ISO date-time; `null` if it does not exist. */
export const parseDate = (text: string): CalendarDate | null => {
  const match = datePattern.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const check = new Date(Date.UTC(year, month - 1, day))
  if (
    check.getUTCFullYear() !== year ||
    check.getUTCMonth() !== month - 1 ||
    check.getUTCDate() !== day
  )
    return null
  return { year, month, day }
}

/** A day from the program itself, which must exist; throws otherwise. */
export const certainDate = (text: string): CalendarDate => {
  const date = parseDate(text)
  if (!date) throw new RangeError(`${text} is not a day`)
  return date
}

/** Completed months from `from` to `to`; negative if `to` is earlier. */
const monthsBetween = (from: CalendarDate, to: CalendarDate): number =>
  (to.year - from.year) * 12 + (to.month - from.month) - (to.day < from.day ? 1 : 0)

/** Completed years of age on the day `on`. */
export const ageOn = (birth: CalendarDate, on: CalendarDate): number =>
  Math.floor(monthsBetween(birth, on) / 12)
