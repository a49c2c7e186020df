import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Receipt, SubmissionDraft, SubmissionReview } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { findEarlier } from './earlier.ts'
import type { SubmissionNeeds } from './needs.ts'
import { digestOf, endpointWarnings, fieldsOf, plansOf, previewOf, sameIntentKey, subjectOf, type Body } from './prepare.ts'
import { newReceiptNumber } from './receipt-number.ts'
import { receiptAfter, receiptBefore } from './receipt.ts'
import { createSettlement, type Settlement } from './settlement.ts'

/**
 * Enroll, Implement and Opt-out. An intent is on disk before the first byte leaves, is sent at most once, and ends
 * with an outcome or in doubt; only a person settles what is in doubt.
 */
export interface Submissions extends Settlement {
  /** Prepares exactly what would be sent. Nothing leaves the machine. */
  review(draft: SubmissionDraft): Promise<Result<SubmissionReview>>
  /** Sends a reviewed submission once; asked again for the same id it gives the same receipt. */
  send(submissionId: string, typedName: string | undefined): Promise<Result<Receipt>>
  discard(submissionId: string): void
  /** A sentence when something is being sent right now. */
  readonly busy: () => string | null
}

interface Reviewed {
  readonly review: SubmissionReview
  readonly body: Body
  readonly reason: string
  readonly key: string
}

const maxReviewed = 50

