import { dayOf } from '#shared/moments.ts'
import { dateTime, plural, time } from './format.ts'

/** `3 runs, last at 4:10 PM`; with the day if the runs were on different days; empty for a single run. */
export const runsWords = ({
  savedAt,
  runs = 1,
  lastRunAt = savedAt,
}: {
  readonly savedAt: string
  readonly runs?: number | undefined
  readonly lastRunAt?: string | undefined
}): string => {
  if (runs < 2) return ''
  const isSameDay = dayOf(new Date(savedAt)) === dayOf(new Date(lastRunAt))
  return `${plural(runs, 'run')}, last ${isSameDay ? `at ${time(lastRunAt)}` : `on ${dateTime(lastRunAt)}`}`
}
