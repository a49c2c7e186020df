import { watch } from 'vue'
import type { SubmissionOperation, SubmissionDraftTyped } from '#shared/express/operations.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { useHeldOpen } from '../../../lib/use-held-open.ts'
import { useUnusual } from '../../../lib/use-unusual.ts'
import { useKeep } from '../../advise/forecast/use-keep.ts'
import { useParticipant } from '../../../stores/participant-store.ts'
import { useSubmission } from '../use-submission.ts'

/** The specific parts of one form. */
export interface FormParts {
  readonly operation: SubmissionOperation
  /** Everything typed or ticked, to compare with the form as it opened. */
  readonly content: () => unknown
  /** Resets the form for the open participant. */
  readonly reset: () => void
  /** The typed draft about the open file, and the fields of its request that may be unusual. */
  readonly typed: (handle: string) => {
    readonly draft: SubmissionDraftTyped
    readonly request: Readonly<Record<string, unknown>>
    /** Inputs that may be surprising for the open participant. */
    readonly inputs: EnrollInputs
  }
  /** True while nothing on screen can be reviewed. */
  readonly isBarred: () => boolean
}

/** The state of a form's frame for any submission. */
export type SubmissionForm = ReturnType<typeof useSubmissionForm>

/**
 * Common behavior of the forms about an open participant: reset for each participant, confirm before losing typed text,
 * confirm unusual values, save the forecast it is submitted from, and have the review prepared.
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
    // In a file of several nobody knows who is meant.
    const further =
      participant.together > 1 ? [] : unusualFor(inputs, participant.profile, new Date())
    if (!isMeant(request, further)) return
    // The forecast is saved, so that review and receipt can be traced to it.
    const isStill = (): boolean => participant.opened?.handle === handle && !parts.isBarred()
    if (!(await keep()) || !isStill()) return
    await submission.prepare(draft)
  }
  submission.whenUnblocked(review)

  return {
    operation: parts.operation,
    submission,
    unusual,
    /** The box that confirms unusual values. */
    meant,
    isBarred: parts.isBarred,
    review,
  }
}
