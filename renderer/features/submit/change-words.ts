import type { ForecastChanges } from '#shared/ipc/change-views.ts'
import { dollars, percent } from '../../lib/format.ts'

/** Whether the two sides differ by what a person would see; a side that is not listed counts as none. */
export const moved = ({ from, to }: { readonly from: number | null; readonly to: number | null }): boolean =>
  Math.abs((from ?? 0) - (to ?? 0)) >= 0.05

/** A fund's share of its account; one that is not held is `0%`. */
export const fundWords = (share: number | null): string => percent(share ?? 0)

/** A savings rate with the dollars a year it makes, where both are known. */
export const rateWords = (rate: number | null, perYear: number | null): string => {
  if (rate === null) return perYear === null ? 'none' : `${dollars(perYear)} a year`
  return perYear === null ? percent(rate) : `${percent(rate)} (${dollars(perYear)} a year)`
}

type SavingsRow = ForecastChanges['savings'][number]

/** Whether a savings rate differs from today's, or may: where today's is not known, what it becomes has to be said. */
export const isChange = (row: SavingsRow): boolean => moved(row) || row.today === 'unknown'

/** Today's savings rate: the file's, or where the file has none, the one in the forecast's Current strategy. */
export const rateFrom = (row: SavingsRow): string => {
  if (row.today === 'unknown') return 'not in the file'
  const words = rateWords(row.from, row.fromDollars)
  return row.today === 'file' ? words : `${words}, by the forecast,`
}
