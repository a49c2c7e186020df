import { z } from 'zod'
import { operationNames } from '#shared/express/operations.ts'

/** What a fault may be set on: an operation, or the token endpoint. */
export const faultTargets = [...operationNames, 'token'] as const
export type FaultTarget = (typeof faultTargets)[number]

/**
 * One bad answer. Those that say "executed" do the work first and count it, so that a client which sends again can be
 * caught; the others turn away before anything happens.
 */
export const faultSchema = z.discriminatedUnion('kind', [
  /** Waits, then goes on as usual, executed. */
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.number().int().min(0).max(600_000) }),
  /** Not executed. `retryAfter` in seconds becomes Retry-After. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.union([z.literal(401), z.literal(429), z.literal(500), z.literal(502), z.literal(503)]),
    retryAfter: z.number().int().min(0).max(86_400).optional(),
  }),
  /** A gateway's HTML page, not executed. */
  z.strictObject({ kind: z.literal('html'), status: z.number().int().min(200).max(599).optional() }),
  /** Connection reset before the body was read, after it, or after the work was done. */
  z.strictObject({ kind: z.literal('resetBeforeRead') }),
  z.strictObject({ kind: z.literal('resetAfterRead') }),
  z.strictObject({ kind: z.literal('resetAfterExecution') }),
  /** Half of the answer, then the connection ends; executed. */
  z.strictObject({ kind: z.literal('cutBody') }),
  /** The connection stays open and silent. */
  z.strictObject({ kind: z.literal('neverAnswer'), executed: z.boolean().optional() }),
  /** Status 200 with JSON that does not parse; executed. */
  z.strictObject({ kind: z.literal('malformedJson') }),
  /** Success false with this message, not executed; on operations without a result an error 400. */
  z.strictObject({ kind: z.literal('successFalse'), message: z.string().max(2000) }),
  /** A right answer in an odd shape; executed. */
  z.strictObject({
    kind: z.literal('oddShape'),
    shape: z.enum(['numbersAsText', 'extraFields', 'missingFields', 'fiveStrategies']),
  }),
])
export type Fault = z.infer<typeof faultSchema>

/** Bad answers still to be given, first set first given. */
export interface FaultQueue {
  /** The next `times` (1) requests of `target` meet `fault`. */
  set(target: FaultTarget, fault: Fault, times?: number): void
  /** Takes the fault that the request at hand meets; `null` for none. */
  take(target: FaultTarget): Fault | null
  clear(): void
  /** How many are left, by target. */
  pending(): Readonly<Record<FaultTarget, number>>
}

export const createFaultQueue = (): FaultQueue => {
  const queues = new Map<FaultTarget, { fault: Fault; left: number }[]>()
  const queueOf = (target: FaultTarget): { fault: Fault; left: number }[] => {
    const queue = queues.get(target) ?? []
    queues.set(target, queue)
    return queue
  }
  return {
    set: (target, fault, times = 1) => {
      if (times > 0) queueOf(target).push({ fault, left: times })
    },
    take: (target) => {
      const queue = queueOf(target)
      const [next] = queue
      if (next === undefined) return null
      next.left -= 1
      if (next.left === 0) queue.shift()
      return next.fault
    },
    clear: () => {
      queues.clear()
    },
    pending: () => {
      const left = (target: FaultTarget): number => queueOf(target).reduce((sum, entry) => sum + entry.left, 0)
      return {
        enroll: left('enroll'),
        implement: left('implement'),
        optout: left('optout'),
        forecast: left('forecast'),
        forecastCurrent: left('forecastCurrent'),
        caseInformation: left('caseInformation'),
        token: left('token'),
      }
    },
  }
}
