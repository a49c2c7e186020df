import type { TransactionIds, Verdict } from '../enrollments.ts'

/** EnrollmentResult and OptOutResult; the latter has no AnnuityPurchaseRequest. */
export const resultFields = (
  clientId: string,
  values: Readonly<Record<string, string | boolean>>,
) => ({
  Success: true,
  ErrorMessage: '',
  TransactionId: '',
  ClientTransactionId: '',
  RKTransactionId: '',
  RKTransactionMessage: '',
  TransactionState: '',
  TransactionReturnCode: '',
  TransactionData: '',
  HtmlTransactionConfirmation: false,
  ClientId: clientId,
  ...values,
})

export const accepted = (ids: TransactionIds, state: string, message: string) => ({
  ...ids,
  RKTransactionMessage: message,
  TransactionState: state,
  TransactionReturnCode: '0',
  HtmlTransactionConfirmation: true,
})

export const declined = (state: string, message: string) => ({
  Success: false,
  ErrorMessage: message,
  TransactionState: state,
  TransactionReturnCode: '1',
})

/** The declining answer; `null` if the service's memory of enrollments allows the request. */
export const declinedBy = (verdict: Verdict, userId: string) => {
  if (!('planId' in verdict)) return null
  const { kind, planId } = verdict
  const who = `Participant ${userId}`
  if (kind === 'notEnrolled')
    return declined('NotEnrolled', `${who} is not enrolled in plan ${planId}.`)
  return kind === 'optedOut'
    ? declined('OptedOut', `${who} has opted out of plan ${planId}; enroll again first.`)
    : declined(
        'OnHold',
        `Simulated: plan ${planId} of participant ${userId} is on hold while a trade settles.`,
      )
}
