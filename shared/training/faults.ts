import { z } from 'zod'
import { operationNames, type OperationName } from '../express/operations.ts'

/** What a fault can affect: an operation, or the token endpoint. */
const faultTargets = [...operationNames, 'token'] as const
export type FaultTarget = (typeof faultTargets)[number]

/** Maximum number of requests that one fault may affect. */
const mostFaultTimes = 100_000

/** The schema for a fault without further options. */
const bare = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind) })

/**
 * One bad answer from the training service. A fault marked “executed” does the work first and
 * counts it, so that a client that wrongly sends again is caught. All other faults refuse the
 * request before anything happens.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** Waits, then continues as usual (executed). */
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.int().min(0).max(600_000) }),
  /** Answers with a status (not executed). `retryAfter`, in seconds, is sent as Retry-After. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([401, 429, 500, 502, 503]),
    retryAfter: z.int().min(0).max(86_400).optional(),
  }),
  /** Ends every token issued so far when the request arrives, and answers 401 (not executed). */
  bare('expireTokens'),
  /** Answers with a gateway's HTML page (not executed). */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  /** Resets the connection before, during or after reading the body, or after doing the work. */
  bare('resetBeforeRead'),
  bare('resetWhileReading'),
  bare('resetAfterRead'),
  bare('resetAfterExecution'),
  /** Sends half of the answer, then ends the connection (executed). */
  bare('cutBody'),
  /** Keeps the connection open and silent. */
  z.strictObject({ kind: z.literal('neverAnswer'), executed: z.boolean().optional() }),
  /** Answers with status 200 and JSON that cannot be parsed (executed). */
  bare('malformedJson'),
  /**
   * Answers with Success false and this message (not executed). Operations without a result answer
   * 400.
   */
  z.strictObject({ kind: z.literal('successFalse'), message: z.string().max(2000) }),
  /** Answers correctly, but in an odd shape (executed). */
  z.strictObject({
    kind: z.literal('oddShape'),
    shape: z.enum(['numbersAsText', 'extraFields', 'missingFields', 'fiveStrategies']),
  }),
])
export type Fault = z.infer<typeof faultSchema>

/**
 * A fault to set: it affects the next `times` (default 1) requests to `target`, after the first
 * `after` (default 0) requests, which stay undisturbed.
 */
export const faultOrderSchema = z.strictObject({
  target: z.enum(faultTargets),
  fault: faultSchema,
  times: z.int().min(1).max(mostFaultTimes).optional(),
  after: z.int().min(0).max(mostFaultTimes).optional(),
})
export type FaultOrder = z.infer<typeof faultOrderSchema>

/**
 * A fault that was set and not cleared. `after` requests still stay undisturbed, and `fired`
 * requests were affected.
 */
const setFaultSchema = faultOrderSchema.extend({ times: z.int(), after: z.int(), fired: z.int() })
export type SetFault = z.infer<typeof setFaultSchema>

const countsSchema = z.record(z.enum(operationNames), z.int())

export const countsOf = (count: (operation: OperationName) => number) =>
  countsSchema.parse(Object.fromEntries(operationNames.map((name) => [name, count(name)])))

/**
 * The faults set on the training service with their effects, and the service's counts of received
 * and executed requests.
 */
export const badDaySchema = z.strictObject({
  /** In the order in which they were set, which is also the order in which they affect requests of one target. */
  faults: z.array(setFaultSchema),
  /** Requests received for each operation, regardless of their result. */
  received: countsSchema,
  /** Requests executed, even if their answer was lost. */
  executed: countsSchema,
  tokensIssued: z.int(),
})
export type BadDay = z.infer<typeof badDaySchema>