const normalised = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const createSubmissions = (needs: SubmissionNeeds): Submissions => {
  const reviewed = new Map<string, Reviewed>()
  const sending = new Map<string, Promise<Result<Receipt>>>()
  const sendingKeys = new Set<string>()
  const pseudonymKey = randomBytes(32)
  const nowIso = (): string => new Date(needs.clock.now()).toISOString()
  const pseudonymOf = (participantId: string): string =>
    createHmac('sha256', pseudonymKey).update(participantId).digest('hex').slice(0, 32)

  const review: Submissions['review'] = async (draft) => {
    const environment = await needs.activeEnvironment()
    if (!environment.ok) return environment
    const participant = draft.operation === 'optout' ? ok({ text: '', profile: null }) : needs.participant(draft.handle)
    if (!participant.ok) return participant
    const endpoint = draft.transactionUrl !== undefined
    const secrets = endpoint ? await needs.transactionSecrets(environment.value.id) : ok(null)
    if (!secrets.ok) return secrets
    const body = needs.bodyFor(
      draft.operation,
      environment.value,
      fieldsOf(draft, participant.value.text, secrets.value),
    )
    if (!body.ok) return body
    const url = await needs.urlOf(draft.operation, environment.value.id)
    if (!url.ok) return url
    const plans = plansOf(draft)
    const subject = subjectOf(draft, participant.value.profile)
    const { id, name, kind } = environment.value
    const shown: SubmissionReview = {
      submissionId: randomUUID(),
      operation: draft.operation,
      environment: { id, name, kind },
      url: url.value,
      subject,
      plans,
      ...previewOf(body.value),
      warnings: endpoint ? endpointWarnings(secrets.value) : [],
      earlier: await findEarlier(needs.library, id, draft.operation, subject.participantId, plans),
    }
    reviewed.set(shown.submissionId, {
      review: shown,
      body: body.value,
      reason: draft.operation === 'optout' ? draft.reason : '',
      key: sameIntentKey(environment.value, draft.operation, subject.participantId, plans),
    })
    for (const oldest of reviewed.keys()) {
      if (reviewed.size <= maxReviewed) break
      if (!sending.has(oldest)) reviewed.delete(oldest)
    }
    return ok(shown)
  }

  const carryOut = async (intent: Reviewed): Promise<Result<Receipt>> => {
    const { review: shown, body } = intent
    const { submissionId, operation } = shown
    const before = receiptBefore({
      id: randomUUID(),
      savedAt: nowIso(),
      environment: shown.environment,
      subject: shown.subject,
      appVersion: needs.appVersion,
      receiptNumber: newReceiptNumber(needs.clock.now()),
      submissionId,
      operation,
      user: needs.user,
      plans: shown.plans,
      reason: intent.reason,
      bodySha256: digestOf(body),
    })
    const intended = await needs.journal.write({
      state: 'intended',
      submissionId,
      at: nowIso(),
      operation,
      environmentId: shown.environment.id,
      environmentName: shown.environment.name,
      environmentKind: shown.environment.kind,
      pseudonym: pseudonymOf(shown.subject.participantId),
      bodySha256: before.bodySha256,
      receiptId: before.id,
      receiptNumber: before.receiptNumber,
      user: needs.user,
    })
    if (!intended.ok) return intended
    const kept = await needs.library.save(before, '')
    if (!kept.ok) return kept

    const attempt = await needs.submit(operation, shown.environment.id, body, () =>
      needs.journal.write({ state: 'sending', submissionId, at: nowIso() }),
    )
    const receipt = receiptAfter(before, attempt, nowIso(), {
      read: (text) => needs.readSubmission(operation, text),
      decode: needs.decodeText,
    })
    const replaced =
      'text' in attempt
        ? await needs.library.save(receipt, attempt.text)
        : await needs.library.replace(receipt)
    const recorded = await needs.journal.write({ state: receipt.outcome, submissionId, at: nowIso() })
    if (!replaced.ok || !recorded.ok) {
      needs.logger.error(`outcome ${receipt.outcome} of submission ${submissionId} could not be kept on disk`)
      return ok({
        ...receipt,
        explanation: `${receipt.explanation} This receipt could not be kept on disk: write down its numbers.`.trim(),
      })
    }
    return ok(receipt)
  }

  const openIntent = async (intent: Reviewed): Promise<Result<void>> => {
    const { earlier, environment, operation, url } = intent.review
    const urlNow = await needs.urlOf(operation, environment.id)
    if (!urlNow.ok) return urlNow
    if (urlNow.value !== url) {
      return fail({
        code: 'submission.notFound',
        message: `The address of ${environment.name} has changed since this was reviewed. Nothing was sent.`,
        advice: 'Review the submission again.',
      })
    }
    const now = await findEarlier(
      needs.library,
      intent.review.environment.id,
      intent.review.operation,
      intent.review.subject.participantId,
      intent.review.plans,
    )
    if (now?.outcome === 'inDoubt') {
      return fail({
        code: 'submission.inDoubt',
        message: 'An earlier submission of this kind for this participant and these plans is in doubt.',
        advice: 'Open its receipt, find out what became of it, and settle it first.',
      })
    }
    if (now !== null && now.receiptId !== earlier?.receiptId) {
      return fail({
        code: 'submission.alreadySent',
        message: 'This was sent after the review was made.',
        advice: 'Review it again: the earlier receipt is shown there.',
      })
    }
    return ok(undefined)
  }

  const start = async (intent: Reviewed): Promise<Result<Receipt>> => {
    if (sendingKeys.has(intent.key)) {
      return fail({
        code: 'submission.alreadySent',
        message: 'The same submission for this participant and these plans is being sent right now.',
        advice: 'Wait for its receipt.',
      })
    }
    // Claimed before anything is awaited, so that no second intent can slip in between.
    sendingKeys.add(intent.key)
    try {
      const open = await openIntent(intent)
      return open.ok ? await carryOut(intent) : open
    } finally {
      sendingKeys.delete(intent.key)
    }
  }

  return {
    review,
    send: async (submissionId, typedName) => {
      const running = sending.get(submissionId)
      if (running) return running
      const intent = reviewed.get(submissionId)
      if (!intent) {
        return fail({
          code: 'submission.notFound',
          message: 'This review is no longer open.',
          advice: 'Review the submission again.',
        })
      }
      const { environment, subject } = intent.review
      if (environment.kind === 'production' && normalised(typedName ?? '') !== normalised(subject.name)) {
        return fail({
          code: 'submission.confirmation',
          message: "In production the participant's name is typed before sending, and what was typed does not match.",
          field: 'typedName',
        })
      }
      const promise = start(intent)
      sending.set(submissionId, promise)
      const result = await promise
      // A refusal before anything was journalled may be tried again; a receipt stands for good.
      if (!result.ok) sending.delete(submissionId)
      return result
    },

    discard: (submissionId) => {
      if (!sending.has(submissionId)) reviewed.delete(submissionId)
    },

    ...createSettlement(needs),

    busy: () => (sendingKeys.size === 0 ? null : 'A submission is being sent. Its answer must be recorded first.'),
  }
}
