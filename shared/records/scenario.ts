import { z } from 'zod'

/** An advisor's name and note for a kept forecast, and its place on the tray. None of it goes to the service. */

/** Longest name and longest note, characters. */
export const longestScenarioName = 80
export const longestScenarioNote = 2_000

export const scenarioSchema = z.strictObject({
  /** Empty: its changes make its name. */
  name: z.string().max(longestScenarioName),
  note: z.string().max(longestScenarioNote),
  /** Pinned ones come first. */
  pinned: z.boolean(),
  /** Ascending along the tray; `null` if nobody moved it: its time decides. */
  place: z.number().nullable(),
  /** Taken off the tray; it stays under Saved results. */
  off: z.boolean(),
})
export type Scenario = z.infer<typeof scenarioSchema>

/** For a kept forecast without an advisor's words. */
export const plainScenario: Scenario = {
  name: '',
  note: '',
  pinned: false,
  place: null,
  off: false,
}

/** The fields that order the tray. */
interface OnTray {
  /** ISO 8601. */
  readonly savedAt: string
  readonly scenario?: Scenario | undefined
}

/** Pinned ones first, then by place, then by time. */
export const inTrayOrder = (one: OnTray, other: OnTray): number => {
  const [a, b] = [one.scenario ?? plainScenario, other.scenario ?? plainScenario]
  return (
    Number(b.pinned) - Number(a.pinned) ||
    (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER) ||
    one.savedAt.localeCompare(other.savedAt)
  )
}
