import type { z } from 'zod'
import type { OperationName } from '#shared/express/operations.ts'
import { dayOf } from '#shared/moments.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { errorAnswer, type Answer } from '../answer.ts'
import type { OperationCounter } from '../counters.ts'
import type { Enrolments } from '../enrolments.ts'
import type { TransactionIds } from '../identifiers.ts'
import type { Projected } from '../projection-job.ts'
import type { ProjectionPool } from '../projection-pool.ts'
import { checkRequest, invalidRequest, type ParticipantRequest } from '../request-checks.ts'
import type { TrainingClock } from '../tokens.ts'

export interface OperationContext {
  readonly clock: TrainingClock
  readonly pool: ProjectionPool
  readonly enrolments: Enrolments
  readonly identifiers: { next(now: number): TransactionIds }
  readonly executed: OperationCounter
  /** The one known client. */
  readonly clientId: string
  /** The places of values in a participant file. */
  readonly mapping: () => ParticipantMapping
}

/** The means of performing one request. */
export interface Carrying {
  readonly enrolments: Enrolments
  readonly pool: ProjectionPool
  readonly nextIds: () => TransactionIds
  /** Counts the operation as executed. */
  readonly executed: () => void
  /** Time of execution, ISO 8601, and its day, YYYY-MM-DD. */
  readonly at: string
  readonly today: string
  /** The strategies of the request's participant; answers itself if the file cannot be used. */
  readonly withProjection: (
    request: ParticipantRequest,
    answer: (projected: Projected) => Answer,
  ) => Promise<Answer>
}

/** One operation of the training service. */
interface OperationParts<Request extends { readonly ClientId: string }> {
  /** The specified request within training's own limits. */
  readonly accepts: z.ZodType<Request>
  /** The part of a body to check; by default the body itself. */
  readonly read?: (body: unknown) => unknown
  /** Success false with that message, for reasons from the fault panel. */
  readonly decline: (request: Request, message: string) => Answer
  readonly carryOut: (request: Request, carrying: Carrying) => Answer | Promise<Answer>
}

/**
 * Answers one body. `decline` forces Success false with that message.
 *
 * @param name the operation's key in the counts
 */
export type PerformOperation = (
  name: OperationName,
  body: unknown,
  decline: string | null,
  context: OperationContext,
) => Promise<Answer>

const unknownClient = (given: string, known: string): Answer =>
  errorAnswer(404, `ClientId ${given} is not known. The training service knows ${known}.`, [
    { field: 'ClientId', message: 'is not known' },
  ])

/** An operation from its parts, after the common checks. */
export const operation =
  <Request extends { readonly ClientId: string }>({
    accepts,
    read = (body) => body,
    decline,
    carryOut,
  }: OperationParts<Request>): PerformOperation =>
  async (
    name,
    body,
    declined,
    { clock, pool, enrolments, identifiers, executed, clientId, mapping },
  ) => {
    const checked = checkRequest(accepts, read(body))
    if (!checked.ok) return checked.answer
    const { request } = checked
    if (request.ClientId !== clientId) return unknownClient(request.ClientId, clientId)
    if (declined !== null) return decline(request, declined)
    const now = new Date(clock.now())
    const today = dayOf(now)
    const count = (): void => executed.add(name)
    return carryOut(request, {
      enrolments,
      pool,
      nextIds: () => identifiers.next(clock.now()),
      executed: count,
      at: now.toISOString(),
      today,
      withProjection: async (about, answer) => {
        const result = await pool.run({
          kind: 'participant',
          operation: name,
          request: about,
          today,
          mapping: mapping(),
        })
        if (result.kind === 'unusableXml')
          return invalidRequest([{ field: 'ParticipantXML', message: result.message }])
        if (result.kind !== 'projected')
          throw new Error(`The projection answered ${result.kind} to ${name}`)
        count()
        return answer(result)
      },
    })
  }
