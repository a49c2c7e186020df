import type { LibraryItem, LibraryRecord, SubmissionReview } from '#shared/ipc/views.ts'
import type { Result } from '#shared/result.ts'

interface Receipts {
  list(): Promise<Result<readonly LibraryItem[]>>
  open(id: string): Promise<Result<LibraryRecord>>
}

/** How the operation at hand was sent before for the same participant and at least one of the same plans. */
export const findEarlier = async (
  library: Receipts,
  environmentId: string,
  operation: string,
  participantId: string,
  plans: SubmissionReview['plans'],
): Promise<SubmissionReview['earlier']> => {
  const items = await library.list()
  if (!items.ok || participantId === '') return null
  const planIds = new Set(plans.map((plan) => plan.planId.toLowerCase()))
  const candidates = items.value
    .filter(
      (item) =>
        item.kind === 'receipt' &&
        item.environment.id === environmentId &&
        item.subject.participantId.toLowerCase() === participantId.toLowerCase() &&
        (item.outcome === 'accepted' || item.outcome === 'inDoubt'),
    )
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  for (const item of candidates) {
    const record = await library.open(item.id)
    if (!record.ok || record.value.kind !== 'receipt' || record.value.operation !== operation) continue
    if (record.value.plans.some((plan) => planIds.has(plan.planId.toLowerCase()))) {
      const { id, outcome, sentAt } = record.value
      return { receiptId: id, outcome, sentAt, operation }
    }
  }
  return null
}
