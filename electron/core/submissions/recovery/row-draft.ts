import type { ListPlace } from '#shared/records/receipt.ts'

/** What a row of a list says of a submission. */
export interface RowDraft {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly { readonly PlanId: string; readonly PlanType: string }[]
  readonly reason: string
}

/** Finds a row again; null where its list is not at hand. */
export type FindRow = (place: ListPlace) => Promise<RowDraft | null>
