import type { Receipt, Settled } from '#shared/records/receipt.ts'
import { createQueue } from '#shared/queue.ts'
import { inUtc, settledWords } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Unresolved } from './journal-states.ts'
import type { IntendedEntry } from './journal.ts'
import { isLostForGood } from '../records/library/lost-for-good.ts'
import type { SubmissionNeeds, SubmissionState } from './needs.ts'
import { receiptBefore } from './receipt.ts'
import type { FindRow, RowDraft } from './row-origin.ts'

/** What a person found out, from whom, and how they know. */
export interface Verdict {
  readonly wentThrough: boolean
  readonly note: string
  /** Empty where it is not known. */
  readonly transactionId: string
  readonly saidBy?: Settled['saidBy'] | undefined
}

/** What becomes of submissions whose outcome no answer told. */
export interface Settlement {
  /** Records a person's verdict on a submission in doubt; fails with `submission.alreadySent` for any other. */
  settle(submissionId: string, verdict: Verdict): Promise<Result<Receipt>>
  /**
   * Makes sure that everything interrupted by the end of the last run is shown as in doubt. Rows of lists have no receipt
   * until there is an outcome; `findRow` says what they were about.
   */
  readonly recover: (findRow: FindRow) => Promise<Result<void>>
  /** Puts participant and plans into receipts that were recovered while the list of their row could not be opened. */
  readonly nameRows: (findRow: FindRow) => Promise<Result<void>>
}

const onlyOutcome =
  'Of the answer only the outcome is known: the receipt could not be kept on disk.'
const neverBegan = 'The program ended before sending began.'

const noReceipt = fail({
  code: 'submission.notFound',
  message: 'No receipt of this submission is kept on this computer.',
})

type SettlementNeeds = Pick<
  SubmissionNeeds,
  'appVersion' | 'clock' | 'journal' | 'library' | 'logger' | 'onState' | 'user'
>

const notInDoubt = fail({
  code: 'submission.alreadySent',
  message: 'This submission is not in doubt.',
})

