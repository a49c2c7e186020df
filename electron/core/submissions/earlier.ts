import type { EnvironmentView, LibraryItem, LibraryRecord, SubmissionReview } from '#shared/ipc/views.ts'
import { identityKey } from '#shared/identity-key.ts'
import { ok, type Result } from '#shared/result.ts'

interface Receipts {
  receiptsOf(participantId: string): Promise<Result<readonly LibraryItem[]>>
  open(id: string): Promise<Result<LibraryRecord>>
}

type About = Pick<EnvironmentView, 'id' | 'kind'>

const dayMs = 86_400_000

/**
 * How the operation at hand was sent before for the same participant and at least one of the same plans: one in doubt
 * before any other, else the latest that was accepted. `needsReason` when that was less than `guard.days` days ago. Fails
 * where the receipts cannot be looked at: what is not known must not pass for "never sent".
 *
 * Receipts of an environment that is no longer there count in every one of its kind: it may have been made anew. A receipt
 * that is damaged counts for every operation and plan: of it only the participant and the outcome can be read.
 */
export const findEarlier = async (
  library: Receipts,
  environment: About,
  operation: SubmissionReview['operation'],
  participantId: string,
  plans: readonly string[],
  guard: { readonly now: number; readonly days: number; readonly isEnvironment: (id: string) => boolean },
): Promise<Result<SubmissionReview['earlier']>> => {
  if (participantId === '') return ok(null)
  const items = await library.receiptsOf(participantId)
  if (!items.ok) return items
  const isHere = (stamp: About): boolean =>
    stamp.id === environment.id || (stamp.kind === environment.kind && !guard.isEnvironment(stamp.id))
  const isRecent = (at: string): boolean => guard.now - Date.parse(at) < guard.days * dayMs
  const planKeys = new Set(plans.map(identityKey))
  const candidates = items.value.filter((item) => isHere(item.environment)).toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const inDoubtFirst = [
    ...candidates.filter((item) => item.outcome === 'inDoubt'),
    ...candidates.filter((item) => item.outcome === 'accepted'),
  ]
  let damaged: SubmissionReview['earlier'] = null
  for (const item of inDoubtFirst) {
    const record = await library.open(item.id)
    if (!record.ok && record.error.code === 'library.damaged') {
      // Nobody can settle it any more, so it asks for a reason as one that was accepted does.
      if (isRecent(item.savedAt)) damaged ??= { receiptId: item.id, outcome: 'accepted', sentAt: item.savedAt, operation, needsReason: true }
      continue
    }
    if (!record.ok && record.error.code !== 'library.notFound') return record
    if (!record.ok || record.value.kind !== 'receipt' || record.value.operation !== operation) continue
    // Settled by another program since it was listed: it must not hide one that counts.
    if (record.value.outcome !== 'inDoubt' && record.value.outcome !== 'accepted') continue
    if (record.value.plans.some((plan) => planKeys.has(identityKey(plan.planId)))) {
      const { id, outcome, sentAt } = record.value
      const needsReason = outcome === 'accepted' && isRecent(sentAt)
      // One that was accepted long ago must not hide a damaged one.
      if (outcome === 'accepted' && !needsReason && damaged) break
      return ok({ receiptId: id, outcome, sentAt, operation, needsReason })
    }
  }
  return ok(damaged)
}
