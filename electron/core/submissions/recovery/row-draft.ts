import type { ListPlace } from '#shared/records/receipt.ts'

/** A submission's content in a row of a list. */
export interface RowDraft {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly { readonly PlanId: string; readonly PlanType: string }[]
  readonly reason: string
}

/** Finds a row again; null if its list is unavailable. */
export type FindRow = (place: ListPlace) => Promise<RowDraft | null>
