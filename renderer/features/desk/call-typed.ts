import type { DeskReason, DeskTexts } from '#shared/desk/texts.ts'
import type { PlaceholderValues } from '#shared/desk/placeholders.ts'
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
  /** Ids of the passed checks. Answers are never stored. */
  checksPassed: string[]
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
export const typedOf = (profile: ParticipantProfile | null): CallTyped => {
  const rows = profile && profile.accounts.length > 0 ? rowsOf(profile, {}) : []
  return {
    participantId: profile?.userId ?? '',
    firstName: profile?.firstName ?? '',
    lastName: profile?.lastName ?? '',
    checksPassed: [],
    listed: rows.map((row) => ({ ...row, chosen: rows.length === 1 })),
    known: [],
    byHand: rows.length > 0 ? [] : [emptyRow()],
    reasonCode: '',
    reason: '',
    note: '',
    transactionUrl: '',
  }
}

/** Restores from a receipt what was typed for its request. */
export const sentBy = ({ subject, plans, reason, call }: Receipt): Partial<CallTyped> => {
  const { participantId, firstName = subject.name, lastName = '' } = subject
  return {
    participantId,
    firstName,
    lastName,
    listed: plans.map((plan) => ({ ...emptyRow(), ...plan })),
    reason,
    reasonCode: call?.reasonCode ?? '',
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
      const missing = texts.checksNeeded - typed.checksPassed.length
      return missing > 0
        ? `${missing === 1 ? 'One more check' : `${missing} more checks`} must pass before the call goes on to the plans.`
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

/** Plans in the words that are read aloud: `A (401K), B (457B) and C (IRA)`. */
export const plansInWords = (plans: readonly Pick<PlanRow, 'planId' | 'planType'>[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    plans.map(({ planId, planType }) =>
      planType.trim() === '' ? planId.trim() : `${planId.trim()} (${planType.trim()})`,
    ),
  )

export const scriptValues = (
  typed: CallTyped,
  environment: string,
  receiptNumber: string,
): PlaceholderValues => ({
  firstName: typed.firstName.trim(),
  lastName: typed.lastName.trim(),
  plans: plansInWords(plansOf(typed)),
  reason: typed.reason.trim(),
  environment,
  receiptNumber,
})
