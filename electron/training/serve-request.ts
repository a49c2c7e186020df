import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  operationNames,
  operations,
  tokenPath,
  type OperationName,
} from '#shared/express/operations.ts'
import type { Fault, FaultTarget } from '#shared/training/faults.ts'
import { errorAnswer, type Answer } from './answer.ts'
import { answerToken } from './answer-token.ts'
import { answerControl, type ControlContext } from './control.ts'
import type { OperationCounter } from './counters.ts'
import type { FaultQueue } from './faults.ts'
import { bendShape } from './odd-shape.ts'
import { tokenFault, turnAway } from './turn-away.ts'
import { readBody } from './read-body.ts'
import type { TokenRegistry, TokenWording } from './tokens.ts'

interface ServiceContext {
  readonly tokens: TokenRegistry
  readonly faults: FaultQueue
  readonly received: OperationCounter
  readonly control: ControlContext
  readonly perform: (
    operation: OperationName,
    body: string,
    decline: string | null,
  ) => Promise<Answer>
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}

const targetByPath: ReadonlyMap<string, FaultTarget> = new Map<string, FaultTarget>([
  [tokenPath, 'token'],
  ...operationNames.map((name): [string, FaultTarget] => [operations[name].path, name]),
])

const htmlPage =
  '<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'

const statusFault = (
  { status, retryAfter }: Extract<Fault, { kind: 'status' }>,
  wording: TokenWording,
): Answer => {
  if (status === 401) return tokenFault(wording, 'unknown')
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const message =
    status === 429 ? 'Too many requests.' : 'The service is not available at the moment.'
  return errorAnswer(status, `Simulated: ${message}`, [], headers)
}

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.end(bytes)
}

/** Announces the whole answer, sends half of it and ends the connection. */
const sendHalf = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
}

/** Sends an answer as the fault bends it. */
const deliver = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: Fault | null,
): void => {
  if (fault?.kind === 'resetAfterExecution') request.socket.resetAndDestroy()
  else if (fault?.kind === 'cutBody') sendHalf(response, answer)
  else if (fault?.kind === 'malformedJson')
    send(response, { ...answer, body: `${answer.body.slice(0, -1)},` })
  else if (fault?.kind === 'oddShape')
    send(response, { ...answer, body: bendShape(answer.body, fault.shape) })
  else if (fault?.kind !== 'neverAnswer') send(response, answer)
}

/** The answer of a fault that refuses the request unexecuted; `null` for all others. */
const answerInstead = (fault: Fault | null, wording: TokenWording): Answer | null => {
  if (fault?.kind === 'status') return statusFault(fault, wording)
  if (fault?.kind === 'html')
    return { status: fault.status ?? 502, headers: { 'content-type': 'text/html' }, body: htmlPage }
  return null
}

const bodyProblem = (kind: 'tooLarge' | 'notUtf8' | 'aborted'): Answer =>
  kind === 'tooLarge'
    ? errorAnswer(413, 'The request is larger than 70 MB.')
    : errorAnswer(
        400,
        kind === 'notUtf8' ? 'The request is not UTF-8.' : 'The request ended early.',
      )

/** Answers one request: route, fault, token, body, operation, in this order. */
export const createRequestServer = (context: ServiceContext) => {
  const answerTarget = async (
    request: IncomingMessage,
    target: FaultTarget,
    body: string,
    fault: Fault | null,
  ): Promise<Answer> => {
    const decline = fault?.kind === 'successFalse' ? fault.message : null
    if (target !== 'token')
      return (
        turnAway(request.headers, context.tokens) ?? (await context.perform(target, body, decline))
      )
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      return errorAnswer(415, 'The request has to be application/x-www-form-urlencoded.')
    if (decline !== null) return errorAnswer(400, decline)
    return answerToken(request.headers.authorization ?? '', body, context.tokens)
  }

  const serveTarget = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: FaultTarget,
  ): Promise<void> => {
    if (target !== 'token') context.received.add(target)
    if (request.method !== 'POST') {
      send(response, errorAnswer(405, 'Only POST.', [], { allow: 'POST' }))
      return
    }
    const fault = context.faults.take(target)
    if (fault?.kind === 'resetBeforeRead') {
      request.socket.resetAndDestroy()
      return
    }
    if (fault?.kind === 'resetWhileReading') {
      request.once('readable', () => request.socket.resetAndDestroy())
      return
    }
    const body = await readBody(request)
    if (body.kind !== 'text') {
      send(response, bodyProblem(body.kind))
      return
    }
    if (fault?.kind === 'resetAfterRead') {
      request.socket.resetAndDestroy()
      return
    }
    if (fault?.kind === 'neverAnswer' && fault.executed !== true) return
    if (fault?.kind === 'delay')
      await sleep(fault.milliseconds, undefined, { signal: context.stopping })
    if (fault?.kind === 'expireTokens') context.tokens.expireAll()
    const answer =
      answerInstead(fault, context.tokens.wording) ??
      (await answerTarget(request, target, body.text, fault))
    deliver(request, response, answer, fault)
  }

  const serveControl = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const body = await readBody(request, 100_000)
    if (body.kind !== 'text') {
      send(response, bodyProblem(body.kind))
      return
    }
    const { method = '', headers } = request
    send(
      response,
      answerControl(method, path, headers.authorization ?? '', body.text, context.control),
    )
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?')
    const target = targetByPath.get(path)
    if (target !== undefined) await serveTarget(request, response, target)
    else if (path.startsWith('/control/')) await serveControl(request, response, path)
    else send(response, errorAnswer(404, 'There is no such path in the training service.'))
  }
}
