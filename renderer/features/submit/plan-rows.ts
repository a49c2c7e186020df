import type { ParticipantProfile } from '#shared/participant/profile.ts'

/** One plan as it is being typed. */
export interface PlanRow {
  readonly key: number
  chosen: boolean
  planId: string
  planType: string
  serviceOption: string
}

let lastKey = 0

/** An empty row for a plan the file does not name. */
export const emptyRow = (serviceOption: string): PlanRow => {
  lastKey += 1
  return { key: lastKey, chosen: true, planId: '', planType: '', serviceOption }
}

/** A row for each plan of the participant; plans that are not active come along unchosen. */
export const rowsOf = (profile: ParticipantProfile | null, serviceOption: string): PlanRow[] => {
  const rows = (profile?.accounts ?? []).map((account) => ({
    ...emptyRow(serviceOption),
    chosen: account.status === '' || account.status.toLowerCase() === 'active',
    planId: account.planId,
    planType: account.planType,
  }))
  return rows.length > 0 ? rows : [emptyRow(serviceOption)]
}

/** The rows that will be sent: chosen, and with a plan id. */
export const chosenRows = (rows: readonly PlanRow[]): readonly PlanRow[] =>
  rows.filter((row) => row.chosen && row.planId.trim() !== '')
