import { isToday, type Client } from './clients.ts'
import type { RecordSummary } from './record.ts'
import { lastMade } from './saved.ts'

/** The last two answers of a client that are worth comparing. */

/** Two forecasts closer together say more about the markets of a week than about the client. */
export const leastDaysApart = 30
const dayMs = 86_400_000

export interface LastTwo {
  readonly earlier: RecordSummary
  readonly newer: RecordSummary
}

/**
 * The newest forecast without changes, and the newest one that is at least {@link leastDaysApart} days older; null without
 * both.
 */
export const lastTwo = ({ items }: Pick<Client, 'items'>): LastTwo | null => {
  const [newer, ...others] = items.filter(isToday)
  if (newer === undefined) return null
  const from = Date.parse(lastMade(newer)) - leastDaysApart * dayMs
  const earlier = others.find((item) => Date.parse(lastMade(item)) <= from)
  return earlier === undefined ? null : { earlier, newer }
}
