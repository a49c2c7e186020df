import type { ParticipantProfile } from '#shared/participant/profile.ts'

/** One plan as it is being typed. */
export interface PlanRow {
  readonly key: number
  chosen: boolean
  planId: string
  planType: string
  serviceOption: string
  /** Status of a plan that is not active, as the file has it; empty for an active plan and for a typed one. */
  readonly notActive: string
}

let lastKey = 0

/** An empty row for a plan the file does not name. */
export const emptyRow = (serviceOption: string): PlanRow => {
  lastKey += 1
  return { key: lastKey, chosen: true, planId: '', planType: '', serviceOption, notActive: '' }
}

const inactiveStatus = (status: string): string => (status.toLowerCase() === 'active' ? '' : status)

/** A row for each plan of the participant; plans that are not active come along unchosen. */
export const rowsOf = (profile: ParticipantProfile | null, serviceOption: string): PlanRow[] => {
  const rows = (profile?.accounts ?? []).map((account) => ({
    ...emptyRow(serviceOption),
    chosen: inactiveStatus(account.status) === '',
    planId: account.planId,
    planType: account.planType,
    notActive: inactiveStatus(account.status),
  }))
  return rows.length > 0 ? rows : [emptyRow(serviceOption)]
}

/** What makes two rows one and the same plan with the same service. */
const sameness = ({ planId, planType, serviceOption }: PlanRow): string =>
  JSON.stringify([planId.trim(), planType.trim(), serviceOption.trim()])

/** The rows that will be sent: chosen, with a plan id or type, and each plan once: one that is listed may be typed as well. */
export const chosenRows = (rows: readonly PlanRow[]): readonly PlanRow[] => {
  const named = rows.filter((row) => row.chosen && `${row.planId}${row.planType}`.trim() !== '')
  const first = new Map(named.toReversed().map((row) => [sameness(row), row]))
  return named.filter((row) => first.get(sameness(row)) === row)
}
