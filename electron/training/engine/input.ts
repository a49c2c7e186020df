import type { EnrollInputs } from '#shared/express/requests.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'

type Whole = 'SavingsRateDetails' | 'PensionTypes' | 'DesiredRetirementIncome'
type Complete<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
type Item<N extends 'SavingsRateDetails' | 'PensionTypes'> = Complete<
  NonNullable<EnrollInputs[N]>[number]
>

/**
 * A forecast's input: the participant as read, and the request's changes. A change is complete: a pension without an
 * amount gives no forecast.
 */
export interface ForecastInput extends Omit<EnrollInputs, Whole> {
  readonly SavingsRateDetails?: readonly Item<'SavingsRateDetails'>[] | undefined
  readonly PensionTypes?: readonly Item<'PensionTypes'>[] | undefined
  readonly DesiredRetirementIncome?:
    Complete<NonNullable<EnrollInputs['DesiredRetirementIncome']>> | undefined
  readonly profile: ParticipantProfile
  /** YYYY-MM-DD; the forecast starts on this day. */
  readonly today: string
  /** Market paths; default 1,000. */
  readonly paths?: number | undefined
  /**
   * Chooses the market paths. By default it depends on the participant, not on the request, so that two what-ifs of one
   * person meet the same markets and differ only by their changes.
   */
  readonly seed?: string | undefined
}
