import type { RouteLocationRaw } from 'vue-router'

interface ReportStart {
  /** Ids of saved forecasts: the one without inputs, and the chosen one. */
  readonly today?: string | null
  readonly plan?: string | null
  /** Scenarios beside the chosen one, at most {@link mostCompared}. */
  readonly compared?: readonly string[]
  /** Dollars a month. */
  readonly need?: number | null
}

/** The address of a report. One of the two forecasts is enough: the screen finds the other among the saved ones. */
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

export const reportPathOf = ({
  id,
  inputs,
  need,
}: {
  readonly id: string
  readonly inputs: object
  readonly need?: number | undefined
}): RouteLocationRaw =>
  reportPath({
    ...(Object.values(inputs).some((value) => value !== undefined) ? { plan: id } : { today: id }),
    need: need ?? null,
  })
