import { z } from 'zod'
import { operationNames, type OperationName } from '../express/operations.ts'

/** Targets of a fault: an operation, or the token endpoint. */
const faultTargets = [...operationNames, 'token'] as const
export type FaultTarget = (typeof faultTargets)[number]

/** Most requests that one entry may affect. */
const mostFaultTimes = 100_000

/** A bad answer of the training service without further choices. */
const bare = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind) })

/**
 * One bad answer of the training service. Those marked "executed" do and count the work first, so that a client that
 * sends again is caught; the others refuse before anything happens.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** Waits, then continues as usual; executed. */
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.int().min(0).max(600_000) }),
  /** Not executed. `retryAfter` in seconds becomes Retry-After. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([401, 429, 500, 502, 503]),
    retryAfter: z.int().min(0).max(86_400).optional(),
  }),
  /** Ends every token issued so far as the request arrives, and answers 401; not executed. */
  bare('expireTokens'),
  /** A gateway's HTML page, not executed. */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  /** Connection reset before, during or after reading the body, or after the work. */
  bare('resetBeforeRead'),
  bare('resetWhileReading'),
  bare('resetAfterRead'),
  bare('resetAfterExecution'),
  /** Half of the answer, then the connection ends; executed. */
  bare('cutBody'),
  /** The connection stays open and silent. */
  z.strictObject({ kind: z.literal('neverAnswer'), executed: z.boolean().optional() }),
  /** Status 200 with JSON that does not parse; executed. */
  bare('malformedJson'),
  /** Success false with this message, not executed; operations without a result answer 400. */
  z.strictObject({ kind: z.literal('successFalse'), message: z.string().max(2000) }),
  /** A correct answer in an odd shape; executed. */
  z.strictObject({
    kind: z.literal('oddShape'),
    shape: z.enum(['numbersAsText', 'extraFields', 'missingFields', 'fiveStrategies']),
  }),
])
export type Fault = z.infer<typeof faultSchema>

/** A fault to set: on the next `times` (1) requests of `target` after `after` (0) undisturbed ones. */
export const faultOrderSchema = z.strictObject({
  target: z.enum(faultTargets),
  fault: faultSchema,
  times: z.int().min(1).max(mostFaultTimes).optional(),
  after: z.int().min(0).max(mostFaultTimes).optional(),
})
export type FaultOrder = z.infer<typeof faultOrderSchema>

/** A fault that was set and not cleared since: `after` undisturbed requests are left, `fired` were affected. */
const setFaultSchema = faultOrderSchema.extend({ times: z.int(), after: z.int(), fired: z.int() })
export type SetFault = z.infer<typeof setFaultSchema>

const countsSchema = z.record(z.enum(operationNames), z.int())

export const countsOf = (count: (operation: OperationName) => number) =>
  countsSchema.parse(Object.fromEntries(operationNames.map((name) => [name, count(name)])))

/** The faults set on the training service, their effects, and its requests and work. */
export const badDaySchema = z.strictObject({
  /** In the order set, which is the order in which they affect requests of one target. */
  faults: z.array(setFaultSchema),
  /** Requests that named the operation, whatever their outcome. */
  received: countsSchema,
  /** Executed requests, even if the answer was lost. */
  executed: countsSchema,
  tokensIssued: z.int(),
})
export type BadDay = z.infer<typeof badDaySchema>
