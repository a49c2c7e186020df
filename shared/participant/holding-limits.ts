import { recordOf } from './mapping.ts'
import type { Found } from './participant-record.ts'
import type { Holding } from './profile.ts'
import { readNumber } from './read-values.ts'

/** The limits of a holding as plain numbers, before their unit is known; null if there are none. */
type Written = Pick<Holding, 'balance' | 'currentMin' | 'currentMax'>

/** The unit of CurMin and CurMax: percent of the account, or dollars of the holding. */
export const limitUnits = ['percent', 'dollars'] as const
export type LimitUnit = (typeof limitUnits)[number]

/** Rounding may change the sum of many funds by up to this many percentage points. */
export const percentTolerance = 0.5
/** A balance may be this far outside its limits, in dollars. */
const dollarTolerance = 1

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const fitsPercent = (holdings: readonly Written[]): boolean =>
  holdings.every(({ currentMin, currentMax }) =>
    [currentMin, currentMax].every((value) => value === null || (value >= 0 && value <= 100)),
  ) &&
  sum(holdings.map(({ currentMin }) => currentMin ?? 0)) <= 100 + percentTolerance &&
  sum(holdings.map(({ currentMax }) => currentMax ?? 100)) >= 100 - percentTolerance

const isWithin = ({ balance, currentMin, currentMax }: Written): boolean =>
  balance !== null &&
  balance >= (currentMin ?? balance) - dollarTolerance &&
  balance <= (currentMax ?? balance) + dollarTolerance

/** True if most balances are within their limits, and no limit contradicts the other. */
const fitsDollars = (holdings: readonly Written[]): boolean => {
  const limited = holdings.filter(
    ({ currentMin, currentMax }) => currentMin !== null || currentMax !== null,
  )
  const isOrdered = limited.every(
    ({ currentMin, currentMax }) =>
      (currentMin ?? 0) >= 0 && (currentMin ?? 0) <= (currentMax ?? Infinity),
  )
  return isOrdered && limited.length > 0 && limited.filter(isWithin).length * 2 > limited.length
}

/**
 * The unit of CurMin and CurMax of an account's holdings, decided by their values, because
 * published samples use both: dollars if they cannot be percent of the account but the balances are
 * within them.
 */
export const limitUnitOf = (holdings: readonly Found[]): LimitUnit => {
  const written = holdings.map(({ captures }) =>
    recordOf(
      ['balance', 'currentMin', 'currentMax'],
      (field) => readNumber(captures.get(field)?.text).value,
    ),
  )
  return !fitsPercent(written) && fitsDollars(written) ? 'dollars' : 'percent'
}
