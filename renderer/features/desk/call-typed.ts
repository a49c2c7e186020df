import type { DeskReason, DeskTexts } from '#shared/desk/texts.ts'
import type { CallerKind, FailedCheck } from '#shared/desk-call.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import {
  chosenRows,
  emptyRow,
  rowsOf,
  type PlanRow,
} from '../../workspace/submission/plans/plan-rows.ts'
import type { TypedStep } from './call-steps.ts'
import type { KnownPlanRow } from './caller/known-callers.ts'

/** Everything the agent has typed and chosen during a call, before anything is sent. */
export interface CallTyped {
  participantId: string
  firstName: string
  lastName: string
  caller: CallerKind
  /** Ids of the checks that passed and failed for this id and name. Answers are never stored. */
  checksPassed: string[]
  checksFailed: string[]
  /** Ids of the checks that failed before the id or name was changed in this call. */
  failedBefore: string[]
  listed: PlanRow[]
  known: KnownPlanRow[]
  byHand: PlanRow[]
  reasonCode: string
  /** The text sent to the service as Reason. */
  reason: string
  /** Kept on the receipt, never sent. */
  note: string
  transactionUrl: string
}

/**
 * The typed data for a call about `profile`, or about nobody yet. With several plans, none is
 * chosen, because the caller says which. A single plan is chosen even if it is inactive, because
 * its money may still be managed.
 */
export const typedOf = (profile: ParticipantProfile | null): Omit<CallTyped, 'failedBefore'> => {
  const rows = profile && profile.accounts.length > 0 ? rowsOf(profile, {}) : []
  return {
    participantId: profile?.userId ?? '',
    firstName: profile?.firstName ?? '',
    lastName: profile?.lastName ?? '',
    caller: 'participant',
    checksPassed: [],
    checksFailed: [],
    listed: rows.map((row) => ({ ...row, chosen: rows.length === 1 })),
    known: [],
    byHand: rows.length > 0 ? [] : [emptyRow()],
    reasonCode: '',
    reason: '',
    note: '',
    transactionUrl: '',
  }
}

/** What stays if the participant is filled in anew: who is on the line, and what that person said. */
export const saidByOther = ({ caller, reasonCode, reason, note }: CallTyped) =>
  caller === 'participant' ? {} : { caller, reasonCode, reason, note }

/** Equal for the same caller: case and blanks of id and names do not matter. */
export const callerKey = ({ participantId, firstName, lastName, caller }: CallTyped): string =>
  JSON.stringify([...[participantId, firstName, lastName].map(identityKey), caller])

/** The checks after they ended: passed ones count no longer, failed ones are remembered for the record. */
export const endedChecks = ({ checksFailed, failedBefore }: CallTyped) => ({
  checksPassed: [],
  checksFailed: [],
  failedBefore: [...new Set([...failedBefore, ...checksFailed])],
})

const failedIn = ({ checksFailed, failedBefore }: CallTyped) => [
  ...failedBefore.map((id) => ({ id, text: '', forOther: true })),
  ...checksFailed.map((id) => ({ id, text: '', forOther: false })),
]

/** The part of the call that is kept with its request or its end. */
export const keptCall = (
  typed: CallTyped,
  textsVersion: number,
  startedAt: string,
  note: string,
) => ({
  startedAt,
  textsVersion,
  checksPassed: typed.checksPassed,
  checksFailed: failedIn(typed),
  caller: typed.caller,
  reasonCode: typed.reasonCode,
  note,
})

/** Restores what was typed for a sent request from its receipt. */
export const sentBy = ({ subject, plans, reason, call }: Receipt): Partial<CallTyped> => {
  const { participantId, firstName = subject.name, lastName = '' } = subject
  const idsOf = (isWanted: (check: FailedCheck) => boolean) =>
    (call?.checksFailed ?? []).filter(isWanted).map(({ id }) => id)
  return {
    participantId,
    firstName,
    lastName,
    listed: plans.map((plan) => ({ ...emptyRow(), ...plan })),
    reason,
    reasonCode: call?.reasonCode ?? '',
    caller: call?.caller ?? 'participant',
    checksPassed: call?.checksPassed ?? [],
    checksFailed: idsOf(({ forOther }) => !forOther),
    failedBefore: idsOf(({ forOther }) => forOther),
  }
}

export const plansOf = (typed: CallTyped): readonly PlanRow[] =>
  chosenRows([...typed.listed, ...typed.known, ...typed.byHand])

/**
 * The data that would be lost if it were not sent: everything typed and chosen, except plans from
 * receipts.
 */
export const wordsOf = ({ known: _fromReceipts, byHand, ...rest }: CallTyped): string =>
  JSON.stringify({
    ...rest,
    byHand: byHand.filter(({ planId, planType }) => planId !== '' || planType !== ''),
  })

export const reasonOf = (typed: CallTyped, texts: DeskTexts): DeskReason | null =>
  texts.reasons.find(({ code }) => code === typed.reasonCode) ?? null

export const lackOf = (step: TypedStep, typed: CallTyped, texts: DeskTexts): string => {
  switch (step) {
    case 'caller':
      // Some people have only one name; the review names the missing part.
      return [typed.participantId, `${typed.firstName}${typed.lastName}`].some(
        (value) => value.trim() === '',
      )
        ? 'ParticipantId, first name and last name are needed.'
        : ''
    case 'identify': {
      // Nobody can answer the questions for a participant who has died.
      const missing =
        typed.caller === 'survivor' ? 0 : texts.checksNeeded - typed.checksPassed.length
      if (missing > 0)
        return `${missing === 1 ? 'One more check' : `${missing} more checks`} must pass before the call goes on to the plans.`
      return typed.caller !== 'participant' && typed.note.trim() === ''
        ? 'Who is calling needs a note.'
        : ''
    }
    case 'plans': {
      if (plansOf(typed).length > 0) return ''
      // A typed row is checked, so only its PlanId can be missing.
      return typed.byHand.some(({ chosen }) => chosen)
        ? 'Enter the PlanId.'
        : 'Choose at least one plan.'
    }
    case 'reason': {
      const reason = reasonOf(typed, texts)
      if (reason === null && typed.reason.trim() === '') return 'Choose a reason, or type one.'
      return reason?.needsNote && typed.note.trim() === '' ? `“${reason.text}” needs a note.` : ''
    }
  }
}