/** `isSending` tells whether an answer is still waited for: until then nobody but the answer says what became of it. */
export const createSettlement = (
  needs: SettlementNeeds,
  isSending: (submissionId: string) => boolean,
): Settlement => {
  const nowIso = (): string => new Date(needs.clock.now()).toISOString()

  const inOrder = createQueue()

  const changeReceipt = async (
    id: string,
    change: (receipt: Receipt) => Result<Receipt>,
  ): Promise<Result<Receipt>> => {
    const changed = await needs.library.update(id, (record) =>
      record.kind === 'receipt' ? change(record) : noReceipt,
    )
    if (!changed.ok) return changed
    return changed.value.kind === 'receipt' ? ok(changed.value) : noReceipt
  }

  const note = async (receipt: Receipt, state: SubmissionState['state']): Promise<void> => {
    const { submissionId, environment, subject } = receipt
    const about = {
      submissionId,
      environmentId: environment.id,
      participantId: subject.participantId,
    }
    const noted = await needs.onState({ ...about, state })
    if (!noted.ok)
      needs.logger.error(
        `state ${state} of submission ${submissionId} is missing in the activity log`,
      )
  }

  const receiptOf = async (submissionId: string): Promise<Result<Receipt>> => {
    const items = await needs.library.list()
    if (!items.ok) return items
    const inDoubtFirst = items.value.toSorted(
      (a, b) => Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt'),
    )
    for (const item of inDoubtFirst) {
      if (item.kind !== 'receipt') continue
      const record = await needs.library.open(item.id)
      if (
        record.ok &&
        record.value.kind === 'receipt' &&
        record.value.submissionId === submissionId
      ) {
        return ok(record.value)
      }
    }
    return noReceipt
  }

  const saidBy = (row: RowDraft): Pick<Receipt, 'subject' | 'plans' | 'reason'> => ({
    subject: { participantId: row.participantId, name: `${row.firstName} ${row.lastName}` },
    plans: row.plans.map(({ PlanId, PlanType }) => ({
      planId: PlanId,
      planType: PlanType,
      serviceOption: '',
    })),
    reason: row.reason,
  })

  /** What the journal knows, and of a row of a list what the list says. */
  const receiptFrom = (entry: IntendedEntry, row: RowDraft | null): Receipt =>
    receiptBefore({
      id: entry.receiptId,
      savedAt: entry.at,
      environment: {
        id: entry.environmentId,
        name: entry.environmentName,
        kind: entry.environmentKind,
      },
      subject: { participantId: '', name: 'Participant not kept on this computer' },
      appVersion: needs.appVersion,
      receiptNumber: entry.receiptNumber,
      submissionId: entry.submissionId,
      operation: entry.operation,
      user: entry.user,
      plans: [],
      reason: '',
      ...(row ? saidBy(row) : {}),
      overrideReason: '',
      bodySha256: '',
      likeness: {
        body: '',
        file: '',
        service: '',
        ...(row || !entry.people?.length ? {} : { people: entry.people }),
      },
      sent: [],
      matches: [],
      call: null,
      list: entry.list ?? null,
    })

  /** Of what is in doubt on its receipt, the journal may know more. */
  const recoveredAs = (receipt: Receipt, state: Unresolved['state']): Receipt => {
    if (receipt.outcome !== 'inDoubt' || state === 'sending' || state === 'inDoubt') return receipt
    return state === 'intended'
      ? { ...receipt, outcome: 'notSent', explanation: neverBegan }
      : { ...receipt, outcome: state, explanation: onlyOutcome }
  }

  return {
    nameRows: async (findRow) => {
      const items = await needs.library.list()
      if (!items.ok) return items
      for (const item of items.value) {
        if (item.kind !== 'receipt' || item.subject.participantId !== '') continue
        const record = await needs.library.open(item.id)
        if (!record.ok || record.value.kind !== 'receipt' || record.value.list === null) continue
        const row = await findRow(record.value.list)
        const named =
          row &&
          (await needs.library.update(item.id, (receipt) => ok({ ...receipt, ...saidBy(row) })))
        if (named?.ok === false) return named
      }
      return ok(undefined)
    },

    settle: (submissionId, verdict) =>
      inOrder(submissionId, async () => {
        const receipt = await receiptOf(submissionId)
        if (!receipt.ok) return receipt
        if (receipt.value.outcome !== 'inDoubt') return notInDoubt
        if (isSending(submissionId)) {
          return fail({
            code: 'submission.alreadySent',
            message: 'This submission is being sent right now.',
            advice: 'Wait for its answer.',
          })
        }
        const recorded = await needs.journal.write({
          state: 'settled',
          submissionId,
          at: nowIso(),
          wentThrough: verdict.wentThrough,
          ...((await needs.library.knowsEarlier()) ? {} : { unkept: true }),
        })
        if (!recorded.ok) return recorded
        const id = verdict.transactionId === '' ? '' : ` Transaction id ${verdict.transactionId}.`
        const { wentThrough, saidBy = null } = verdict
        const verdictNow: Settled = {
          by: needs.user,
          at: nowIso(),
          saidBy,
          wentThrough,
          transactionId: verdict.transactionId,
        }
        const found = {
          outcome: wentThrough ? 'accepted' : 'notSent',
          settled: verdictNow,
          explanation: `${settledWords(verdictNow, inUtc)}${id} ${verdict.note}`,
        } as const
        const settled = await changeReceipt(receipt.value.id, (now) =>
          now.outcome === 'inDoubt' ? ok({ ...now, ...found }) : notInDoubt,
        )
        if (!settled.ok) return settled
        await note(receipt.value, verdict.wentThrough ? 'settledAccepted' : 'settledNotSent')
        return settled
      }),

    recover: async (findRow) => {
      const unresolved = await needs.journal.unresolved()
      if (!unresolved.ok) return unresolved
      /** One failure must not stop the others. */
      let failed: Result<void> = ok(undefined)
      for (const { entry, state } of unresolved.value) {
        const kept = await needs.library.open(entry.receiptId)
        const isLasting = await needs.library.knowsEarlier()
        // One that only cannot be opened now stays for whoever can.
        if (!kept.ok && isLasting && !isLostForGood(kept.error)) {
          needs.logger.error(
            `receipt ${entry.receiptId} of an interrupted submission: ${kept.error.code}`,
          )
          // A row may have no receipt yet, so nothing would tell of it.
          if (entry.list !== undefined && kept.error.code === 'internal') failed = kept
          continue
        }
        const known = kept.ok && kept.value.kind === 'receipt' ? kept.value : null
        const isNamed = known !== null && known.subject.participantId !== ''
        const row = entry.list && !isNamed ? await findRow(entry.list) : null
        const receipt = known ? { ...known, ...(row ? saidBy(row) : {}) } : receiptFrom(entry, row)
        const recovered = recoveredAs(receipt, state)
        // A row that was only in hand is as if it had not been taken up, as when its list is paused.
        const isInHand = entry.list !== undefined && state === 'intended' && known === null
        const saved = known
          ? await changeReceipt(known.id, () => ok(recovered))
          : isInHand
            ? ok(undefined)
            : await needs.library.save(recovered, '')
        if (!saved.ok) {
          failed = saved
          continue
        }
        // A receipt that goes with the session must be made again by the next one; one of a row that names nobody guards nobody.
        const isKept =
          isLasting && (entry.list === undefined || recovered.subject.participantId !== '')
        if (!isKept && !isInHand) continue
        const recorded = await needs.journal.write({
          state: recovered.outcome,
          submissionId: entry.submissionId,
          at: nowIso(),
        })
        if (recorded.ok) await note(recovered, recovered.outcome)
        else failed = recorded
      }
      return failed
    },
  }
}
