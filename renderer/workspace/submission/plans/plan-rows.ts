import type { Columns } from '#shared/express/field.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'

let lastKey = 0

export const emptyRow = (columns: Columns = {}) => {
  lastKey += 1
  const first = Object.values(columns).map(
    ({ name, options }) => [name, options?.[0] ?? ''] as const,
  )
  return {
    key: lastKey,
    chosen: true,
    planId: '',
    planType: '',
    /** Status of an inactive plan in the file; empty for an active or typed plan. */
    notActive: '',
    /** Values by the service's names for the columns. */
    columns: Object.fromEntries(first),
  }
}
export type PlanRow = ReturnType<typeof emptyRow>

const inactiveStatus = (status: string) => (status.toLowerCase() === 'active' ? '' : status)

/** One row per plan of the participant; inactive plans are not chosen. */
export const rowsOf = (profile: ParticipantProfile | null, columns: Columns): PlanRow[] => {
  const rows = (profile?.accounts ?? []).map((account) => ({
    ...emptyRow(columns),
    chosen: inactiveStatus(account.status) === '',
    planId: account.planId,
    planType: account.planType,
    notActive: inactiveStatus(account.status),
  }))
  return rows.length > 0 ? rows : [emptyRow(columns)]
}

/** A row as in the request, without empty columns. */
export const requestRow = ({ planId, planType, columns }: PlanRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ PlanId: planId, PlanType: planType, ...columns })
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/**
 * The rows to send: those chosen with a PlanId or PlanType. Each plan appears once, because a listed plan may also be
 * typed.
 */
export const chosenRows = (rows: readonly PlanRow[]): readonly PlanRow[] => {
  const named = rows.filter((row) => row.chosen && `${row.planId}${row.planType}`.trim() !== '')
  const asSent = (row: PlanRow) => JSON.stringify(requestRow(row))
  const first = new Map(named.toReversed().map((row) => [asSent(row), row]))
  return named.filter((row) => first.get(asSent(row)) === row)
}
