import { date, time } from '../../lib/format.ts'

/** `Today, 3:44 PM`, or the day with the time: `Nov 14, 2025, 9:10 AM`. */
export const when = (iso: string, now: Date): string => {
  const isToday = new Date(iso).toDateString() === now.toDateString()
  return `${isToday ? 'Today' : date(iso)}, ${time(iso)}`
}
