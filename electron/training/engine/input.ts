import type { EnrollInputs } from '#shared/express/requests.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'

/** What a forecast is made from: the participant as read, and what the request changes about them. */
export interface ForecastInput extends EnrollInputs {
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
