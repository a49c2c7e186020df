import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { SubmissionOperation } from '#shared/express/operations.ts'
import type { DecodedText, SubmissionReading } from '#shared/express/reading.ts'
import type {
  EnvironmentView,
  LibraryItem,
  LibraryRecord,
  Receipt,
  SubmissionDraft,
  SubmissionReview,
} from '#shared/ipc/views.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, Logger } from '../ports.ts'
import { findEarlier } from './earlier.ts'
import type { IntendedEntry, Journal } from './journal.ts'
import {
  digestOf,
  fieldsOf,
  plansOf,
  previewOf,
  sameIntentKey,
  subjectOf,
  type Body,
  type TransactionSecrets,
} from './prepare.ts'
import { newReceiptNumber } from './receipt-number.ts'
import { receiptAfter, receiptBefore, type SubmissionAttempt } from './receipt.ts'

type ActiveEnvironment = Pick<EnvironmentView, 'id' | 'name' | 'kind' | 'clientId'>

/** The library as far as submissions need it. */
export interface ReceiptLibrary {
  list(): Promise<Result<readonly LibraryItem[]>>
  open(id: string): Promise<Result<LibraryRecord>>
  save(record: LibraryRecord, verbatim: string): Promise<Result<LibraryItem>>
  replace(record: LibraryRecord, verbatim?: string): Promise<Result<LibraryItem>>
}

/** The parts of the house that submissions need; `create-core.ts` hands them in. */
export interface SubmissionNeeds {
  readonly clock: Clock
  readonly logger: Logger
  readonly appVersion: string
  readonly user: string
  readonly journal: Journal
  readonly library: ReceiptLibrary
  readonly activeEnvironment: () => Promise<Result<ActiveEnvironment>>
  readonly participant: (
    handle: string,
  ) => Result<{ readonly text: string; readonly profile: ParticipantProfile | null }>
  readonly transactionSecrets: (environmentId: string) => Promise<Result<TransactionSecrets | null>>
  readonly bodyFor: (operation: SubmissionOperation, environment: ActiveEnvironment, fields: Body) => Result<Body>
  readonly urlOf: (operation: SubmissionOperation, environmentId: string) => Promise<Result<string>>
  readonly submit: (
    operation: SubmissionOperation,
    environmentId: string,
    body: Body,
    beforeFirstByte: () => Promise<Result<void>>,
  ) => Promise<SubmissionAttempt>
  readonly readSubmission: (operation: SubmissionOperation, text: string) => Result<SubmissionReading>
  readonly decodeText: (text: string) => DecodedText
}

/**
 * Enroll, Implement and Opt-out. An intent is on disk before the first byte leaves, is sent at most once, and ends
 * with an outcome or in doubt; only a person settles what is in doubt.
 */
export interface Submissions {
  /** Prepares exactly what would be sent. Nothing leaves the machine. */
  review(draft: SubmissionDraft): Promise<Result<SubmissionReview>>
  /** Sends a reviewed submission once; asked again for the same id it gives the same receipt. */
  send(submissionId: string, typedName: string | undefined): Promise<Result<Receipt>>
  discard(submissionId: string): void
  settle(
    submissionId: string,
    verdict: { readonly wentThrough: boolean; readonly note: string; readonly transactionId: string },
  ): Promise<Result<Receipt>>
  /** Makes sure that everything interrupted by the end of the last run is shown as in doubt. */
  recover(): Promise<Result<void>>
  /** A sentence when something is being sent right now. */
  busy(): string | null
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
    const secrets = await needs.transactionSecrets(environment.value.id)
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
    const replaced = await needs.library.replace(receipt, 'text' in attempt ? attempt.text : undefined)
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
    const { earlier } = intent.review
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

  const receiptOf = async (submissionId: string): Promise<Result<Receipt>> => {
    const items = await needs.library.list()
    if (!items.ok) return items
    for (const item of items.value) {
      if (item.kind !== 'receipt') continue
      const record = await needs.library.open(item.id)
      if (record.ok && record.value.kind === 'receipt' && record.value.submissionId === submissionId) {
        return ok(record.value)
      }
    }
    return fail({ code: 'submission.notFound', message: 'No receipt of this submission is kept on this computer.' })
  }

  const lostReceipt = (entry: IntendedEntry): Receipt =>
    receiptBefore({
      id: entry.receiptId,
      savedAt: entry.at,
      environment: { id: entry.environmentId, name: entry.environmentName, kind: entry.environmentKind },
      subject: { participantId: '', name: 'Participant not kept on this computer' },
      appVersion: needs.appVersion,
      receiptNumber: entry.receiptNumber,
      submissionId: entry.submissionId,
      operation: entry.operation,
      user: entry.user,
      plans: [],
      reason: '',
      bodySha256: entry.bodySha256,
    })

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

    settle: async (submissionId, verdict) => {
      const receipt = await receiptOf(submissionId)
      if (!receipt.ok) return receipt
      if (receipt.value.outcome !== 'inDoubt') {
        return fail({ code: 'submission.alreadySent', message: 'This submission is not in doubt.' })
      }
      const recorded = await needs.journal.write({
        state: 'settled',
        submissionId,
        at: nowIso(),
        wentThrough: verdict.wentThrough,
      })
      if (!recorded.ok) return recorded
      const id = verdict.transactionId === '' ? '' : ` Transaction id ${verdict.transactionId}.`
      const settled: Receipt = {
        ...receipt.value,
        outcome: verdict.wentThrough ? 'accepted' : 'notSent',
        explanation:
          `Settled by ${needs.user} on ${nowIso()}: ` +
          `${verdict.wentThrough ? 'it went through' : 'it did not go through'}.${id} ${verdict.note}`,
      }
      const replaced = await needs.library.replace(settled)
      return replaced.ok ? ok(settled) : replaced
    },

    recover: async () => {
      const unresolved = await needs.journal.unresolved()
      if (!unresolved.ok) return unresolved
      for (const { entry, state } of unresolved.value) {
        const known = await receiptOf(entry.submissionId)
        const receipt = known.ok ? known.value : lostReceipt(entry)
        const recovered: Receipt =
          state === 'sending' || receipt.outcome !== 'inDoubt'
            ? receipt
            : { ...receipt, outcome: 'notSent', explanation: 'The program ended before sending began.' }
        const kept = known.ok ? await needs.library.replace(recovered) : await needs.library.save(recovered, '')
        if (!kept.ok) return kept
        const recorded = await needs.journal.write({
          state: recovered.outcome,
          submissionId: entry.submissionId,
          at: nowIso(),
        })
        if (!recorded.ok) return recorded
      }
      return ok(undefined)
    },

    busy: () => (sendingKeys.size === 0 ? null : 'A submission is being sent. Its answer must be recorded first.'),
  }
}
