import type { ForecastChanges } from '#shared/express/changes.ts'
import { limitsYear } from '#shared/savings/limits.ts'
import { percent } from '../../lib/format.ts'
import { rateWords } from '../../lib/savings-words.ts'

/** Whether a person sees a difference between the two sides; an unlisted side counts as none. */
export const moved = ({
  from,
  to,
}: {
  readonly from: number | null
  readonly to: number | null
}): boolean => Math.abs((from ?? 0) - (to ?? 0)) >= 0.05

/** A fund's share of its account; `0%` if not held. */
export const fundWords = (share: number | null): string => percent(share ?? 0)

type SavingsRow = ForecastChanges['savings'][number]

/** Whether a savings rate differs from today's, or may: if today's is unknown, the new one must be shown. */
export const isChange = (row: Pick<SavingsRow, 'from' | 'to' | 'today'>): boolean =>
  moved(row) || row.today === 'unknown'

/** Today's savings: the file's, or if it has none, those of the forecast's Current strategy. */
export const rateFrom = (row: Pick<SavingsRow, 'from' | 'fromDollars' | 'today'>): string => {
  const absent = 'none'
  if (row.today === 'unknown') return 'not in the file'
  const words = rateWords({ percent: row.from, dollars: row.fromDollars }, absent)
  if (row.today === 'limited') return `${words}, as far as the limits of ${limitsYear} let it in,`
  return row.today === 'file' || words === absent ? words : `${words}, by the forecast,`
}

export const rateTo = ({ to, toDollars }: Pick<SavingsRow, 'to' | 'toDollars'>): string =>
  rateWords({ percent: to, dollars: toDollars }, 'none')
