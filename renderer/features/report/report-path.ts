import type { RouteLocationRaw } from 'vue-router'

/** What a report begins with; all of it can be chosen anew on its screen. */
export interface ReportStart {
  /** Ids of saved forecasts: the one run without any input, and the one with what was chosen. */
  readonly today?: string | null
  readonly plan?: string | null
  /** What stands beside what was chosen, at most {@link mostCompared} of them. */
  readonly compared?: readonly string[]
  /** Dollars a month. */
  readonly need?: number | null
}

/** Where a report is made. One of the two forecasts is enough: the screen finds the other among those that are kept. */
export const reportPath = ({
  today = null,
  plan = null,
  compared = [],
  need = null,
}: ReportStart): RouteLocationRaw => ({
  path: '/advise/report',
  query: {
    ...(today === null ? {} : { today }),
    ...(plan === null ? {} : { plan }),
    ...(compared.length === 0 ? {} : { beside: [...compared] }),
    ...(need === null ? {} : { need: String(need) }),
  },
})

/** Where a report of this saved forecast is made, whichever of the two it is. */
export const reportPathOf = ({
  id,
  inputs,
}: {
  readonly id: string
  readonly inputs: object
}): RouteLocationRaw =>
  reportPath(
    Object.values(inputs).some((value) => value !== undefined) ? { plan: id } : { today: id },
  )
