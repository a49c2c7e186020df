import { z } from 'zod'
import { optoutRequestSchema } from '#shared/express/operations/optout.ts'
import { jsonAnswer, type Answer } from '../answers.ts'
import { writeTransaction } from '../transaction-xml.ts'
import { operation, words, type Carrying } from './operation.ts'
import { accepted, declined, declinedBy, resultFields } from './results.ts'

const acceptedOptOut = optoutRequestSchema.extend({
  ClientId: words,
  ParticipantId: words,
  FirstName: words,
  LastName: words,
  OptoutInfo: z.array(z.strictObject({ PlanId: words, PlanType: words })).min(1),
})

const resultAnswer = (
  clientId: string,
  values: Readonly<Record<string, string | boolean>>,
  transaction = '',
): Answer =>
  jsonAnswer(200, { OptOutResult: resultFields(clientId, values), Transaction: transaction })

/** Opts out of all listed plans or none. A repeated request gets the first opt-out's ids and transaction. */
export const answerOptOut = (
  { ClientId, ParticipantId, FirstName, LastName, OptoutInfo }: z.infer<typeof acceptedOptOut>,
  { enrollments, nextIds, at }: Pick<Carrying, 'enrollments' | 'nextIds' | 'at'>,
): Answer => {
  const planIds = OptoutInfo.map(({ PlanId }) => PlanId)
  const verdict = enrollments.optOut(ParticipantId, planIds, at)
  const standing = declinedBy(verdict, ParticipantId)
  if (standing !== null) return resultAnswer(ClientId, standing)

  const answer = () => {
    if (verdict.kind === 'alreadyOptedOut') return verdict
    const ids = nextIds()
    const transaction = writeTransaction(
      { TransactionID: ids.TransactionId, TimeStamp: at, ClientID: ClientId, Type: 'OptOut' },
      { UserID: ParticipantId, FirstName, LastName },
      OptoutInfo.map((plan) => ({ ...plan, ServiceOption: 'NONE' })),
    )
    const optOut = { ids, transaction }
    enrollments.rememberOptOut(ParticipantId, planIds, optOut)
    return optOut
  }
  const { ids, transaction } = answer()
  const [state, message] =
    'since' in verdict
      ? [
          'AlreadyOptedOut',
          `Simulated: already opted out on ${verdict.since.slice(0, 10)}; nothing was changed.`,
        ]
      : ['Completed', 'Simulated: opted out.']
  return resultAnswer(ClientId, accepted(ids, state, message), transaction)
}

export const declinedOptOut = (clientId: string, message: string): Answer =>
  resultAnswer(clientId, declined('Declined', message))

export const optout = operation({
  accepts: acceptedOptOut,
  decline: ({ ClientId }, message) => declinedOptOut(ClientId, message),
  carryOut: (request, carrying) => {
    carrying.executed[carrying.name] += 1
    return answerOptOut(request, carrying)
  },
})
