import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { faultOrderSchema, type BadDay } from '#shared/training/faults.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { checkRequest, errorAnswer, jsonAnswer, type Answer } from './answers.ts'
import type { FaultQueue } from './faults.ts'
import { tokenWordings, type TokenRegistry } from './tokens.ts'

export interface ControlContext {
  /** The token that every control request must carry. */
  readonly controlToken: string
  readonly faults: FaultQueue
  readonly tokens: TokenRegistry
  readonly counts: () => Omit<BadDay, 'faults'>
}

const { target: operation, fault, times, after } = faultOrderSchema.shape
const faultCommandSchema = z.union([
  z.strictObject({ operation, fault, times, after }),
  z.strictObject({ clear: z.literal(true) }),
])

const tokenCommandSchema = z.strictObject({
  expire: z.boolean().optional(),
  lifetimeSeconds: z.int().min(1).max(86_400).optional(),
  wording: z.enum(tokenWordings).optional(),
})

const methods = new Map([
  ['/control/counts', 'GET'],
  ['/control/faults', 'POST'],
  ['/control/tokens', 'POST'],
])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The control endpoints for tests, each with `Authorization: Bearer <control token>`; the README lists them. */
export const answerControl = (
  method: string,
  path: string,
  authorization: string,
  body: string,
  { controlToken, faults, tokens, counts }: ControlContext,
): Answer => {
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${controlToken}`)))
    return errorAnswer(401, 'The control token is missing or wrong.')
  const allow = methods.get(path)
  if (allow === undefined) return errorAnswer(404, `There is no ${path}.`)
  if (method !== allow) return errorAnswer(405, `Only ${allow}.`, [], { allow })

  if (path === '/control/tokens') {
    const command = checkRequest(tokenCommandSchema, parseJson(body))
    if (!command.ok) return command.answer
    const { expire, ...settings } = command.request
    Object.assign(tokens.settings, settings)
    if (expire === true) tokens.expireAll()
  } else if (path === '/control/faults') {
    const command = checkRequest(faultCommandSchema, parseJson(body))
    if (!command.ok) return command.answer
    const order = command.request
    if ('clear' in order) faults.clear()
    else faults.set(order.operation, order.fault, order.times, order.after)
  }
  return jsonAnswer(200, { pending: faults.pending(), faults: faults.list(), ...counts() })
}
