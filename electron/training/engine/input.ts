import type { EnrollInputs } from '#shared/express/requests.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'

type Whole = 'SavingsRateDetails' | 'PensionTypes' | 'DesiredRetirementIncome'
type Complete<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
type Item<N extends 'SavingsRateDetails' | 'PensionTypes'> = Complete<
  NonNullable<EnrollInputs[N]>[number]
>

/**
 * What a forecast is made from: the participant as read, and what the request changes about them. What is changed is named
 * whole: a forecast cannot be made from a pension without an amount.
 */
export interface ForecastInput extends Omit<EnrollInputs, Whole> {
  readonly SavingsRateDetails?: readonly Item<'SavingsRateDetails'>[] | undefined
  readonly PensionTypes?: readonly Item<'PensionTypes'>[] | undefined
  readonly DesiredRetirementIncome?:
    Complete<NonNullable<EnrollInputs['DesiredRetirementIncome']>> | undefined
  readonly profile: ParticipantProfile
  /** YYYY-MM-DD; the forecast starts on this day. */
  readonly today: string
  /** Market paths; 1,000 when left out. */
  readonly paths?: number | undefined
  /**
   * Chooses the market paths. When left out it comes from who the participant is, not from what is asked, so that two
   * what-ifs of one person live through the same markets and differ only by what was changed.
   */
  readonly seed?: string | undefined
}
