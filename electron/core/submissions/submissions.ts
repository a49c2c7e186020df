import { randomUUID } from 'node:crypto'
import type { DeskCall } from '#shared/desk-call.ts'
import { submissionNamed, type SubmissionDraft } from '#shared/express/operations.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Likeness, Receipt } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { attemptSafely } from './attempt-safely.ts'
import { findChanges } from './changes.ts'
import { findEarlier } from './earlier.ts'
import { notJournalled, type JournalEntry } from './journal.ts'
import { unconfirmed, type Confirmed } from './confirmations.ts'
import { receiverOf } from '../credentials/receiver.ts'
import type { ActiveEnvironment, SubmissionNeeds, SubmissionState } from './needs.ts'
import { earlierWarnings } from './earlier-warnings.ts'
import {
  checkReceiver,
  endpointWarnings,
  fieldsOf,
  intentKeys,
  likenessOf,
  previewOf,
  type Body,
  type Endpoint,
} from './prepare.ts'
import { refuseRow, rowSubmissionId, type RowOrigin } from './row-origin.ts'
import { noFile, whomItMeans, whyNotSeveral } from '../participant/whom.ts'
import { createReceiptNumbers } from './receipt-number.ts'
import { matchesOf, sentFields } from './sent-fields.ts'
import { receiptAfter, receiptBefore } from './receipt.ts'
import { createRecoveryGate } from './recovery-gate.ts'
import { createSettlement, type Settlement } from './settlement.ts'
import { stillAsReviewed, type AsReviewed } from './still-as-reviewed.ts'
import { unusualOf } from './unusual-of.ts'

/**
 * Enroll, Implement and Opt-out. An intent is on disk before the first byte leaves, is sent at most once, and ends
 * with an outcome or in doubt; only a person settles what is in doubt.
 */
export interface Submissions extends Settlement {
  /**
   * Prepares exactly what would be sent to the environment that is on screen. Nothing leaves the machine. Fails with
   * `environment.other` when that is not what is in use. A row of a list has an `origin`: its id follows from it and is
   * refused with `submission.alreadySent` once it was ever begun.
   */
  review(
    draft: SubmissionDraft,
    to: Destination,
    origin?: RowOrigin,
  ): Promise<Result<SubmissionReview>>
  /** Sends a reviewed submission once, to where its review says; asked again for the same id it gives the same receipt. */
  send(submissionId: string, confirmation: Confirmed): Promise<Result<Receipt>>
  discard(submissionId: string): void
  /** A sentence when something is being sent right now. */
  readonly busy: () => string | null
}

interface Reviewed extends AsReviewed {
  readonly body: Body
  readonly reason: string
  readonly readAs: ActiveEnvironment['readAs']
  readonly matches: string[]
  readonly call: DeskCall | null
  readonly origin: RowOrigin | null
  readonly keys: readonly string[]
}

const maxReviewed = 50
/** Answers kept for a message that comes twice; an older one is told that its review is no longer open. */
const maxAnswered = 200

