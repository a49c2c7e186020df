import { isoNow } from '#shared/moments.ts'
import { fail } from '#shared/result.ts'
import type { SubmissionAttempt } from '../../express/submit.ts'
import type { Logger } from '../../platform/ports.ts'
import { whyNotThere } from '../guard/let-through.ts'
import { noteState, unrecorded } from '../note-state.ts'
import type { Prepared } from './prepare.ts'
import { receiptAfter } from './receipt.ts'
import type { SubmissionNeeds } from '../needs.ts'

/**
 * Makes an attempt. A bug after sending began leaves the submission in doubt, and is recorded like any other outcome.
 * If it were thrown, nobody would learn of it before the next start.
 */
export const attemptSafely = async (
  attempt: () => Promise<SubmissionAttempt>,
  begun: { readonly sending: boolean },
  logger: Logger,
): Promise<SubmissionAttempt> => {
  try {
    return await attempt()
  } catch (cause) {
    if (!begun.sending) throw cause
    logger.error('a fault while a submission was sent', cause)
    const message =
      'Something went wrong inside the program while this was sent. The service may have carried it out.'
    return { kind: 'inDoubt', error: { code: 'internal', message } }
  }
}

/**
 * Sends a submission once to its reviewed destination, with `sending` and a receipt in doubt on disk before the first byte
 * is sent. The receipt with the answer is only in memory.
 */
export const exchange = async (needs: SubmissionNeeds, { reviewed, receipt: before }: Prepared) => {
  const { table, savedRecords } = needs
  const { submissionId, operation, environment } = before
  const begun = { sending: false }
  let heldBack = false
  const onBeforeFirstByte = async () => {
    const along = table.moved(submissionId, 'sending')
    const isRow = reviewed.row !== null
    const written = isRow ? await savedRecords.save(before, '', { along }) : table.write(along)
    begun.sending = written.ok
    const noted = written.ok ? await noteState(needs.log, before, 'sending') : written
    return noted.ok ? noted : fail(unrecorded(noted.error.message))
  }
  const whyNot = () => {
    const why = whyNotThere(needs.environments, reviewed)
    heldBack ||= why !== null
    return why
  }
  const submit = () =>
    needs.submit(operation, environment.id, reviewed.body, { onBeforeFirstByte, whyNot })
  const attempt = await attemptSafely(submit, begun, needs.logger)
  const receipt = await receiptAfter(before, attempt, isoNow(needs.clock), {
    read: (text) => needs.readAnswer(operation, text),
    clientId: String(reviewed.body['ClientId']),
    decode: needs.decodeText,
    claimIds: (ids) => table.claimIds(submissionId, reviewed.traits, ids),
    logger: needs.logger,
  })
  return {
    receipt,
    /** The service's answer without the request's secrets, otherwise unchanged; empty if there was none. */
    text: 'text' in attempt ? attempt.text : '',
    /** True if `sending` is in the table, so that the service may have seen the submission. */
    begun: begun.sending,
    /** True if nothing was sent, because another environment is in use or this one changed. */
    heldBack,
  }
}

export type Exchanged = Readonly<Awaited<ReturnType<typeof exchange>>>
