import fc from 'fast-check'
import { result } from './answer-parts.ts'
import { anyText, endpoint, rowsOf } from './arbitrary-parts.ts'
import type { SpecifiedOperation } from './operation.ts'
import { endpointItem } from './request-parts.ts'

export const optout: SpecifiedOperation = {
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
  draft: {
    operation: 'optout',
    participantId: 'TR-9-0042',
    firstName: 'Annelie',
    lastName: 'Leeuw',
    optoutInfo: [{ PlanId: 'QUILL457', PlanType: '457B' }],
    reason: 'Wants to choose alone',
    transactionUrl: 'https://rk.example/receive',
  },
}
