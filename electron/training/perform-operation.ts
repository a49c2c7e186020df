import type { IncomingHttpHeaders } from 'node:http'
import type { OperationName } from '#shared/express/operations.ts'
import { dayOf } from '#shared/moments.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import {
  acceptedCase,
  acceptedEnrollment,
  acceptedForecast,
  acceptedForecastCurrent,
  acceptedOptOut,
} from './accepted-requests.ts'
import type { Answer } from './answer.ts'
import { errorAnswer, gatewayFault, jsonAnswer, jsonTextAnswer } from './answer.ts'
import {
  answerEnrollment,
  answerForecast,
  answerOptOut,
  answerUnusableXml,
  declinedEnrollment,
  declinedOptOut,
} from './answer-operations.ts'
import type { OperationCounter } from './counters.ts'
import type { Enrolments } from './enrolments.ts'
import type { TransactionIds } from './identifiers.ts'
import type { Projected } from './projection-job.ts'
import type { ProjectionPool } from './projection-pool.ts'
import { checkRequest, withPlainNumbers } from './request-checks.ts'
import type { ParticipantOperation, ParticipantRequest } from './request-checks.ts'
import type { TokenRegistry, TokenWording, TrainingClock } from './tokens.ts'

/** What the operations work with. */
export interface OperationContext {
  readonly clock: TrainingClock
  readonly tokens: TokenRegistry
  readonly pool: ProjectionPool
  readonly enrolments: Enrolments
  readonly identifiers: { next(now: number): TransactionIds }
  readonly executed: OperationCounter
  /** The one client that is known. */
  readonly clientId: string
  /** Where the values of a participant file stand. */
  readonly mapping: () => ParticipantMapping
}

const tokenFaults = {
  missing: { words: 'No Access Token', code: 'access_token_missing' },
  unknown: { words: 'Invalid Access Token', code: 'invalid_access_token' },
  expired: { words: 'Access Token expired', code: 'access_token_expired' },
} as const

/** 401 for a token that is not good, worded as the gateway or as RFC 6750 does. */
export const tokenFault = (wording: TokenWording, check: keyof typeof tokenFaults): Answer => {
  const { words, code } = tokenFaults[check]
  if (wording === 'gateway') return gatewayFault(401, words, `keymanagement.service.${code}`)
  if (check === 'missing') return errorAnswer(401, words, [], { 'www-authenticate': 'Bearer' })
  const headers = {
    'www-authenticate': `Bearer error="invalid_token", error_description="${words}"`,
  }
  return jsonAnswer(401, { error: 'invalid_token', error_description: words }, headers)
}

/** The answer that turns a request away before its body matters; `null` when it may go on. */
export const turnAway = (headers: IncomingHttpHeaders, tokens: TokenRegistry): Answer | null => {
  const check = tokens.check(headers.authorization)
  if (check !== 'valid') return tokenFault(tokens.wording, check)
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return errorAnswer(415, 'The request has to be application/json.')
  return null
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Carries out one request whose token and type are good. `decline` forces Success false with that message. */
export const createPerformer = (context: OperationContext) => {
  const { clock, pool, executed, enrolments, identifiers, clientId, mapping } = context
  const submission = () => ({
    enrolments,
    nextIds: () => identifiers.next(clock.now()),
    at: new Date(clock.now()).toISOString(),
  })

  const unknownClient = (given: string): Answer | null =>
    given === clientId
      ? null
      : errorAnswer(
          404,
          `ClientId ${given} is not known. The training service knows ${clientId}.`,
          [{ field: 'ClientId', message: 'is not known' }],
        )

  const withProjection = async (
    operation: ParticipantOperation,
    request: ParticipantRequest,
    answer: (projected: Projected) => Answer,
  ): Promise<Answer> => {
    const result = await pool.run({
      kind: 'participant',
      operation,
      request,
      today: dayOf(new Date(clock.now())),
      mapping: mapping(),
    })
    if (result.kind === 'unusableXml') return answerUnusableXml(result.message)
    if (result.kind !== 'projected')
      throw new Error(`The projection answered ${result.kind} to ${operation}`)
    executed.add(operation)
    return answer(result)
  }

  const performCaseInformation = async (body: unknown, decline: string | null): Promise<Answer> => {
    const checked = checkRequest(acceptedCase, withPlainNumbers(body))
    if (!checked.ok) return checked.answer
    const { request } = checked
    const unknown = unknownClient(request.ClientId)
    if (unknown !== null) return unknown
    if (decline !== null) return errorAnswer(400, decline)
    const result = await pool.run({
      kind: 'caseInformation',
      request,
      today: dayOf(new Date(clock.now())),
    })
    if (result.kind !== 'caseInformation') throw new Error(`The projection answered ${result.kind}`)
    executed.add('caseInformation')
    return jsonTextAnswer(200, result.json)
  }

  const performOptOut = (body: unknown, decline: string | null): Answer => {
    const checked = checkRequest(acceptedOptOut, body)
    if (!checked.ok) return checked.answer
    const unknown = unknownClient(checked.request.ClientId)
    if (unknown !== null) return unknown
    if (decline !== null) return declinedOptOut(checked.request.ClientId, decline)
    executed.add('optout')
    return answerOptOut(checked.request, submission())
  }

  const performEnrollment = async (
    operation: 'enroll' | 'implement',
    body: unknown,
    decline: string | null,
  ): Promise<Answer> => {
    const checked = checkRequest(acceptedEnrollment, body)
    if (!checked.ok) return checked.answer
    const { request } = checked
    const unknown = unknownClient(request.ClientId)
    if (unknown !== null) return unknown
    if (decline !== null) return declinedEnrollment(request.ClientId, decline)
    const type = operation === 'enroll' ? 'Enroll' : 'Implement'
    return withProjection(operation, request, (projected) =>
      answerEnrollment(type, request, projected, submission()),
    )
  }

  const performForecast = async (
    operation: 'forecast' | 'forecastCurrent',
    body: unknown,
    decline: string | null,
  ): Promise<Answer> => {
    const checked = checkRequest(
      operation === 'forecast' ? acceptedForecast : acceptedForecastCurrent,
      body,
    )
    if (!checked.ok) return checked.answer
    const { request } = checked
    const unknown = unknownClient(request.ClientId)
    if (unknown !== null) return unknown
    if (decline !== null) return errorAnswer(400, decline)
    const at = new Date(clock.now()).toISOString()
    return withProjection(operation, request, (projected) =>
      answerForecast(projected, request.ClientId, at),
    )
  }

  return async (
    operation: OperationName,
    text: string,
    decline: string | null,
  ): Promise<Answer> => {
    const body = parseJson(text)
    if (body === undefined) return errorAnswer(400, 'The request is not JSON.')
    switch (operation) {
      case 'enroll':
      case 'implement':
        return performEnrollment(operation, body, decline)
      case 'forecast':
      case 'forecastCurrent':
        return performForecast(operation, body, decline)
      case 'optout':
        return performOptOut(body, decline)
      case 'caseInformation':
        return performCaseInformation(body, decline)
    }
  }
}
