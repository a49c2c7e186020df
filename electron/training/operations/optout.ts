import { z } from 'zod'
import { optoutRequestSchema } from '#shared/express/operations/optout.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import type { TransactionIds } from '../identifiers.ts'
import { writeTransaction } from '../transaction-xml.ts'
import { words } from './accepted-parts.ts'
import { operation, type Carrying } from './operation.ts'
import { accepted, declined, declinedBy, resultFields } from './results.ts'

const acceptedOptOut = optoutRequestSchema.extend({
  ClientId: words,
  ParticipantId: words,
  FirstName: words,
  LastName: words,
  OptoutInfo: z.array(z.strictObject({ PlanId: words, PlanType: words })).min(1),
})
type AcceptedOptOut = z.infer<typeof acceptedOptOut>

/** Opt-out of all listed plans or none. A repetition gets the first opt-out's ids and transaction. */
export const answerOptOut = (
  request: AcceptedOptOut,
  { enrolments, nextIds, at }: Pick<Carrying, 'enrolments' | 'nextIds' | 'at'>,
): Answer => {
  const planIds = request.OptoutInfo.map(({ PlanId }) => PlanId)
  const verdict = enrolments.optOut(request.ParticipantId, planIds, at)
  const answer = (
    values: Readonly<Record<string, string | boolean>>,
    transaction: string,
  ): Answer =>
    jsonAnswer(200, {
      OptOutResult: resultFields(request.ClientId, values),
      Transaction: transaction,
    })

  const standing = declinedBy(verdict, request.ParticipantId)
  if (standing !== null) return answer(standing, '')
  const already = (ids: TransactionIds, since: string, transaction: string): Answer =>
    answer(
      accepted(
        ids,
        'AlreadyOptedOut',
        `Simulated: already opted out on ${since.slice(0, 10)}; nothing was changed.`,
      ),
      transaction,
    )
  if (verdict.kind === 'alreadyOptedOut')
    return already(verdict.ids, verdict.since, verdict.transaction)

  const ids = nextIds()
  const transaction = writeTransaction(
    {
      ...ids,
      at,
      clientId: request.ClientId,
      type: 'OptOut',
      participantId: request.ParticipantId,
      firstName: request.FirstName,
      lastName: request.LastName,
    },
    request.OptoutInfo.map((plan) => ({ ...plan, ServiceOption: 'NONE' })),
  )
  enrolments.rememberOptOut(request.ParticipantId, planIds, ids, transaction)
  if (verdict.kind === 'optedOutBefore') return already(ids, verdict.since, transaction)
  return answer(accepted(ids, 'Completed', 'Simulated: opted out.'), transaction)
}

/** Success false for a reason from the fault panel. */
export const declinedOptOut = (clientId: string, message: string): Answer =>
  jsonAnswer(200, {
    OptOutResult: resultFields(clientId, declined('Declined', message)),
    Transaction: '',
  })

export const optout = operation({
  accepts: acceptedOptOut,
  decline: ({ ClientId }, message) => declinedOptOut(ClientId, message),
  carryOut: (request, carrying) => {
    carrying.executed()
    return answerOptOut(request, carrying)
  },
})
