import type { AgeColumn, Strategy } from '../../express/reading.ts'
import type { Json } from '../../json.ts'
import { isObject } from '../../is-object.ts'
import { fromNumeric } from '../../text/numeric-text.ts'
import { alignTo, percentileAt, unionOfAges, type AccountMapping } from '../pick.ts'
import { accountLabel } from '../labels.ts'

/** One line over ages or time. */
export interface Course {
  /** `account/<id>` for an account, as in its income, so that hiding one hides both. */
  readonly key: string
  readonly label: string
  /** As long as the ages or times beside it; `NaN` for a value that was not sent. Dollars as sent. */
  readonly values: Float64Array
}

/**
 * Balances at the end of each year at the percentile nearest `percentage` (0–100): `ending` overall, null if not sent,
 * and `accounts`, where the series of one account are added up.
 */
export const balancesOf = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[] = [],
) => {
  const entry = percentileAt(strategy, percentage)
  const series = entry?.accountBalance ?? []
  const overall: AgeColumn | null = entry?.overallEndingBalance ?? null
  const ages = unionOfAges([...series, ...(overall === null ? [] : [overall])])
  const accounts = new Map<string, Course>()
  for (const one of series) {
    const key = `account/${one.account}`
    const values = alignTo(ages, one, Number.NaN)
    const known = accounts.get(key)
    if (known === undefined) {
      accounts.set(key, { key, label: accountLabel(one.account, mappings), values })
      continue
    }
    values.forEach((value, index) => {
      const before = known.values[index] ?? Number.NaN
      if (Number.isNaN(before)) known.values[index] = value
      else if (!Number.isNaN(value)) known.values[index] = before + value
    })
  }
  return {
    ages,
    ending:
      overall === null || overall.ages.length === 0
        ? null
        : { key: 'ending', label: 'All together', values: alignTo(ages, overall, Number.NaN) },
    accounts: [...accounts.values()],
    retirementAge: strategy.retirementAge,
  }
}

/** Taxes by age of `strategy` at the percentile nearest `percentage`, dollars a year; no ages if none were sent. */
export const taxesOf = (strategy: Strategy, percentage: number): AgeColumn =>
  percentileAt(strategy, percentage)?.taxes ?? {
    ages: new Float64Array(),
    values: new Float64Array(),
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
  const year = fromNumeric(named(/year/i))
  if (year === null) return null
  return year + ((fromNumeric(named(/month/i)) ?? 1) - 1) / 12
}

const pointOf = (row: Json) => {
  if (!isObject(row)) return null
  const time = timeOf(row)
  const amounts = Object.entries(row)
    .filter(([key]) => /balance|amount|value/i.test(key))
    .map(([, value]) => fromNumeric(value))
  const amount = amounts.length === 1 ? (amounts[0] ?? null) : null
  return time === null || amount === null ? null : { time, amount }
}

/**
 * BalanceHistory as a line per account over calendar time in years (March 2009 is 2009 + 2/12), if each row names a time
 * and one amount under any name, since its shape is not specified. Otherwise `null`; the rows then appear only as a
 * table.
 */
export const balanceHistoryOf = (strategy: Strategy, mappings: readonly AccountMapping[] = []) => {
  const rows = strategy.balanceHistory.flatMap((account) => account.rows)
  if (rows.length === 0 || rows.some((row) => pointOf(row) === null)) return null
  const lines = strategy.balanceHistory.map(({ accountId, rows: own }) => {
    const points = own.flatMap((row) => pointOf(row) ?? [])
    return {
      accountId,
      ages: Float64Array.from(points, ({ time }) => time),
      values: Float64Array.from(points, ({ amount }) => amount),
    }
  })
  const times = unionOfAges(lines)
  return {
    times,
    accounts: lines.map(({ accountId, ...line }) => ({
      key: `account/${accountId}`,
      label: accountLabel(accountId, mappings),
      values: alignTo(times, line, Number.NaN),
    })),
  }
}
