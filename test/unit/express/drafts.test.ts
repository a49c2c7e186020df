import { describe, expect, test } from 'vitest'
import {
  submissionNamed,
  submissionOperations,
  type SubmissionOperation,
} from '#shared/express/operations.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'

/** What the draft of each submission says of itself, beside the fields that are sent as they are. */

/** What a draft of that name says and sends, its inputs as `asSent` makes them. */
const readingOf = (name: SubmissionOperation) => {
  const { read, strategy } = submissionNamed(name)
  return {
    says: (draft: unknown) => read(draft).says,
    fields: (
      draft: unknown,
      participantXml: string,
      asSent = (given: EnrollInputs): EnrollInputs => given,
    ) => read(draft).fields(participantXml, asSent),
    strategy,
  }
}

const inputs = { RetirementAge: 66, Salary: 81_234.5 }
const optedOut = {
  operation: 'optout',
  participantId: ' P-100 ',
  firstName: ' Dana ',
  lastName: ' Reyes ',
  optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
  reason: 'Prefers own choice',
}

test('they are called in the words of the people who use them', () => {
  expect(submissionOperations.map((name) => [name, submissionNamed(name).label])).toEqual([
    ['enroll', 'Enroll'],
    ['implement', 'Implement'],
    ['optout', 'Opt out'],
  ])
})

describe.each(['enroll', 'implement'] as const)('%s', (operation) => {
  const { fields, says, strategy } = readingOf(operation)
  const draft = {
    operation,
    handle: 'open',
    enrollmentInfo: [
      { PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      { PlanId: 'ACME457' },
      { PlanType: '403B' },
      {},
    ],
    inputs,
  }

  test('says its file, its plans and that it does as a forecast with its inputs says', () => {
    expect(says(draft)).toEqual({
      handle: 'open',
      plans: [
        { planId: 'ACME401K', planType: '401K', serviceOption: 'ManagedAccounts' },
        { planId: 'ACME457', planType: '', serviceOption: '' },
        { planId: '', planType: '403B', serviceOption: '' },
        { planId: '', planType: '', serviceOption: '' },
      ],
      subject: null,
      effect: { kind: 'asForecast', inputs },
      reason: '',
      call: null,
    })
    expect(says({ ...draft, handle: 'h' }).handle).toBe('h')
    expect(strategy).toBe(true)
  })

  test('sends the file as it is, its rows and its inputs', () => {
    expect(fields({ ...draft, transactionUrl: 'https://rk.example/' }, '<P/>')).toEqual({
      ParticipantXML: '<P/>',
      EnrollmentInfo: draft.enrollmentInfo,
      ...inputs,
    })
    expect(fields(draft, '<P/>', () => ({ Salary: 5_000 }))).toEqual({
      ParticipantXML: '<P/>',
      EnrollmentInfo: draft.enrollmentInfo,
      Salary: 5_000,
    })
  })

  test('is not the draft of another one, of no file, nor with fields that nobody specified', () => {
    for (const other of [
      { ...draft, operation: 'optout' },
      { ...draft, handle: '' },
      { ...draft, more: 1 },
      { ...draft, transactionUrl: 5 },
      { ...draft, enrollmentInfo: undefined },
    ]) {
      expect(() => says(other)).toThrow()
      expect(() => fields(other, '<P/>')).toThrow()
    }
  })
})

describe('optout', () => {
  const { fields, says, strategy } = readingOf('optout')

  test('says whom it is about, without the blanks around the name, and of no file', () => {
    expect(says(optedOut)).toEqual({
      handle: null,
      plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: '' }],
      subject: {
        participantId: 'P-100',
        name: 'Dana Reyes',
        firstName: 'Dana',
        lastName: 'Reyes',
      },
      effect: {
        kind: 'stated',
        begins: 'The advice service stops for this plan:',
        ends: 'Nothing else is asked of the service.',
      },
      reason: 'Prefers own choice',
      call: null,
    })
    expect(strategy).toBe(false)
    expect(says({ ...optedOut, optoutInfo: [{ PlanId: 'A' }, { PlanType: 'B' }] }).plans).toEqual([
      { planId: 'A', planType: '', serviceOption: '' },
      { planId: '', planType: 'B', serviceOption: '' },
    ])
  })

  test('sends a reason only where there is one, and nothing of the call', () => {
    const sent = {
      ParticipantId: 'P-100',
      FirstName: 'Dana',
      LastName: 'Reyes',
      OptoutInfo: optedOut.optoutInfo,
    }
    expect(fields(optedOut, '')).toEqual({ ...sent, Reason: 'Prefers own choice' })
    expect(fields({ ...optedOut, reason: '' }, '')).toEqual(sent)
  })

  test('is about somebody: an id of nothing, of blanks or of what cannot be seen is none', () => {
    for (const participantId of ['', '   ', '\u200b', '\u00ad\u2060'])
      expect(() => says({ ...optedOut, participantId })).toThrow()
    expect(says({ ...optedOut, participantId: '7' }).subject?.participantId).toBe('7')
  })

  test('keeps what is known of the call, sends nothing of it, and is not the draft of another one', () => {
    const call = {
      startedAt: '2026-11-23T15:00:00.000Z',
      textsVersion: 1,
      checksPassed: ['dob'],
      checkTexts: [],
      reasonCode: '',
      reasonText: '',
      note: 'Called twice',
    }
    expect(says({ ...optedOut, call }).call).toEqual(call)
    expect(Object.keys(fields({ ...optedOut, call }, ''))).toEqual([
      'ParticipantId',
      'FirstName',
      'LastName',
      'OptoutInfo',
      'Reason',
    ])
    expect(() => says({ ...optedOut, operation: 'enroll' })).toThrow()
    expect(() => says({ ...optedOut, call: 'yes' })).toThrow()
  })
})
