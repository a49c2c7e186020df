import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from './answer.ts'
import { errorAnswer, jsonAnswer } from './answer.ts'
import type { FaultQueue } from './faults.ts'
import { faultSchema, faultTargets } from './faults.ts'
import { checkRequest } from './request-checks.ts'
import type { TokenRegistry } from './tokens.ts'
import type { TrainingCounts } from './service-types.ts'

export interface ControlContext {
  readonly controlToken: string
  readonly faults: FaultQueue
  readonly tokens: TokenRegistry
  readonly counts: () => TrainingCounts
}

const commandSchema = z.union([
  z.strictObject({
    operation: z.enum(faultTargets),
    fault: faultSchema,
    times: z.number().int().min(1).max(100_000).optional(),
  }),
  z.strictObject({ clear: z.literal(true) }),
])

const tokenCommandSchema = z.strictObject({
  expire: z.boolean().optional(),
  lifetimeSeconds: z.number().int().min(1).max(86_400).optional(),
})

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The control endpoints, for tests and the panel that practises a bad day: `POST /control/faults`,
 * `POST /control/tokens` and `GET /control/counts`, each with `Authorization: Bearer <control token>`.
 */
export const answerControl = (
  method: string,
  path: string,
  authorization: string,
  body: string,
  { controlToken, faults, tokens, counts }: ControlContext,
): Answer => {
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${controlToken}`)))
    return errorAnswer(401, 'The control token is missing or wrong.')
  const state = (): Answer => jsonAnswer(200, { pending: faults.pending(), ...counts() })

  if (path === '/control/counts')
    return method === 'GET' ? state() : errorAnswer(405, 'Only GET.', [], { allow: 'GET' })
  if (path !== '/control/faults' && path !== '/control/tokens') return errorAnswer(404, `There is no ${path}.`)
  if (method !== 'POST') return errorAnswer(405, 'Only POST.', [], { allow: 'POST' })

  if (path === '/control/tokens') {
    const command = checkRequest(tokenCommandSchema, parseJson(body))
    if (!command.ok) return command.answer
    if (command.request.lifetimeSeconds !== undefined) tokens.setLifetime(command.request.lifetimeSeconds)
    if (command.request.expire === true) tokens.expireAll()
    return state()
  }
  const command = checkRequest(commandSchema, parseJson(body))
  if (!command.ok) return command.answer
  if ('clear' in command.request) faults.clear()
  else faults.set(command.request.operation, command.request.fault, command.request.times)
  return state()
}
