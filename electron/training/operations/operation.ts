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

/** What the operations work with. */
export interface OperationContext {
  readonly clock: TrainingClock
  readonly pool: ProjectionPool
  readonly enrolments: Enrolments
  readonly identifiers: { next(now: number): TransactionIds }
  readonly executed: OperationCounter
  /** The one client that is known. */
  readonly clientId: string
  /** Where the values of a participant file stand. */
  readonly mapping: () => ParticipantMapping
}

/** What carrying out one request takes. */
export interface Carrying {
  readonly enrolments: Enrolments
  readonly pool: ProjectionPool
  readonly nextIds: () => TransactionIds
  /** Counts the operation as carried out. */
  readonly executed: () => void
  /** When it is carried out, ISO 8601, and that day, YYYY-MM-DD. */
  readonly at: string
  readonly today: string
  /** The strategies of the request's participant; answers itself where the file cannot be used. */
  readonly withProjection: (
    request: ParticipantRequest,
    answer: (projected: Projected) => Answer,
  ) => Promise<Answer>
}

/** One operation as training does it. */
interface OperationParts<Request extends { readonly ClientId: string }> {
  /** What is taken: the specified request within limits of training's own. */
  readonly accepts: z.ZodType<Request>
  /** What is checked of a body; the body itself where nothing is said. */
  readonly read?: (body: unknown) => unknown
  /** Success false with that message, for reasons of the fault panel. */
  readonly decline: (request: Request, message: string) => Answer
  readonly carryOut: (request: Request, carrying: Carrying) => Answer | Promise<Answer>
}

/**
 * Answers one body. `decline` forces Success false with that message.
 *
 * @param name under which it is counted
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

/** An operation from its parts: the checks that all of them share come first. */
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
