import { z } from 'zod'

/** An advisor's name and note for a kept forecast, and its position on the tray. None of it is sent to the service. */

/** Maximum length of a name and of a note, characters. */
export const longestScenarioName = 80
export const longestScenarioNote = 2_000

export const scenarioSchema = z.strictObject({
  /** If empty, the scenario is named after its changes. */
  name: z.string().max(longestScenarioName),
  note: z.string().max(longestScenarioNote),
  /** Pinned scenarios come first. */
  pinned: z.boolean(),
  /**
   * The position on the tray, ascending; `null` if nobody has moved the scenario, so that it is
   * ordered by time.
   */
  place: z.number().nullable(),
  /** True if the scenario was taken off the tray; it stays in Saved results. */
  off: z.boolean(),
})
export type Scenario = z.infer<typeof scenarioSchema>

/** The default, for a saved forecast without a name or note. */
export const plainScenario: Scenario = {
  name: '',
  note: '',
  pinned: false,
  place: null,
  off: false,
}

/** The fields that order the tray. */
interface OnTray {
  /** A time in ISO 8601. */
  readonly savedAt: string
  readonly scenario?: Scenario | undefined
}

/** Compares two scenarios: pinned ones come first, then order by position, then by time. */
export const inTrayOrder = (one: OnTray, other: OnTray): number => {
  const [a, b] = [one.scenario ?? plainScenario, other.scenario ?? plainScenario]
  return (
    Number(b.pinned) - Number(a.pinned) ||
    (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER) ||
    one.savedAt.localeCompare(other.savedAt)
  )
}
