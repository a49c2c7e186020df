import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  submissionDraftSchema,
  type SubmissionDraft,
  type SubmissionDraftTyped,
} from '#shared/express/operations.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { useClient, useEvent } from '../../ipc/client.ts'
import { useProgram } from '../program-store.ts'

/**
 * One submission: typed → reviewed → sent. The page never sends a request body. It sends the id of
 * the review that main prepared, so that exactly what was shown is sent.
 */
export const useSubmission = () => {
  const client = useClient()
  const program = useProgram()
  const review = shallowRef<SubmissionReview | null>(null)
  const receipt = shallowRef<Receipt | null>(null)
  const problem = shallowRef<AppError | null>(null)
  const preparing = ref(false)
  /** When sending started, in epoch milliseconds; null while nothing is being sent. */
  const sendingSince = ref<number | null>(null)
  const sending = computed(() => sendingSince.value !== null)

  /** Counts the events that make a review in preparation outdated. */
  let latest = 0

  const step = computed(() =>
    receipt.value !== null ? 'receipt' : review.value !== null ? 'review' : 'form',
  )

  const discard = ({ submissionId }: SubmissionReview) =>
    void client.call('submission.discard', { submissionId })

  const leavePreparing = () => {
    latest += 1
    preparing.value = false
  }

  /** The typed request as a draft. If it is invalid, returns null, and the problem names the field and the reason. */
  const checked = (typed: SubmissionDraftTyped): SubmissionDraft | null => {
    leavePreparing()
    const draft = submissionDraftSchema.safeParse(typed)
    if (draft.success) return draft.data
    const [issue] = draft.error.issues
    const field = issue?.path.filter((part) => typeof part === 'string').join(' › ') ?? ''
    const message = `${field}: ${issue?.message ?? 'this does not fit'}.`
    problem.value = { code: 'input.invalid', message, field }
    return null
  }

  /** Makes main prepare a checked draft; `wagesBefore` is null unless entered. */
  const prepare = async (draft: SubmissionDraft, wagesBefore: number | null = null) => {
    leavePreparing()
    const mine = latest
    const to = program.destination
    if (to === null) return
    preparing.value = true
    problem.value = null
    const prepared = await client.call('submission.review', {
      draft,
      to,
      wagesBefore: wagesBefore ?? undefined,
    })
    if (mine !== latest) {
      if (prepared.ok) discard(prepared.value)
      return
    }
    preparing.value = false
    if (prepared.ok) review.value = prepared.value
    else problem.value = prepared.error
  }

  const send = async (overrideReason: string, sendsUnusual: boolean) => {
    if (review.value === null || sending.value) return
    sendingSince.value = Date.now()
    problem.value = null
    const sent = await client.call('submission.send', {
      submissionId: review.value.submissionId,
      overrideReason: overrideReason || undefined,
      sendsUnusual: sendsUnusual || undefined,
    })
    sendingSince.value = null
    if (sent.ok) receipt.value = sent.value
    else problem.value = sent.error
  }

  const back = () => {
    leavePreparing()
    if (review.value !== null) discard(review.value)
    review.value = null
    problem.value = null
  }

  /** True once the earlier submission that blocks this one is no longer in doubt. */
  const isUnblocked = async () => {
    const waiting = review.value
    const earlier = waiting?.earlier
    if (earlier?.outcome !== 'inDoubt') return false
    const list = await client.call('records.list', {})
    if (review.value !== waiting || !list.ok) return false
    return !list.value.some(({ id, outcome }) => id === earlier.receiptId && outcome === 'inDoubt')
  }
  /** Calls `again` once the blocking submission is settled, in whichever window. */
  const whenUnblocked = (again: () => Promise<void>) => {
    const look = async () => {
      if (!(await isUnblocked())) return
      back()
      await again()
    }
    useEvent('records.changed', () => void look())
  }

  const settled = (settledReceipt: Receipt) => {
    receipt.value = settledReceipt
  }

  const startOver = () => {
    leavePreparing()
    review.value = null
    receipt.value = null
    problem.value = null
  }

  return {
    review,
    receipt,
    problem,
    preparing,
    sending,
    sendingSince,
    step,
    checked,
    prepare,
    send,
    back,
    whenUnblocked,
    settled,
    startOver,
  }
}

export type Submission = ReturnType<typeof useSubmission>
