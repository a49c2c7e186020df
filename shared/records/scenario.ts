import { z } from 'zod'

/** An advisor's name and note for a kept forecast, and its position on the tray. None of it is sent to the service. */

/** Maximum length of a name and of a note, characters. */
export const longestScenarioName = 80
export const longestScenarioNote = 2_000

export const scenarioSchema = z.strictObject({
  /** If empty, the changes make up the name. */
  name: z.string().max(longestScenarioName),
  note: z.string().max(longestScenarioNote),
  /** Pinned scenarios come first. */
  pinned: z.boolean(),
  /** The position on the tray, ascending; `null` if nobody moved the scenario, so that its time decides. */
  place: z.number().nullable(),
  /** True if the scenario was taken off the tray; it stays under Saved results. */
  off: z.boolean(),
})
export type Scenario = z.infer<typeof scenarioSchema>

/** The default, for a kept forecast without the advisor's words. */
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
