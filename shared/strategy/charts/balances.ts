import type { Strategy } from '../../express/reading.ts'
import type { Json } from '../../json.ts'
import { isObject } from '../../is-object.ts'
import { fromSent } from '../../text/numeric-text.ts'
import { alignTo, unionOfAges, type AccountMapping } from '../pick.ts'
import { accountLabel } from '../labels.ts'

/** One line of a chart over ages or time. */
export interface Course {
  /** `account/<id>` for an account, as in the income chart, so that hiding one hides both. */
  readonly key: string
  readonly label: string
  /** One value for each age or time; `NaN` for a value that was not sent. Dollars as sent. */
  readonly values: Float64Array
}

const timeOf = (row: Record<string, Json>): number | null => {
  const named = (pattern: RegExp): Json | undefined =>
    Object.entries(row).find(([key]) => pattern.test(key))?.[1]
  const written = named(/date|asof/i)
  if (typeof written === 'string') {
    const at = new Date(written)
    if (!Number.isNaN(at.getTime()))
      return at.getUTCFullYear() + at.getUTCMonth() / 12 + (at.getUTCDate() - 1) / 366
  }
  const year = fromSent(named(/year/i))
  if (year === null) return null
  return year + ((fromSent(named(/month/i)) ?? 1) - 1) / 12
}

/** A row's name from its other values: `Year 2025, Month 3`. */
const rowName = (row: Record<string, Json>, field: string): string =>
  Object.entries(row)
    .flatMap(([key, value]) =>
      key !== field && (typeof value === 'string' || typeof value === 'number')
        ? [`${key} ${value}`]
        : [],
    )
    .join(', ')

const pointOf = (row: Json) => {
  if (!isObject(row)) return null
  const time = timeOf(row)
  const [named, ...others] = Object.entries(row).filter(([key]) =>
    /balance|amount|value/i.test(key),
  )
  const amount = others.length === 0 ? fromSent(named?.[1]) : null
  return time === null || amount === null || named === undefined
    ? null
    : { time, amount, place: `[${rowName(row, named[0])}].${named[0]}` }
}

/**
 * BalanceHistory as one line for each account over calendar time in years (March 2009 is 2009 +
 * 2/12). Its shape is not specified, so this works only if each row has a time and one amount,
 * whatever their names are. Otherwise `null`; the rows then appear only in a table.
 */
export const balanceHistoryOf = (strategy: Strategy, mappings: readonly AccountMapping[] = []) => {
  const rows = strategy.balanceHistory.flatMap((account) => account.rows)
  if (rows.length === 0 || rows.some((row) => pointOf(row) === null)) return null
  const lines = strategy.balanceHistory.map(({ accountId, rows: own }) => {
    const points = own
      .flatMap((row) => pointOf(row) ?? [])
      .map((point) => ({ ...point, place: `[${accountId}]${point.place}` }))
    return {
      accountId,
      points,
      ages: Float64Array.from(points, ({ time }) => time),
      values: Float64Array.from(points, ({ amount }) => amount),
    }
  })
  const times = unionOfAges(lines)
  return {
    times,
    accounts: lines.map(({ accountId, points, ...line }) => ({
      key: `account/${accountId}`,
      label: accountLabel(accountId, mappings),
      /** The values as sent, each with its path in the list. */
      points,
      values: alignTo(times, line, Number.NaN),
    })),
  }
}
