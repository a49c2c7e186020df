import type { AgeChange, RateChange } from '../../express/changes.ts'
import { isAlike } from '../statement/said.ts'
import { unknownSaving } from '../statement/savings/savings.ts'
import type { SavingsChange } from '../statement/savings/savings-change.ts'
import type { RecommendedValue } from './accept-lines.ts'

/** A recommended rate, with the figures of both strategies from `savings`. */
export const rateChange = (
  { key, account, label, today }: RecommendedValue,
  { parts }: Pick<SavingsChange, 'parts'>,
): RateChange => {
  const part = parts.find((each) => each.key === key)
  return {
    account,
    label,
    // Only a retirement age can come from the service's default.
    today: today === 'service' ? 'unknown' : today,
    from: part?.current ?? unknownSaving,
    to: part?.revised ?? unknownSaving,
  }
}

/** True if the two rates look different to a reader. */
export const isOtherRate = ({ from, to }: Pick<RateChange, 'from' | 'to'>): boolean =>
  from.percent === null && to.percent === null
    ? !isAlike(from.dollars, to.dollars)
    : !isAlike(from.percent, to.percent)

export const isOtherAge = ({ from, to }: Pick<AgeChange, 'from' | 'to'>): boolean => from !== to
