import { z } from 'zod'
import type { Receipt } from '../records/receipt.ts'

/** The result of an opt-out, as precise as the service's words allow. */
export const optOutStandingSchema = z.enum([
  'done',
  'alreadyOut',
  'notEnrolled',
  'declined',
  'rejected',
  'notSent',
  'inDoubt',
])
export type OptOutStanding = z.infer<typeof optOutStandingSchema>

export const standingLabels: Readonly<Record<OptOutStanding, string>> = {
  done: 'Opted out',
  alreadyOut: 'Already out',
  notEnrolled: 'Not enrolled',
  declined: 'Declined',
  rejected: 'Rejected',
  notSent: 'Not sent',
  inDoubt: 'In doubt',
}

/** Results of an opt-out that had nothing to do: neither carried out nor failed. */
export const mootStandingSchema = optOutStandingSchema.extract(['alreadyOut', 'notEnrolled'])
export type MootStanding = z.infer<typeof mootStandingSchema>

/** Only the letters of a code such as `ALREADY_OPTED_OUT` or `Already opted out`, in lower case. */
const letters = (code: string) => code.toLowerCase().replace(/[^a-z]/g, '')

const alreadyCodes =
  /^(participant)?(is)?already(been)?(opted)?out$|^alreadyoptout$|^duplicateoptout$/
const notEnrolledCodes = /^(participant)?(is)?not(currently)?enroll?ed$|^noenroll?ment(found)?$/

const alreadyWords =
  /\b(already|previously)( been)? opted[ -]out\b|\bhas (already )?opted[ -]out\b|\balready out of\b/i
const notEnrolledWords =
  /\b(not|never)( currently| been)? enroll?ed(?=$|\s*[.,;:!)]| in (the |this |that |these |any |either )?(plan|program|service|managed))|\bno enroll?ment (was )?found\b/i
/** Words that make a sentence conditional, so that it does not state the actual outcome. */
const supposing = /\b(if|whether|may|might|could|unless)\b/i

/**
 * Derives the opt-out's result from the outcome, and refines it by the service's own words. A
 * declining answer that matches no known result, or two at once, is `declined`.
 */
export const standingOf = ({
  outcome,
  result,
}: Pick<Receipt, 'outcome' | 'result'>): OptOutStanding => {
  if (outcome === 'rejected' || outcome === 'notSent' || outcome === 'inDoubt') return outcome
  if (result === null) return outcome === 'accepted' ? 'done' : 'declined'
  const codes = [result.transactionState, result.transactionReturnCode].map(letters)
  const sentences = [result.errorMessage, result.rkTransactionMessage].filter(
    (words) => !supposing.test(words),
  )
  const says = (inCode: RegExp, inWords: RegExp) =>
    codes.some((code) => inCode.test(code)) || sentences.some((words) => inWords.test(words))
  const already = says(alreadyCodes, alreadyWords)
  if (outcome === 'accepted') return already ? 'alreadyOut' : 'done'
  const notEnrolled = says(notEnrolledCodes, notEnrolledWords)
  const out = already || codes.includes('optedout')
  if (out === notEnrolled) return 'declined'
  return out ? 'alreadyOut' : 'notEnrolled'
}

/** Why an opt-out had nothing to do; null for any other receipt, and for one that a person settled. */
export const mootOf = (
  receipt: Pick<Receipt, 'operation' | 'outcome' | 'result' | 'settled'>,
): MootStanding | null => {
  if (receipt.operation !== 'optout' || receipt.settled !== null) return null
  const found = mootStandingSchema.safeParse(standingOf(receipt))
  return found.success ? found.data : null
}
