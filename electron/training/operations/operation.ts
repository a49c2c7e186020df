import { z } from 'zod'
import type { OperationName } from '#shared/express/operations.ts'
import { numericTextSchema } from '#shared/express/requests.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { dayOf } from '#shared/moments.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { checkRequest, errorAnswer, invalidRequest, type Answer } from '../answers.ts'
import type { Enrollments, NextIds } from '../enrollments.ts'
import { trainingClientId } from '../people/person-xml.ts'
import type { ProjectionPool } from '../projection-pool.ts'
import type { Projected } from '../run-projection.ts'
import type { TrainingClock } from '../tokens.ts'
import type { AcceptedEnrollment } from './enrollment.ts'
import type { AcceptedForecast } from './forecasts.ts'

/**
 * What the training service accepts: the specified requests within its own limits, because it
 * computes with them. The real service documents no limits, so the program itself does not enforce
 * these.
 */

export const words = z.string().min(1)
export const dollars = z.number().min(0).max(100_000_000)
export const retirementAge = z.int().min(18).max(100)

export const personAndInputs = {
  ClientId: words,
  ParticipantXML: words,
  RetirementAge: retirementAge.optional(),
  Salary: dollars.optional(),
  SavingsRateDetails: z
    .array(
      z.strictObject({
        PlanId: words,
        SavingsType: z.string().default(''),
        Value: numericTextSchema,
      }),
    )
    .optional(),
  PensionTypes: z
    .array(
      z.strictObject({
        Amount: dollars,
        Cola: z.boolean().default(false),
        IsFromRecordKeeper: z.boolean().default(false),
        StartYear: z.string().regex(/^\d{4}$/, 'a four-digit year'),
      }),
    )
    .optional(),
}
export type ParticipantRequest = AcceptedForecast | AcceptedEnrollment

export interface OperationContext {
  readonly clock: TrainingClock
  readonly enrollments: Enrollments
  readonly pool: ProjectionPool
  readonly nextIds: NextIds
  /** Counts every executed request. */
  readonly executed: Record<OperationName, number>
  /** Where values are in a participant file. */
  readonly mapping: () => ParticipantMapping
  readonly firmLaw: FirmLaw
}

/**
 * The context of one request. `at` is the time of execution (ISO 8601), and `today` is its date
 * (YYYY-MM-DD).
 */
export interface Carrying extends OperationContext {
  readonly name: OperationName
  readonly at: string
  readonly today: string
}

interface OperationParts<Request extends { readonly ClientId: string }> {
  readonly accepts: z.ZodType<Request>
  /**
   * Answers with Success false and `message`, if the fault panel asks for it. Without this
   * function, the answer is 400.
   */
  readonly decline?: (request: Request, message: string) => Answer
  readonly carryOut: (request: Request, carrying: Carrying) => Answer | Promise<Answer>
}

/**
 * Combines an operation's parts. The operation runs only after the common checks, such as token and
 * content type. `declined` forces an answer with Success false and that message.
 */
export const operation =
  <Request extends { readonly ClientId: string }>({
    accepts,
    decline = (_request, message) => errorAnswer(400, message),
    carryOut,
  }: OperationParts<Request>) =>
  async (
    name: OperationName,
    text: string,
    declined: string | null,
    context: OperationContext,
  ): Promise<Answer> => {
    const body = parseJson(text)
    if (body === undefined) return errorAnswer(400, 'The request is not JSON.')
    const checked = checkRequest(accepts, body)
    if (!checked.ok) return checked.answer
    const { request } = checked
    if (request.ClientId !== trainingClientId) {
      const message = `ClientId ${request.ClientId} is not known. The training service knows ${trainingClientId}.`
      return errorAnswer(404, message, [{ field: 'ClientId', message: 'is not known' }])
    }
    if (declined !== null) return decline(request, declined)
    const now = new Date(context.clock.now())
    return carryOut(request, { ...context, name, at: now.toISOString(), today: dayOf(now) })
  }

/**
 * Computes strategies for the request's participant and makes the answer from them; refuses the
 * request if the file is unusable.
 */
export const withProjection = async (
  request: ParticipantRequest,
  { executed, firmLaw, mapping, name, pool, today }: Carrying,
  answer: (projected: Projected) => Answer,
): Promise<Answer> => {
  const result = await pool.run({
    kind: 'participant',
    operation: name,
    request,
    today,
    firmLaw,
    mapping: mapping(),
  })
  if (result.kind === 'unusableXml')
    return invalidRequest([{ field: 'ParticipantXML', message: result.message }])
  if (result.kind !== 'projected')
    throw new Error(`The projection answered ${result.kind} to ${name}`)
  executed[name] += 1
  return answer(result)
}
