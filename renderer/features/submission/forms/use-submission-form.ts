import { watch, type Ref } from 'vue'
import {
  readDraft,
  type SubmissionDraftTyped,
  type SubmissionOperation,
} from '#shared/express/operations.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useUnusual } from '../../../lib/use-unusual.ts'
import { useKeep } from '../../../workspace/forecast/use-keep.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'
import { useSubmission } from '../../../workspace/submission/use-submission.ts'

interface FormParts<T> {
  readonly operation: SubmissionOperation
  /**
   * Everything typed and chosen, as plain data. While it has changes, closing the window needs a
   * confirmation. A new participant resets it.
   */
  readonly typed: Ref<T>
  /** An empty form for the open participant. */
  readonly blank: () => T
  readonly draft: (handle: string) => SubmissionDraftTyped
  /** True while no review may be requested. */
  readonly isBarred: () => boolean
}

export type SubmissionForm = ReturnType<typeof useSubmissionForm>

/**
 * The parts that all forms about an open participant share. They reset the form for each
 * participant, ask before typed text is lost, have unusual values confirmed, save the submitted
 * forecast, and prepare the review.
 */
export const useSubmissionForm = <T>(parts: FormParts<T>) => {
  const participant = useParticipant()
  const submission = useSubmission()
  const keep = useKeep()
  const { messages: unusual, meant, isMeant, clear } = useUnusual()
  const typedNow = () => JSON.stringify(parts.typed.value)
  let untouched = ''

  watch(
    () => [participant.opened?.handle, participant.opened?.chosen],
    () => {
      parts.typed.value = parts.blank()
      submission.startOver()
      untouched = typedNow()
    },
    { immediate: true },
  )
  // Errors about earlier entries no longer apply.
  watch(
    () => JSON.stringify(parts.draft('')),
    () => {
      clear()
      submission.problem.value = null
    },
  )
  useDraft({
    name: `participant/${parts.operation}`,
    isTyped: () => {
      if (submission.sending.value || submission.step.value === 'receipt') return false
      return submission.step.value === 'review' || typedNow() !== untouched
    },
    read: () => parts.typed.value,
    write: (typed) => {
      parts.typed.value = typed
    },
  })

  const review = async () => {
    const handle = participant.opened?.handle
    if (handle === undefined || parts.isBarred()) return
    const draft = submission.checked(parts.draft(handle))
    if (draft === null) return
    const { says, fields } = readDraft(draft)
    const { effect } = says
    // In a file with several participants, it is not known which one is meant.
    const further =
      effect.kind !== 'asForecast' || participant.together > 1
        ? []
        : unusualFor(effect.inputs, participant.profile, new Date(), participant.personRules)
    if (
      !isMeant(
        fields('', (inputs) => inputs),
        further,
      )
    )
      return
    // Saves the forecast first, so that the review and the receipt can refer to it.
    const isStill = () => participant.opened?.handle === handle && !parts.isBarred()
    if (!(await keep()) || !isStill()) return
    await submission.prepare(draft, participant.wagesBefore)
  }
  submission.whenUnblocked(review)

  return {
    operation: parts.operation,
    submission,
    unusual,
    meant,
    isBarred: parts.isBarred,
    review,
  }
}