export const createSubmissions = (needs: SubmissionNeeds): Submissions => {
  const newReceiptNumber = createReceiptNumbers()
  const reviewed = new Map<string, Reviewed>()
  const sending = new Map<string, Promise<Result<Receipt>>>()
  const sendingKeys = new Set<string>()
  const answered: string[] = []
  const nowIso = (): string => new Date(needs.clock.now()).toISOString()
  const settlement = createSettlement(
    needs,
    (submissionId) => sending.has(submissionId) && reviewed.has(submissionId),
  )
  const recovery = createRecoveryGate(settlement, needs.library.knowsEarlier)
  const earlierThan = (
    {
      environment,
      operation,
      subject,
      plans,
    }: Pick<SubmissionReview, 'environment' | 'operation' | 'subject' | 'plans'>,
    likeness: Likeness,
  ) =>
    findEarlier(
      needs.library,
      {
        ...{
          environment,
          operation,
          subject,
          planIds: plans.map(({ planId }) => planId),
          likeness,
        },
        digests: peopleKeys(subject).map(needs.pseudonymOf),
      },
      needs.guard(),
    )

  /** Reviews that nobody came back to. Rows of a list are sent at once: they neither count nor push a person's own out. */
  const forgetOldest = (): void => {
    const open = [...reviewed].filter(([id, { origin }]) => origin === null && !sending.has(id))
    for (const [id] of open.splice(0, open.length - maxReviewed)) reviewed.delete(id)
  }

  const endpointOf = async (
    draft: SubmissionDraft,
    environment: ActiveEnvironment,
  ): Promise<Result<Endpoint | null>> => {
    if (draft.transactionUrl === undefined) return ok(null)
    const receiver = receiverOf(draft.transactionUrl, environment)
    if (!receiver.ok) return receiver
    const secrets = await needs.transactionSecrets(environment.id)
    if (!secrets.ok) return secrets
    const fits = checkReceiver(receiver.value, secrets.value)
    if (!fits.ok) return fits
    return ok({
      transUrl: draft.transactionUrl.trim(),
      secrets: secrets.value,
      emptySession: environment.emptySession,
    })
  }

  const review: Submissions['review'] = async (draft, to, origin) => {
    const environment = await needs.environment(to)
    if (!environment.ok) return environment
    const refused = origin ? refuseRow(origin, needs.isTaken) : null
    if (refused) return fail(refused)
    const read = submissionNamed(draft.operation).read(draft)
    const { says } = read
    const participant = says.handle === null ? ok(noFile) : needs.participant(says.handle)
    if (!participant.ok) return participant
    const whom = whomItMeans(participant.value, environment.value)
    if (!whom.ok) return whom
    const endpoint = await endpointOf(draft, environment.value)
    if (!endpoint.ok) return endpoint
    const readAs = environment.value.readAs ?? usualReadAs
    const body = needs.bodyFor(
      draft.operation,
      environment.value,
      fieldsOf(read, participant.value.text, endpoint.value, readAs),
    )
    if (!body.ok) return body
    const url = await needs.urlOf(draft.operation, environment.value.id)
    if (!url.ok) return url
    const subject = says.subject ?? whom.value.subject
    const { id, name, kind, place } = environment.value
    const about = {
      environment: { id, name, kind, place },
      operation: draft.operation,
      subject,
      plans: says.plans,
    }
    const likeness = likenessOf(body.value, participant.value.text, environment.value)
    const earlier = await earlierThan(about, likeness)
    if (!earlier.ok) return earlier
    const here = { id, place, readAs }
    const { changes, warnings } = await findChanges(
      needs.library,
      here,
      subject.participantId,
      says.effect,
      participant.value.profile,
    )
    const shown: SubmissionReview = {
      submissionId: origin ? rowSubmissionId(origin.place) : randomUUID(),
      ...about,
      url: url.value,
      ...previewOf(body.value, readAs),
      sent: sentFields(body.value, participant.value.profile, readAs),
      changes,
      warnings: [
        ...(await earlierWarnings(needs, { kind, subject, ...participant.value }, earlier.value)),
        ...warnings,
        ...(endpoint.value ? endpointWarnings(endpoint.value) : []),
      ],
      unusual: unusualOf(body.value, says.effect, whom.value.profile, needs.clock),
      earlier: earlier.value,
    }
    reviewed.set(shown.submissionId, {
      review: shown,
      to,
      body: body.value,
      likeness,
      reason: says.reason,
      readAs: environment.value.readAs,
      matches: matchesOf(participant.value.profile),
      call: says.call,
      origin: origin ?? null,
      keys: intentKeys(environment.value, draft.operation, subject, says.plans, likeness),
    })
    forgetOldest()
    return ok(shown)
  }

  /** On disk in the journal and in the log of states, both at once. */
  const enter = async (
    about: Omit<SubmissionState, 'state'>,
    entry: Extract<JournalEntry, { state: 'intended' | 'sending' }>,
  ): Promise<Result<void>> => {
    const [written, noted] = await Promise.all([
      needs.journal.write(entry),
      needs.onState({ ...about, state: entry.state }),
    ])
    return noted.ok ? written : fail(notJournalled(noted.error.message))
  }

  const carryOut = async (intent: Reviewed, overrideReason: string): Promise<Result<Receipt>> => {
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
      overrideReason,
      bodySha256: shown.bodySha256,
      likeness: intent.likeness,
      sent: shown.sent,
      ...(intent.readAs === undefined ? {} : { readAs: intent.readAs }),
      matches: intent.matches,
      call: intent.call,
      list: intent.origin?.place ?? null,
    })
    const about = {
      submissionId,
      environmentId: shown.environment.id,
      participantId: shown.subject.participantId,
    }
    const intended = await enter(about, {
      state: 'intended',
      submissionId,
      at: nowIso(),
      operation,
      environmentId: shown.environment.id,
      environmentName: shown.environment.name,
      environmentKind: shown.environment.kind,
      pseudonym: needs.pseudonymOf(shown.subject.participantId),
      people: peopleKeys(shown.subject).map(needs.pseudonymOf),
      receiptId: before.id,
      receiptNumber: before.receiptNumber,
      user: needs.user,
      ...(intent.origin ? { list: intent.origin.place } : {}),
    })
    if (!intended.ok) return intended
    // A row is known from its list, which is kept; all else has its receipt on disk before a byte leaves.
    const kept =
      intent.origin && overrideReason === '' ? null : await needs.library.save(before, '')
    // What has no sentence of its own says at least that nothing was sent.
    if (kept?.ok === false)
      return kept.error.code === 'internal' ? fail(notJournalled(kept.error.message)) : kept

    const begun = { sending: false }
    const { id, name } = shown.environment
    const whyNot = () => {
      const why =
        needs.whyElsewhere(intent.to) ?? whyNotSeveral(shown.subject, needs.takesSeveral(id), name)
      if (why) intent.origin?.turn.onElsewhere()
      return why
    }
    const exchange = async (): Promise<{ readonly receipt: Receipt; readonly text: string }> => {
      const beforeFirstByte = (): Promise<Result<void>> => {
        begun.sending = true
        return enter(about, { state: 'sending', submissionId, at: nowIso() })
      }
      const submit = () =>
        needs.submit(operation, shown.environment.id, body, beforeFirstByte, whyNot)
      const attempt = await attemptSafely(submit, begun, needs.logger)
      const receipt = await receiptAfter(before, attempt, nowIso(), {
        read: (text) => needs.readSubmission(operation, text),
        decode: needs.decodeText,
      })
      if (begun.sending) intent.origin?.turn.onOutcome(receipt)
      return { receipt, text: 'text' in attempt ? attempt.text : '' }
    }
    const done = intent.origin ? await intent.origin.turn.run(exchange) : await exchange()
    const receipt: Receipt = done?.receipt ?? {
      ...before,
      outcome: 'notSent',
      explanation: 'The list was stopped before this row was sent.',
    }
    // A row that was never begun leaves nothing but the journal, as if it had not been taken up.
    const replaced =
      kept === null && !begun.sending
        ? ok(undefined)
        : await needs.library.save(receipt, done?.text ?? '', 'hold')
    // At once, before the journal is written: the list begins its next row meanwhile.
    if (!replaced.ok) intent.origin?.turn.onUnkept()
    // One in doubt must outlive a session without the keychain, as one that was interrupted does. Only now: where the
    // journal has an outcome, its receipt is on disk, or it says that it is not.
    const isKept =
      replaced.ok && (receipt.outcome !== 'inDoubt' || (await needs.library.knowsEarlier()))
    const [recorded, noted] = await Promise.all([
      needs.journal.write({
        state: receipt.outcome,
        submissionId,
        at: nowIso(),
        ...(isKept ? {} : { unkept: true }),
      }),
      needs.onState({ ...about, state: receipt.outcome }),
    ])
    if (!noted.ok)
      needs.logger.error(`outcome of submission ${submissionId} is missing in the activity log`)
    if (!recorded.ok) intent.origin?.turn.onUnkept()
    if (!replaced.ok || !recorded.ok) {
      needs.logger.error(
        `outcome ${receipt.outcome} of submission ${submissionId} could not be kept on disk`,
      )
      return ok({
        ...receipt,
        explanation:
          `${receipt.explanation} This receipt could not be kept on disk: write down its numbers.`.trim(),
      })
    }
    return ok(receipt)
  }

  const start = async (intent: Reviewed, overrideReason: string): Promise<Result<Receipt>> => {
    if (intent.keys.some((key) => sendingKeys.has(key))) {
      return fail({
        code: 'submission.alreadySent',
        message: 'The same submission is being sent right now.',
        advice: 'Wait for its receipt.',
      })
    }
    // Claimed before anything is awaited, so that no second intent can slip in between.
    for (const key of intent.keys) sendingKeys.add(key)
    try {
      const recovered = await recovery.pass()
      const open = recovered.ok ? await stillAsReviewed(intent, needs, earlierThan) : recovered
      return open.ok ? await carryOut(intent, overrideReason) : open
    } finally {
      for (const key of intent.keys) sendingKeys.delete(key)
    }
  }

  return {
    review,
    send: async (submissionId, confirmed) => {
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
      const missing = unconfirmed(intent.review, intent.origin !== null, confirmed)
      if (missing) return fail(missing)
      const promise = start(
        intent,
        intent.review.earlier?.needsReason ? (confirmed.overrideReason ?? '').trim() : '',
      )
      sending.set(submissionId, promise)
      const result = await promise.catch((cause: unknown) => {
        sending.delete(submissionId)
        throw cause
      })
      // A refusal before anything was journalled may be tried again; a receipt stands for good.
      if (!result.ok) {
        sending.delete(submissionId)
        return result
      }
      reviewed.delete(submissionId)
      answered.push(submissionId)
      for (const oldest of answered.splice(0, answered.length - maxAnswered)) sending.delete(oldest)
      return result
    },

    discard: (submissionId) => {
      if (!sending.has(submissionId)) reviewed.delete(submissionId)
    },

    ...settlement,
    recover: recovery.recover,

    busy: () =>
      sendingKeys.size === 0
        ? null
        : 'A submission is being sent. Its answer must be recorded first.',
  }
}
