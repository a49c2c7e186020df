import fc from 'fast-check'
import { resultSample, transactionXml } from '#test/support/samples/express-answers.ts'
import { result } from './answer-parts.ts'
import { anyText, endpoint, rowsOf } from './arbitrary-parts.ts'
import type { SpecifiedSubmission } from './operation.ts'
import { endpointItem, endpointRule } from './request-parts.ts'

const call = {
  startedAt: '2026-11-23T15:00:00.000Z',
  textsVersion: 41,
  caller: 'onBehalf' as const,
  checksPassed: ['dob-asked'],
  checkTexts: ['Date of birth was asked'],
  checksFailed: [{ id: 'phone-asked', text: 'Telephone number was asked', forOther: true }],
  reasonCode: 'own-way',
  reasonText: 'Goes an own way',
  note: 'Called twice before',
}
const answer = (accepted: boolean) => ({
  OptOutResult: resultSample(accepted),
  Transaction: transactionXml,
})

export const optout: SpecifiedSubmission = {
  path: '/rm/v1/express/optout',
  onlyComputes: false,
  requestName: 'OptoutRequest',
  body: {
    ClientId: 'required',
    ParticipantId: 'required',
    FirstName: 'required',
    LastName: 'required',
    OptoutInfo: 'required',
    Reason: 'optional',
    TransactionHTTPEndpoint: 'optional',
  },
  items: { ...endpointItem, OptoutInfo: { PlanId: 'optional', PlanType: 'optional' } },
  rules: [endpointRule],
  answer: { OptOutResult: result, Transaction: 'text' },
  arbitrary: {
    required: {
      ParticipantId: anyText,
      FirstName: anyText,
      LastName: anyText,
      OptoutInfo: rowsOf(fc.record({ PlanId: anyText, PlanType: anyText }), 1),
    },
    optional: { Reason: anyText, TransactionHTTPEndpoint: endpoint },
  },
  fullAnswer: () => answer(true),
  shortAnswer: answer,
  resultNames: ['OptOutResult', 'OptOutResponse'],
  title: 'Express Optout',
  label: 'Opt out',
  receipt: {
    noun: 'Opt-out',
    asked: 'an end of the service for QUILL457',
    does: 'is opted out of the service for QUILL457',
    happened: 'Opted out',
  },
  shownInCalls: ['PlanType'],
  draft: {
    operation: 'optout',
    participantId: 'TR-9-0042',
    firstName: 'Annelie',
    lastName: 'Leeuw',
    optoutInfo: [{ PlanId: 'QUILL457', PlanType: '457B' }],
    reason: 'Wants to choose alone',
    transactionUrl: 'https://rk.example/receive',
    call,
  },
  says: {
    handle: null,
    plans: [{ planId: 'QUILL457', planType: '457B', serviceOption: '' }],
    subject: {
      participantId: 'TR-9-0042',
      name: 'Annelie Leeuw',
      firstName: 'Annelie',
      lastName: 'Leeuw',
    },
    effect: {
      kind: 'stated',
      begins: 'The advice service stops for this plan:',
      ends: 'Nothing else is asked of the service.',
    },
    reason: 'Wants to choose alone',
    call,
  },
  sends: {
    ParticipantId: 'TR-9-0042',
    FirstName: 'Annelie',
    LastName: 'Leeuw',
    OptoutInfo: [{ PlanId: 'QUILL457', PlanType: '457B' }],
    Reason: 'Wants to choose alone',
  },
  otherwise: [
    { change: { participantId: ' TR-9-0042 ', firstName: ' Annelie ', lastName: ' Leeuw ' } },
    { change: { reason: '' }, says: { reason: '' }, sends: { Reason: undefined } },
    { change: { call: undefined }, says: { call: null } },
    {
      change: { optoutInfo: [{ PlanId: 'A' }, { PlanType: 'B' }] },
      says: {
        plans: [
          { planId: 'A', planType: '', serviceOption: '' },
          { planId: '', planType: 'B', serviceOption: '' },
        ],
        effect: {
          kind: 'stated',
          begins: 'The advice service stops for these 2 plans:',
          ends: 'Nothing else is asked of the service.',
        },
      },
      sends: { OptoutInfo: [{ PlanId: 'A' }, { PlanType: 'B' }] },
    },
  ],
  // An empty, blank or invisible id identifies nobody.
  noDraft: [
    ...['', '   ', '\u200b', '\u00ad\u2060'].map((participantId) => ({ participantId })),
    { call: 'yes' },
  ],
  notOnReceipt: {
    'call.caller': /^Somebody on behalf of the participant$/m,
    'call.checksFailed.id': /^Telephone number was asked \(for another id or name\)$/m,
    'call.checksPassed': /^Date of birth was asked$/m,
    'call.reasonCode': /^Goes an own way$/m,
  },
  // Opt-outs have no form for an open participant; the Opt-out desk has its own tests.
  form: null,
  training: {
    request: () => ({
      ClientId: 'TRAINING',
      ParticipantId: 'TR1001',
      FirstName: 'Maya',
      LastName: 'Torres',
      OptoutInfo: [{ PlanId: 'NORTHWIND401K', PlanType: '401K' }],
    }),
    invalid: [
      [{ OptoutInfo: [] }, 'OptoutInfo'],
      [{ ParticipantId: '' }, 'ParticipantId'],
    ],
    declined: [
      {
        change: { ParticipantId: 'SOMEBODY' },
        state: 'NotEnrolled',
        reason: 'Participant SOMEBODY is not enrolled in plan NORTHWIND401K.',
      },
      {
        after: ['optout'],
        change: {
          OptoutInfo: [
            { PlanId: 'NORTHWIND401K', PlanType: '401K' },
            { PlanId: 'ELSEWHERE', PlanType: '401K' },
          ],
        },
        state: 'NotEnrolled',
        reason: 'Participant TR1001 is not enrolled in plan ELSEWHERE.',
      },
    ],
  },
}
