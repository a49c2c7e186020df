import type { DeskReason, DeskTexts } from '#shared/desk/texts.ts'
import type { PlaceholderValues } from '#shared/desk/placeholders.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { chosenRows, emptyRow, rowsOf, type PlanRow } from '../submit/plan-rows.ts'
import { typedSteps, type TypedStep } from './call-steps.ts'
import type { KnownPlanRow } from './known-callers.ts'

/** What is typed and chosen during a call, before anything is sent. */
export interface CallTyped {
  participantId: string
  firstName: string
  lastName: string
  /** Ids of the checks that passed; no answer is kept anywhere. */
  checksPassed: string[]
  /** Plans of the participant's file. */
  listed: PlanRow[]
  /** Plans that earlier receipts of the participant name. */
  known: KnownPlanRow[]
  /** Plans typed by hand, or chosen from the directory. */
  byHand: PlanRow[]
  reasonCode: string
  /** Reason as it goes to the service. */
  reason: string
  /** Kept on the receipt, not sent. */
  note: string
  transactionUrl: string
}

/**
 * A call about `profile`, or one about nobody yet. Of several plans none is chosen: the caller says which. A single one is
 * chosen even if it is not active, because money may still be managed in it; the list shows its status.
 */
export const typedOf = (profile: ParticipantProfile | null): CallTyped => {
  const rows = profile && profile.accounts.length > 0 ? rowsOf(profile) : []
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

/** The plans that will be sent, in the order shown. */
export const plansOf = (typed: CallTyped): readonly PlanRow[] =>
  chosenRows([...typed.listed, ...typed.known, ...typed.byHand])

/** What would be lost if it were not sent: what was typed and chosen, not what came along from receipts. */
export const wordsOf = ({ known: _fromReceipts, byHand, ...rest }: CallTyped): string =>
  JSON.stringify({
    ...rest,
    byHand: byHand.filter(({ planId, planType }) => planId !== '' || planType !== ''),
  })

export const reasonOf = (typed: CallTyped, texts: DeskTexts): DeskReason | null =>
  texts.reasons.find(({ code }) => code === typed.reasonCode) ?? null

/** What a step still lacks, as a sentence; empty when it is complete. */
export const lackOf = (step: TypedStep, typed: CallTyped, texts: DeskTexts): string => {
  switch (step) {
    case 'caller':
      // Somebody may have one name only; the review says what is missing.
      return [typed.participantId, `${typed.firstName}${typed.lastName}`].some(
        (value) => value.trim() === '',
      )
        ? 'ParticipantId, first name and last name are needed.'
        : ''
    case 'identify': {
      const missing = texts.checksNeeded - typed.checksPassed.length
      return missing > 0
        ? `${missing === 1 ? 'One more check' : `${missing} more checks`} must pass before plans are shown.`
        : ''
    }
    case 'plans': {
      return plansOf(typed).length === 0 ? 'Choose at least one plan.' : ''
    }
    case 'reason': {
      const reason = reasonOf(typed, texts)
      if (reason === null && typed.reason.trim() === '') return 'Choose a reason, or type one.'
      return reason?.needsNote && typed.note.trim() === '' ? `“${reason.text}” needs a note.` : ''
    }
  }
}

/** The first step that lacks something, before `before` where that is given. */
export const firstLacking = (
  typed: CallTyped,
  texts: DeskTexts,
  before?: TypedStep,
): TypedStep | null => {
  const end = before === undefined ? typedSteps.length : typedSteps.indexOf(before)
  return typedSteps.slice(0, end).find((step) => lackOf(step, typed, texts) !== '') ?? null
}

/** Plans as they are read out: `A (401K), B (457B) and C (IRA)`. */
export const plansInWords = (plans: readonly Pick<PlanRow, 'planId' | 'planType'>[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    plans.map(({ planId, planType }) =>
      planType.trim() === '' ? planId.trim() : `${planId.trim()} (${planType.trim()})`,
    ),
  )

/** What the scripts' placeholders stand for in this call. */
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
