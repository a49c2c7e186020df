import type { LibraryItem, LibraryRecord, SubmissionReview } from '#shared/ipc/views.ts'
import { ok, type Result } from '#shared/result.ts'
import { isLostForGood } from './lost-for-good.ts'

interface Receipts {
  receiptsOf(environmentId: string, participantId: string): Promise<Result<readonly LibraryItem[]>>
  open(id: string): Promise<Result<LibraryRecord>>
}

const dayMs = 86_400_000

/**
 * How the operation at hand was sent before for the same participant and at least one of the same plans: one in doubt
 * before any other, else the latest that was accepted. `needsReason` when that was less than `guard.days` days ago. Fails
 * where the receipts cannot be looked at: what is not known must not pass for "never sent".
 */
export const findEarlier = async (
  library: Receipts,
  environmentId: string,
  operation: string,
  participantId: string,
  plans: readonly string[],
  guard: { readonly now: number; readonly days: number },
): Promise<Result<SubmissionReview['earlier']>> => {
  if (participantId === '') return ok(null)
  const items = await library.receiptsOf(environmentId, participantId)
  if (!items.ok) return items
  const planIds = new Set(plans.map((planId) => planId.toLowerCase()))
  const candidates = items.value.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const inDoubtFirst = [
    ...candidates.filter((item) => item.outcome === 'inDoubt'),
    ...candidates.filter((item) => item.outcome === 'accepted'),
  ]
  for (const item of inDoubtFirst) {
    const record = await library.open(item.id)
    if (!record.ok && !isLostForGood(record.error)) return record
    if (!record.ok || record.value.kind !== 'receipt' || record.value.operation !== operation) continue
    // Settled by another program since it was listed: it must not hide one that counts.
    if (record.value.outcome !== 'inDoubt' && record.value.outcome !== 'accepted') continue
    if (record.value.plans.some((plan) => planIds.has(plan.planId.toLowerCase()))) {
      const { id, outcome, sentAt } = record.value
      const needsReason = outcome === 'accepted' && guard.now - Date.parse(sentAt) < guard.days * dayMs
      return ok({ receiptId: id, outcome, sentAt, operation, needsReason })
    }
  }
  return ok(null)
}
