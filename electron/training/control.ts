import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from './answer.ts'
import { errorAnswer, jsonAnswer } from './answer.ts'
import type { FaultQueue } from './faults.ts'
import { faultSchema, faultTargets } from './faults.ts'
import { invalidRequest } from './request-checks.ts'
import type { TokenRegistry } from './tokens.ts'
import type { TrainingCounts } from './service-types.ts'

export interface ControlContext {
  readonly controlToken: string
  readonly faults: FaultQueue
  readonly tokens: TokenRegistry
  readonly counts: () => TrainingCounts
}

const commandSchema = z.union([
  z.strictObject({ operation: z.enum(faultTargets), fault: faultSchema, times: z.number().int().min(1).max(100_000).optional() }),
  z.strictObject({ clear: z.literal(true) }),
])

const tokenCommandSchema = z.strictObject({
  expire: z.boolean().optional(),
  lifetimeSeconds: z.number().int().min(1).max(86_400).optional(),
})

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const parse = <T>(schema: z.ZodType<T>, body: string): T | Answer => {
  try {
    const parsed = schema.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data
    return invalidRequest(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  } catch {
    return errorAnswer(400, 'The command is not JSON.')
  }
}

const isAnswer = <T extends object>(value: T | Answer): value is Answer => 'status' in value

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
    const command = parse(tokenCommandSchema, body)
    if (isAnswer(command)) return command
    if (command.lifetimeSeconds !== undefined) tokens.setLifetime(command.lifetimeSeconds)
    if (command.expire === true) tokens.expireAll()
    return state()
  }
  const command = parse(commandSchema, body)
  if (isAnswer(command)) return command
  if ('clear' in command) faults.clear()
  else faults.set(command.operation, command.fault, command.times)
  return state()
}
