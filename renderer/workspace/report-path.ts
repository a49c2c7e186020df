import type { RouteLocationRaw } from 'vue-router'

interface ReportStart {
  /**
   * Ids of saved forecasts: `today` is the one without inputs, and `plan` is the one chosen for the
   * report.
   */
  readonly today?: string | null
  readonly plan?: string | null
  /** Ids of the scenarios to compare, at most {@link mostCompared}. */
  readonly compared?: readonly string[]
  /** Dollars a month. */
  readonly goal?: number | null | undefined
}

/**
 * The address of a report. One of `today` and `plan` is enough; the screen finds the other forecast
 * in Saved results.
 */
export const reportPath = ({
  today,
  plan,
  compared = [],
  goal,
}: ReportStart): RouteLocationRaw => ({
  path: '/advise/report',
  // The router omits undefined values.
  query: {
    today: today ?? undefined,
    plan: plan ?? undefined,
    beside: compared.length === 0 ? undefined : [...compared],
    goal: goal ?? undefined,
  },
})

export const reportPathOf = ({
  id,
  inputs,
  goal,
}: {
  readonly id: string
  readonly inputs: object
  readonly goal?: number | undefined
}): RouteLocationRaw =>
  reportPath({
    [Object.values(inputs).some((value) => value !== undefined) ? 'plan' : 'today']: id,
    goal,
  })
