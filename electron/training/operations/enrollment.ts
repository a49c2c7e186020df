import { z } from 'zod'
import { enrollRequestSchema } from '#shared/express/operations/enrollment.ts'
import { numericText } from '#shared/express/requests.ts'
import { jsonTextAnswer, type Answer } from '../answer.ts'
import type { Projected } from '../projection-job.ts'
import { answeredFor, writeTransaction } from '../transaction-xml.ts'
import { inputs, person, words } from './accepted-parts.ts'
import { operation, type Carrying } from './operation.ts'
import { accepted, declined, declinedBy, resultFields } from './results.ts'

/** The common part of Enroll and Implement. */

const acceptedEnrollment = enrollRequestSchema.extend({
  ...person,
  ...inputs,
  EnrollmentInfo: z
    .array(z.strictObject({ PlanId: words, PlanType: words, ServiceOption: words }))
    .min(1),
  DesiredRetirementIncome: z
    .strictObject({ Type: z.string().default(''), Value: numericText })
    .optional(),
})
export type AcceptedEnrollment = z.infer<typeof acceptedEnrollment>

/** Why Enroll or Implement is declined before the memory is asked; `null` if it is not. */
const enrollmentObstacle = (
  request: AcceptedEnrollment,
  projected: Projected,
): ReturnType<typeof declined> | null => {
  const { participant } = projected
  if (participant.userId === '')
    return declined('NoUserID', 'The participant data holds no UserID.')
  const unknown = request.EnrollmentInfo.find(({ PlanId }) => !participant.planIds.includes(PlanId))
  if (unknown !== undefined)
    return declined('UnknownPlan', `Plan ${unknown.PlanId} is not in the participant data.`)
  if (request.EnrollmentInfo.some(({ ServiceOption }) => ServiceOption.toUpperCase() === 'NONE'))
    return declined(
      'InvalidServiceOption',
      'Service option NONE opts a participant out; use Express Optout for that.',
    )
  return null
}

const strategyAnswer = (
  result: object,
  projected: Projected | null,
  transaction: string,
): Answer => {
  const output = projected?.strategyOutputJson ?? '[]'
  const mappings = projected?.accountMappingsJson ?? '[]'
  return jsonTextAnswer(
    200,
    `{"EnrollmentResult":${JSON.stringify({ ...result, AnnuityPurchaseRequest: null })},` +
      `"Strategy":{"StrategyOutput":${output},"AccountMappings":${mappings}},` +
      `"Transaction":${JSON.stringify(transaction)}}`,
  )
}

/** Enroll and Implement: result, strategies and the transaction of the advised funds and the sent rates. */
const answerEnrollment = (
  type: 'Enroll' | 'Implement',
  request: AcceptedEnrollment,
  projected: Projected,
  { enrolments, nextIds, at }: Carrying,
): Answer => {
  const { userId, firstName, lastName } = projected.participant
  const planIds = request.EnrollmentInfo.map(({ PlanId }) => PlanId)
  const obstacle = enrollmentObstacle(request, projected)
  const decline = (reason: ReturnType<typeof declined>): Answer =>
    strategyAnswer(resultFields(request.ClientId, reason), projected, '')
  if (obstacle !== null) return decline(obstacle)
  const verdict =
    type === 'Enroll'
      ? enrolments.enroll(userId, planIds, at)
      : enrolments.implement(userId, planIds)
  const standing = declinedBy(verdict, userId)
  if (standing !== null) return decline(standing)

  const ids = nextIds()
  const head = {
    ...ids,
    at,
    clientId: request.ClientId,
    type,
    participantId: userId,
    firstName,
    lastName,
  }
  const whom = answeredFor(projected.participant)
  const outcome =
    verdict.kind === 'renewed'
      ? accepted(
          ids,
          'Renewed',
          `Simulated: ${whom} was already enrolled; the enrollment was renewed.`,
        )
      : accepted(
          ids,
          'Completed',
          type === 'Enroll'
            ? `Simulated: ${whom} was enrolled.`
            : `Simulated: reallocation accepted for ${whom}.`,
        )
  return strategyAnswer(
    resultFields(request.ClientId, outcome),
    projected,
    writeTransaction(head, request.EnrollmentInfo, projected.moves, request.SavingsRateDetails),
  )
}

export const enrollment = (type: 'Enroll' | 'Implement') =>
  operation({
    accepts: acceptedEnrollment,
    decline: ({ ClientId }, message) =>
      strategyAnswer(resultFields(ClientId, declined('Declined', message)), null, ''),
    carryOut: (request, carrying) =>
      carrying.withProjection(request, (projected) =>
        answerEnrollment(type, request, projected, carrying),
      ),
  })
