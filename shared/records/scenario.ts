import { z } from 'zod'

/** What an advisor says of a kept forecast, and where it stands on the tray. None of it goes to the service. */

/** Longest name and longest note, characters. */
export const longestScenarioName = 80
export const longestScenarioNote = 2_000

export const scenarioSchema = z.strictObject({
  /** Empty: it is called by what was changed for it. */
  name: z.string().max(longestScenarioName),
  note: z.string().max(longestScenarioNote),
  /** Stands before all that are not. */
  pinned: z.boolean(),
  /** Ascending along the tray; `null` where nobody moved it: it stands by when it was run. */
  place: z.number().nullable(),
  /** Taken off the tray; it stays under Saved results. */
  off: z.boolean(),
})
export type Scenario = z.infer<typeof scenarioSchema>

/** Of a kept forecast that nobody has said anything of. */
export const plainScenario: Scenario = {
  name: '',
  note: '',
  pinned: false,
  place: null,
  off: false,
}

/** What the tray orders by. */
interface OnTray {
  /** ISO 8601. */
  readonly savedAt: string
  readonly scenario?: Scenario | undefined
}

/** Pinned ones first, then by place, then in the order in which they were run. */
export const inTrayOrder = (one: OnTray, other: OnTray): number => {
  const [a, b] = [one.scenario ?? plainScenario, other.scenario ?? plainScenario]
  return (
    Number(b.pinned) - Number(a.pinned) ||
    (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER) ||
    one.savedAt.localeCompare(other.savedAt)
  )
}
