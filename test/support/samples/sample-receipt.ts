import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'

/** The cautions of a request that needs no warning. */
export const noCautions = {
  lowered: null,
  unsentAges: { retirement: null, claim: null },
  stock: [],
}

/** A made-up receipt for an enrollment, with the changes in `over`. */
export const aReceipt = (over: Partial<Receipt> = {}): Receipt => ({
  id: '3f0d2c1e-51a9-4a52-9e0d-7a8c1c1d1e10',
  kind: 'receipt',
  savedAt: '2026-11-20T15:04:05.000Z',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Álvarez' },
  appVersion: '0.1.0',
  receiptNumber: 'GP-20261120-7F3K2M',
  submissionId: '0c9a2b52-0b68-4b8b-9a2b-2a5c4d5e6f70',
  operation: 'enroll',
  outcome: 'accepted',
  user: 'advisor',
  advisor: '',
  plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: 'ManagedAccounts' }],
  reason: '',
  doubts: [],
  overrideReason: '',
  result: {
    success: true,
    errorMessage: '',
    transactionId: 'T-100482-77',
    clientTransactionId: 'CT-1',
    rkTransactionId: 'RK-9',
    rkTransactionMessage: 'Participant P-100482, account 4400-1188-22, queued',
    transactionState: 'Queued',
    transactionReturnCode: '0',
    transactionData: '',
    htmlTransactionConfirmation: true,
    clientId: 'TRAINING',
    annuityPurchaseRequest: null,
  },
  transaction: {
    text: '<Transaction>\n  <Participant UserID="P-100482" FirstName="Maria" LastName="Álvarez">\n    <Account AccountNumber="4400118822"/>\n  </Participant>\n</Transaction>',
    encoding: 'base64',
  },
  forecast: null,
  notes: [],
  explanation: '',
  status: 200,
  retryAfter: null,
  sentAt: '2026-11-20T15:04:05.000Z',
  answeredAt: '2026-11-20T15:04:07.000Z',
  bodySha256: 'ab'.repeat(32),
  likeness: { body: '', file: '', service: '' },
  sent: [],
  inputs: {},
  recommended: null,
  matches: [],
  settled: null,
  call: null,
  wrapUp: null,
  list: null,
  ...over,
})

/** The review of an opt-out, with the changes in `over`. */
export const aReview = (over: Partial<SubmissionReview> = {}): SubmissionReview => ({
  submissionId: 'review-1',
  operation: 'optout',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  url: 'http://127.0.0.1:40123/rm/v1/express/optout',
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: '' }],
  fields: [{ name: 'ParticipantId', value: 'P-100482', description: '' }],
  sent: [
    {
      name: 'ParticipantId',
      label: 'Participant id',
      lines: [['P-100482']],
      leftOut: '',
      file: null,
    },
  ],
  bodyPreview: '{}',
  bodyBytes: 120,
  changes: {
    kind: 'stated',
    begins: 'The advice service stops for this plan:',
    ends: 'Nothing else is asked of the service.',
  },
  warnings: [],
  unusual: [],
  bodySha256: '0'.repeat(64),
  earlier: null,
  ...over,
})
