import type { ForecastInputs } from '../../express/requests.ts'
import { identityKey } from '../../identity-key.ts'
import { kindOf } from '../../savings/answer-savings.ts'

type Rate = NonNullable<ForecastInputs['SavingsRateDetails']>[number]

/**
 * True if two requested rates are for the same savings: the same plan, and the same type or two
 * names for one kind.
 */
export const isSameSaving = (left: Rate, right: Rate): boolean => {
  const [type, other] = [left.SavingsType ?? '', right.SavingsType ?? '']
  const kind = kindOf({ type, isRoth: false })
  return (
    identityKey(left.PlanId ?? '') === identityKey(right.PlanId ?? '') &&
    (identityKey(type) === identityKey(other) ||
      (kind !== null && kind === kindOf({ type: other, isRoth: false })))
  )
}

/** True if two requested rates are for the same savings and have the same value. */
export const isSameRate = (left: Rate, right: Rate): boolean =>
  isSameSaving(left, right) &&
  left.Value !== undefined &&
  right.Value !== undefined &&
  Math.abs(Number(left.Value) - Number(right.Value)) < 0.005
