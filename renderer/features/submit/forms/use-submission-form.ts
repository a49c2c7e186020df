import { watch } from 'vue'
import type { SubmissionOperation, SubmissionDraftTyped } from '#shared/express/operations.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { useHeldOpen } from '../../../lib/use-held-open.ts'
import { useUnusual } from '../../../lib/use-unusual.ts'
import { useKeep } from '../../advise/forecast/use-keep.ts'
import { useParticipant } from '../../../stores/participant-store.ts'
import { useSubmission } from '../use-submission.ts'

/** What one form has of its own. */
export interface FormParts {
  readonly operation: SubmissionOperation
  /** Everything that was typed or ticked, to be compared with a form as it opens. */
  readonly content: () => unknown
  /** Puts the form back to how it opens for the participant who is open. */
  readonly reset: () => void
  /** The draft as typed, about the open file, and the fields of its request that may hold something unusual. */
  readonly typed: (handle: string) => {
    readonly draft: SubmissionDraftTyped
    readonly request: Readonly<Record<string, unknown>>
    /** What of it may be surprising for the participant who is open. */
    readonly inputs: EnrollInputs
  }
  /** True while nothing may be reviewed from what is on screen. */
  readonly isBarred: () => boolean
}

/** What the frame of a form shows, whatever is submitted. */
export type SubmissionForm = ReturnType<typeof useSubmissionForm>

/**
 * The way of every form about an open participant: it opens anew with each participant, asks before what was typed is lost, asks
 * whether what is unusual is meant, keeps the forecast that it is submitted from, and has the review prepared.
 */
export const useSubmissionForm = (parts: FormParts) => {
  const participant = useParticipant()
  const submission = useSubmission()
  const keep = useKeep()
  const { messages: unusual, meant, isMeant, clear } = useUnusual()
  const contentNow = (): string => JSON.stringify(parts.content())
  let untouched = ''

  watch(
    () => [participant.opened?.handle, participant.opened?.chosen],
    () => {
      parts.reset()
      submission.startOver()
      untouched = contentNow()
    },
    { immediate: true },
  )
  watch(() => JSON.stringify(parts.typed('').request), clear)
  useHeldOpen(() => {
    if (submission.sending.value || submission.step.value === 'receipt') return false
    return submission.step.value === 'review' || contentNow() !== untouched
  })

  const review = async (): Promise<void> => {
    const handle = participant.opened?.handle
    if (handle === undefined || parts.isBarred()) return
    const { draft, request, inputs } = parts.typed(handle)
    // Of several in one file it is not known who is meant.
    const further =
      participant.together > 1 ? [] : unusualFor(inputs, participant.profile, new Date())
    if (!isMeant(request, further)) return
    // What is submitted from is kept, so that review and receipt can be followed back to it.
    const isStill = (): boolean => participant.opened?.handle === handle && !parts.isBarred()
    if (!(await keep()) || !isStill()) return
    await submission.prepare(draft)
  }
  submission.whenUnblocked(review)

  return {
    operation: parts.operation,
    submission,
    unusual,
    /** The tick that what is unusual is meant. */
    meant,
    isBarred: parts.isBarred,
    review,
  }
}
