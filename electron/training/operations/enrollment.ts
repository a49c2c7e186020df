import { z } from 'zod'
import { enrollRequestSchema } from '#shared/express/operations/enrollment.ts'
import { numericTextSchema } from '#shared/express/requests.ts'
import { jsonTextAnswer, type Answer } from '../answers.ts'
import type { Projected } from '../run-projection.ts'
import { answeredFor, writeTransaction } from '../transaction-xml.ts'
import { operation, personAndInputs, withProjection, words, type Carrying } from './operation.ts'
import { accepted, declined, declinedBy, resultFields } from './results.ts'

/** The operations Enroll and Implement. */

const acceptedEnrollment = enrollRequestSchema.extend({
  ...personAndInputs,
  EnrollmentInfo: z
    .array(z.strictObject({ PlanId: words, PlanType: words, ServiceOption: words }))
    .min(1),
  DesiredRetirementIncome: z
    .strictObject({ Type: z.string().default(''), Value: numericTextSchema })
    .optional(),
})
export type AcceptedEnrollment = z.infer<typeof acceptedEnrollment>

/** Why a request is declined, apart from what the service remembers of earlier enrollments. */
const enrollmentObstacle = (
  { EnrollmentInfo }: AcceptedEnrollment,
  { person, planIds }: Projected['participant'],
) => {
  if (person.UserID === '') return declined('NoUserID', 'The participant data holds no UserID.')
  const unknown = EnrollmentInfo.find(({ PlanId }) => !planIds.includes(PlanId))
  if (unknown !== undefined)
    return declined('UnknownPlan', `Plan ${unknown.PlanId} is not in the participant data.`)
  return EnrollmentInfo.some(({ ServiceOption }) => ServiceOption.toUpperCase() === 'NONE')
    ? declined(
        'InvalidServiceOption',
        'Service option NONE opts a participant out; use Express Optout for that.',
      )
    : null
}

const strategyAnswer = (
  result: ReturnType<typeof resultFields>,
  projected: Projected | null,
  transaction: string,
): Answer => {
  const output = projected?.strategyOutputJson ?? '[]'
  const mappings = projected?.accountMappingsJson ?? '[]'
  return jsonTextAnswer(
    `{"EnrollmentResult":${JSON.stringify({ ...result, AnnuityPurchaseRequest: null })},` +
      `"Strategy":{"StrategyOutput":${output},"AccountMappings":${mappings}},` +
      `"Transaction":${JSON.stringify(transaction)}}`,
  )
}

const answerEnrollment = (
  type: 'Enroll' | 'Implement',
  request: AcceptedEnrollment,
  projected: Projected,
  { enrollments, nextIds, at }: Carrying,
): Answer => {
  const { ClientId, EnrollmentInfo, SavingsRateDetails } = request
  const { person } = projected.participant
  const userId = person.UserID
  const decline = (reason: ReturnType<typeof declined>): Answer =>
    strategyAnswer(resultFields(ClientId, reason), projected, '')
  const obstacle = enrollmentObstacle(request, projected.participant)
  if (obstacle !== null) return decline(obstacle)
  const planIds = EnrollmentInfo.map(({ PlanId }) => PlanId)
  const verdict =
    type === 'Enroll'
      ? enrollments.enroll(userId, planIds, at)
      : enrollments.implement(userId, planIds)
  const standing = declinedBy(verdict, userId)
  if (standing !== null) return decline(standing)

  const ids = nextIds()
  const whom = answeredFor(projected.participant)
  const [state, message] =
    verdict.kind === 'renewed'
      ? ['Renewed', `${whom} was already enrolled; the enrollment was renewed.`]
      : [
          'Completed',
          type === 'Enroll' ? `${whom} was enrolled.` : `reallocation accepted for ${whom}.`,
        ]
  const head = { TransactionID: ids.TransactionId, TimeStamp: at, ClientID: ClientId, Type: type }
  return strategyAnswer(
    resultFields(ClientId, accepted(ids, state, `Simulated: ${message}`)),
    projected,
    writeTransaction(head, person, EnrollmentInfo, projected.moves, SavingsRateDetails),
  )
}

const enrollment = (type: 'Enroll' | 'Implement') =>
  operation({
    accepts: acceptedEnrollment,
    decline: ({ ClientId }, message) =>
      strategyAnswer(resultFields(ClientId, declined('Declined', message)), null, ''),
    carryOut: (request, carrying) =>
      withProjection(request, carrying, (projected) =>
        answerEnrollment(type, request, projected, carrying),
      ),
  })

export const enroll = enrollment('Enroll')
export const implement = enrollment('Implement')
