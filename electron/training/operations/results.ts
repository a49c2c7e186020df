import type { Verdict } from '../enrolments.ts'
import type { TransactionIds } from '../identifiers.ts'

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
  TransactionId: ids.transactionId,
  ClientTransactionId: ids.clientTransactionId,
  RKTransactionId: ids.rkTransactionId,
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

type Declined = ReturnType<typeof declined>

/** Why the memory of enrollments declines a request; `null` if it does not. */
export const declinedBy = (verdict: Verdict, userId: string): Declined | null => {
  switch (verdict.kind) {
    case 'completed':
    case 'renewed':
    case 'alreadyOptedOut':
    case 'optedOutBefore':
      return null
    case 'notEnrolled':
      return declined(
        'NotEnrolled',
        `Participant ${userId} is not enrolled in plan ${verdict.planId}.`,
      )
    case 'optedOut':
      return declined(
        'OptedOut',
        `Participant ${userId} has opted out of plan ${verdict.planId}; enroll again first.`,
      )
    case 'onHold':
      return declined(
        'OnHold',
        `Simulated: plan ${verdict.planId} of participant ${userId} is on hold while a trade settles.`,
      )
  }
}
