import { openRealCore } from './real-core.ts'

/**
 * A program for tests to kill. It opens the core on a data folder, adds the environment at the
 * given address, and sends one opt-out there. Prints the submission's id before sending.
 */
const [, , dataDir = '', baseUrl = ''] = process.argv
const { must } = await openRealCore(dataDir)
const { id } = await must('environments.save', {
  name: 'UAT',
  kind: 'uat',
  baseUrl,
  clientId: 'ACME',
  credentialStyle: 'form',
})
await must('credentials.save', {
  environmentId: id,
  credentials: { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' },
})
await must('environments.select', { environmentId: id })
const review = await must('submission.review', {
  operation: 'optout',
  participantId: 'U-2001',
  firstName: 'Zephyrine',
  lastName: 'Quill',
  optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
  reason: '',
})
process.stdout.write(`${review.submissionId}\n`)
await must('submission.send', { submissionId: review.submissionId })
