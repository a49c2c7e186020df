import { expect, test } from 'vitest'
import type { TransactionResult } from '#shared/express/reading.ts'
import { standingOf } from '#shared/receipt/standing.ts'
import { answerOptOut, declinedOptOut } from '#electron/training/operations/optout.ts'
import { createEnrollments } from '#electron/training/enrollments.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'

const result = (over: Partial<TransactionResult>): TransactionResult => ({
  success: true,
  errorMessage: '',
  transactionId: '',
  clientTransactionId: '',
  rkTransactionId: '',
  rkTransactionMessage: '',
  transactionState: '',
  transactionReturnCode: '',
  transactionData: '',
  htmlTransactionConfirmation: null,
  clientId: '',
  annuityPurchaseRequest: null,
  ...over,
})

test('each of Training’s answers to an opt-out has its own standing', () => {
  const enrollments = createEnrollments([{ participantId: 'TR1', planId: 'A' }])
  const ids = { TransactionId: 't', ClientTransactionId: 'c', RKTransactionId: 'r' }
  const context = { enrollments, nextIds: () => ids, at: '2026-11-20T12:00:00.000Z' }
  const ask = (planId: string) => {
    const answer = answerOptOut(
      {
        ClientId: 'TRAINING',
        ParticipantId: 'TR1',
        FirstName: 'A',
        LastName: 'B',
        OptoutInfo: [{ PlanId: planId, PlanType: '401K' }],
      },
      context,
    )
    return standingOfText(answer.body)
  }
  expect([ask('A'), ask('A'), ask('B')]).toEqual(['done', 'alreadyOut', 'notEnrolled'])
  expect(standingOfText(declinedOptOut('TRAINING', 'The plan is closed.').body)).toBe('declined')
})

const standingOfText = (text: string): string => {
  const reading = readSubmission('optout', text)
  if (!reading.ok) throw new Error(reading.error.message)
  return standingOf({
    outcome: reading.value.result.success === true ? 'accepted' : 'declined',
    result: reading.value.result,
  })
}

test.each<[outcome: 'accepted' | 'declined', over: Partial<TransactionResult>, standing: string]>([
  // A success with empty states is a normal success.
  ['accepted', {}, 'done'],
  ['accepted', { transactionState: 'OptedOut' }, 'done'],
  ['accepted', { transactionState: 'NotEnrolled' }, 'done'],
  ['accepted', { rkTransactionMessage: 'The participant is not enrolled as of today.' }, 'done'],
  ['accepted', { transactionState: 'ALREADY_OPTED_OUT' }, 'alreadyOut'],
  ['accepted', { transactionReturnCode: 'AlreadyOptedOut' }, 'alreadyOut'],
  [
    'accepted',
    { rkTransactionMessage: 'Participant already opted out; nothing was changed.' },
    'alreadyOut',
  ],
  ['declined', { errorMessage: 'Participant was previously opted-out.' }, 'alreadyOut'],
  ['declined', { transactionState: 'OptedOut' }, 'alreadyOut'],
  ['declined', { transactionState: 'not enrolled' }, 'notEnrolled'],
  ['declined', { errorMessage: 'Not enrolled in this plan' }, 'notEnrolled'],
  ['declined', { errorMessage: 'No enrollment found for U-1' }, 'notEnrolled'],
  ['declined', { errorMessage: 'Participant never enrolled.' }, 'notEnrolled'],
  // Without states, a decline is just a decline.
  ['declined', {}, 'declined'],
  ['declined', { errorMessage: 'Not enrolled in paperless delivery' }, 'declined'],
  ['declined', { errorMessage: 'Check whether the participant is not enrolled.' }, 'declined'],
  ['declined', { errorMessage: 'The participant may have already opted out.' }, 'declined'],
  [
    'declined',
    { errorMessage: 'Not enrolled in plan A. Already opted out of plan B.' },
    'declined',
  ],
  ['declined', { errorMessage: 'Opting out is not possible during a blackout.' }, 'declined'],
])('%s with %o means %s', (outcome, over, standing) => {
  expect(
    standingOf({ outcome, result: result({ success: outcome === 'accepted', ...over }) }),
  ).toBe(standing)
})

test('other outcomes stay the same, whatever the message says', () => {
  const words = result({ errorMessage: 'Already opted out.' })
  for (const outcome of ['rejected', 'notSent', 'inDoubt'] as const)
    expect(standingOf({ outcome, result: words })).toBe(outcome)
  expect(standingOf({ outcome: 'accepted', result: null })).toBe('done')
})
