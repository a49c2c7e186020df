import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { faultOrderSchema } from '#shared/training/faults.ts'
import { errorAnswer, jsonAnswer, type Answer } from './answer.ts'
import type { FaultQueue } from './faults.ts'
import { checkRequest } from './request-checks.ts'
import { tokenWordings, type TokenRegistry } from './tokens.ts'
import type { TrainingCounts } from './service-types.ts'

export interface ControlContext {
  readonly controlToken: string
  readonly faults: FaultQueue
  readonly tokens: TokenRegistry
  readonly counts: () => TrainingCounts
}

const { target: operation, fault, times, after } = faultOrderSchema.shape
const commandSchema = z.union([
  z.strictObject({ operation, fault, times, after }),
  z.strictObject({ clear: z.literal(true) }),
])

const tokenCommandSchema = z.strictObject({
  expire: z.boolean().optional(),
  lifetimeSeconds: z.int().min(1).max(86_400).optional(),
  wording: z.enum(tokenWordings).optional(),
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
 * The control endpoints, for tests and the panel to practice a bad day: `POST /control/faults`, `POST /control/tokens`
 * and `GET /control/counts`, each with `Authorization: Bearer <control token>`.
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
  const state = (): Answer =>
    jsonAnswer(200, { pending: faults.pending(), faults: faults.list(), ...counts() })

  if (path === '/control/counts')
    return method === 'GET' ? state() : errorAnswer(405, 'Only GET.', [], { allow: 'GET' })
  if (path !== '/control/faults' && path !== '/control/tokens')
    return errorAnswer(404, `There is no ${path}.`)
  if (method !== 'POST') return errorAnswer(405, 'Only POST.', [], { allow: 'POST' })

  if (path === '/control/tokens') {
    const command = checkRequest(tokenCommandSchema, parseJson(body))
    if (!command.ok) return command.answer
    if (command.request.lifetimeSeconds !== undefined)
      tokens.setLifetime(command.request.lifetimeSeconds)
    if (command.request.wording !== undefined) tokens.setWording(command.request.wording)
    if (command.request.expire === true) tokens.expireAll()
    return state()
  }
  const command = checkRequest(commandSchema, parseJson(body))
  if (!command.ok) return command.answer
  if ('clear' in command.request) faults.clear()
  else {
    const order = command.request
    faults.set(order.operation, order.fault, order.times, order.after)
  }
  return state()
}
