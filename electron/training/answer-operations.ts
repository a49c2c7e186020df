import type { AcceptedEnrollment, AcceptedOptOut } from './accepted-requests.ts'
import type { Answer } from './answer.ts'
import { jsonAnswer, jsonTextAnswer } from './answer.ts'
import type { Enrolments, Verdict } from './enrolments.ts'
import type { TransactionIds } from './identifiers.ts'
import type { Projected } from './projection-job.ts'
import { invalidRequest } from './request-checks.ts'
import { answeredFor, writeCommunication, writeTransaction } from './transaction-xml.ts'

/** What every answer of a submission needs besides its request. `at` is ISO 8601. */
export interface SubmissionContext {
  readonly enrolments: Enrolments
  readonly nextIds: () => TransactionIds
  readonly at: string
}

/** EnrollmentResult and OptOutResult; the latter has no AnnuityPurchaseRequest. */
const resultFields = (clientId: string, values: Readonly<Record<string, string | boolean>>) => ({
  Success: true,
  ErrorMessage: '',
  TransactionId: '',
  ClientTransactionId: '',
  RKTransactionId: '',
  RKTransactionMessage: '',
  TransactionState: '',
  TransactionReturnCode: '',
  TransactionData: '',
  HtmlTransactionConfirmation: false,
  ClientId: clientId,
  ...values,
})

const accepted = (ids: TransactionIds, state: string, message: string) => ({
  TransactionId: ids.transactionId,
  ClientTransactionId: ids.clientTransactionId,
  RKTransactionId: ids.rkTransactionId,
  RKTransactionMessage: message,
  TransactionState: state,
  TransactionReturnCode: '0',
  HtmlTransactionConfirmation: true,
})

const declined = (state: string, message: string) => ({
  Success: false,
  ErrorMessage: message,
  TransactionState: state,
  TransactionReturnCode: '1',
})

/** Why Enroll or Implement is declined before memory is asked; `null` when it is not. */
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

const standingMessage = (verdict: Verdict, userId: string): ReturnType<typeof declined> | null => {
  if (verdict.kind === 'notEnrolled')
    return declined(
      'NotEnrolled',
      `Participant ${userId} is not enrolled in plan ${verdict.planId}.`,
    )
  if (verdict.kind === 'optedOut')
    return declined(
      'OptedOut',
      `Participant ${userId} has opted out of plan ${verdict.planId}; enroll again first.`,
    )
  if (verdict.kind === 'onHold')
    return declined(
      'OnHold',
      `Simulated: plan ${verdict.planId} of participant ${userId} is on hold while a trade settles.`,
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

/** Success false for reasons of the fault panel. */
export const declinedEnrollment = (clientId: string, message: string): Answer =>
  strategyAnswer(resultFields(clientId, declined('Declined', message)), null, '')

export const declinedOptOut = (clientId: string, message: string): Answer =>
  jsonAnswer(200, {
    OptOutResult: resultFields(clientId, declined('Declined', message)),
    Transaction: '',
  })

/** Enroll and Implement: result, strategies and the transaction of what the advice changes. */
export const answerEnrollment = (
  type: 'Enroll' | 'Implement',
  request: AcceptedEnrollment,
  projected: Projected,
  { enrolments, nextIds, at }: SubmissionContext,
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
  const standing = standingMessage(verdict, userId)
  if (standing !== null) return decline(standing)

  const ids = nextIds()
  const plans = request.EnrollmentInfo.map(({ PlanId, PlanType, ServiceOption }) => ({
    planId: PlanId,
    planType: PlanType,
    serviceOption: ServiceOption,
  }))
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
    writeTransaction(head, plans, projected.moves),
  )
}

/** Opt-out of all listed plans or none. A repetition answers with the first opt-out's ids and transaction. */
export const answerOptOut = (
  request: AcceptedOptOut,
  { enrolments, nextIds, at }: SubmissionContext,
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

  const standing = standingMessage(verdict, request.ParticipantId)
  if (standing !== null) return answer(standing, '')
  const already = (ids: TransactionIds, since: string, transaction: string): Answer =>
    answer(
      {
        TransactionId: ids.transactionId,
        ClientTransactionId: ids.clientTransactionId,
        RKTransactionId: ids.rkTransactionId,
        RKTransactionMessage: `Simulated: already opted out on ${since.slice(0, 10)}; nothing was changed.`,
        TransactionState: 'AlreadyOptedOut',
        TransactionReturnCode: '0',
        HtmlTransactionConfirmation: true,
      },
      transaction,
    )
  if (verdict.kind === 'alreadyOptedOut')
    return already(verdict.ids, verdict.since, verdict.transaction)

  const ids = nextIds()
  const plans = request.OptoutInfo.map(({ PlanId, PlanType }) => ({
    planId: PlanId,
    planType: PlanType,
    serviceOption: 'NONE',
  }))
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
    plans,
  )
  enrolments.rememberOptOut(request.ParticipantId, planIds, ids, transaction)
  if (verdict.kind === 'optedOutBefore') return already(ids, verdict.since, transaction)
  return answer(accepted(ids, 'Completed', 'Simulated: opted out.'), transaction)
}

/** Forecast and Forecast Current. */
export const answerForecast = (projected: Projected, clientId: string, at: string): Answer =>
  jsonTextAnswer(
    200,
    `{"StrategyOutput":${projected.strategyOutputJson},` +
      `"CommunicationXML":${JSON.stringify(writeCommunication(projected, clientId, at))},` +
      `"AccountMappings":${projected.accountMappingsJson}}`,
  )

/** 400 for a participant file that cannot be used. */
export const answerUnusableXml = (message: string): Answer =>
  invalidRequest([{ field: 'ParticipantXML', message }])
