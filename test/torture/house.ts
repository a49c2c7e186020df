import { openRealCore, type Around, type RealCore } from '#test/support/worlds/real-core.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import {
  submissionOperations,
  type SubmissionOperation,
  type SubmissionDraft,
} from '#shared/express/operations.ts'

/** Opens a core that sends to a given address, with short timeouts for submissions. */

const shortTimeouts = { connectMs: 2000, headersMs: 150, totalMs: 400 } as const

/**
 * The given transport, with timeouts of fractions of a second for submissions, so that stalls do
 * not take minutes.
 */
export const hasty: NonNullable<Around['transport']> = (transport) => ({
  send: (request) =>
    transport.send(request.freshConnection ? { ...request, timeouts: shortTimeouts } : request),
  close: () => transport.close(),
})

export const openHouse = async (
  dataDir: string,
  baseUrl: string,
  around: Around = {},
  kind: 'uat' | 'production' = 'uat',
): Promise<RealCore> => {
  const house = await openRealCore(dataDir, around)
  const known = (await house.must('environments.list', {})).find(({ name }) => name === 'UAT')
  const input = { name: 'UAT', kind, baseUrl, clientId: 'ACME', credentialStyle: 'form' } as const
  const { id } = await house.must('environments.save', known ? { ...input, id: known.id } : input)
  await house.must('credentials.save', {
    environmentId: id,
    credentials: { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' },
  })
  await house.must('environments.select', { environmentId: id })
  await house.must('session.renew', { environmentId: id })
  return house
}

/** The operation of submission `number`; the operations take turns. */
export const tortureOperation = (number: number): SubmissionOperation =>
  submissionOperations[number % submissionOperations.length] ?? 'optout'

const [person] = examplePeople
const xmlOf = (participantId: string): string =>
  (person?.xml ?? '').replace(/UserID="[^"]*"/, `UserID="${participantId}"`)

/** A draft about a new participant. */
export const draftOf = async (
  house: RealCore,
  operation: SubmissionOperation,
  participantId: string,
): Promise<SubmissionDraft> => {
  switch (operation) {
    case 'enroll':
    case 'implement': {
      const bytes = new TextEncoder().encode(xmlOf(participantId))
      const { handle } = await house.must('participant.open', {
        kind: 'file',
        name: `${participantId}.xml`,
        bytes,
      })
      const enrollmentInfo = [
        { PlanId: 'NORTHWIND401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      ]
      return { operation, handle, enrollmentInfo, inputs: {} }
    }
    case 'optout': {
      const plans = [{ PlanId: 'QUILL401K', PlanType: '401K' }]
      return {
        operation,
        participantId,
        firstName: 'Zephyrine',
        lastName: 'Quill',
        optoutInfo: plans,
        reason: '',
      }
    }
  }
}
