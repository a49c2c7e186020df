import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  operationNames,
  operations,
  tokenPath,
  type OperationName,
} from '#shared/express/operations.ts'
import type { Fault, FaultTarget } from '#shared/training/faults.ts'
import { errorAnswer, type Answer } from './answers.ts'
import { answerControl, type ControlContext } from './control.ts'
import { answerInstead, bentBody } from './faults.ts'
import { answerToken, turnAway } from './tokens.ts'

interface ServiceContext extends ControlContext {
  /** The secret of the service's only client. */
  readonly secret: string
  /** Counts every request to an operation's path. */
  readonly received: Record<OperationName, number>
  readonly perform: (
    operation: OperationName,
    body: string,
    decline: string | null,
  ) => Promise<Answer>
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}

/**
 * Requests larger than this get a 413. The limit leaves room for an escaped participant file of 64
 * MB.
 */
const maxRequestBytes = 70 * 1024 * 1024
const maxControlBytes = 100_000

/**
 * Reads a body up to the limit; refuses it before reading if the announced length exceeds the
 * limit. Returns the text, or the answer to a bad body.
 */
const readBody = async (request: IncomingMessage, limit: number): Promise<string | Answer> => {
  const tooLarge = errorAnswer(413, 'The request is larger than 70 MB.')
  if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue
      size += chunk.length
      if (size > limit) return tooLarge
      chunks.push(chunk)
    }
  } catch {
    return errorAnswer(400, 'The request ended early.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return errorAnswer(400, 'The request is not UTF-8.')
  }
}

/** No page may call the service: the Host is exact (against DNS rebinding), and only pages send an Origin. */
const isFromThisComputer = ({ headers, socket }: IncomingMessage) =>
  headers.origin === undefined &&
  (headers.host === `127.0.0.1:${socket.localPort}` ||
    headers.host === `localhost:${socket.localPort}`)

const targetByPath = new Map<string, FaultTarget>([
  [tokenPath, 'token'],
  ...operationNames.map((name): [string, FaultTarget] => [operations[name].path, name]),
])

/**
 * Sends an answer. With `half`, it announces the length of the whole answer, sends half of it and
 * ends the connection.
 */
export const send = (
  response: ServerResponse,
  { status, headers, body }: Answer,
  half = false,
): void => {
  const bytes = Buffer.from(body, 'utf8')
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  if (half) response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())
  else response.end(bytes)
}

/** Answers one request. It handles route, fault, token, body and operation, in this order. */
export const createRequestServer = (context: ServiceContext) => {
  const { faults, tokens } = context
  const answerTarget = async (
    { headers }: IncomingMessage,
    target: FaultTarget,
    body: string,
    fault: Fault | null,
  ): Promise<Answer> => {
    const decline = fault?.kind === 'successFalse' ? fault.message : null
    if (target !== 'token')
      return turnAway(headers, tokens) ?? (await context.perform(target, body, decline))
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? ''))
      return errorAnswer(415, 'The request has to be application/x-www-form-urlencoded.')
    if (decline !== null) return errorAnswer(400, decline)
    return answerToken(headers.authorization ?? '', body, tokens, context.secret)
  }

  const serveTarget = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: FaultTarget,
  ): Promise<void> => {
    if (target !== 'token') context.received[target] += 1
    if (request.method !== 'POST') {
      send(response, errorAnswer(405, 'Only POST.', [], { allow: 'POST' }))
      return
    }
    const reset = (): void => void request.socket.resetAndDestroy()
    const fault = faults.take(target)
    if (fault?.kind === 'resetBeforeRead') return reset()
    if (fault?.kind === 'resetWhileReading') return void request.once('readable', reset)
    const body = await readBody(request, maxRequestBytes)
    if (typeof body !== 'string') return send(response, body)
    if (fault?.kind === 'resetAfterRead') return reset()
    if (fault?.kind === 'neverAnswer' && fault.executed !== true) return
    if (fault?.kind === 'delay')
      await sleep(fault.milliseconds, undefined, { signal: context.stopping })
    if (fault?.kind === 'expireTokens') tokens.expireAll()
    const answer =
      answerInstead(fault, tokens) ?? (await answerTarget(request, target, body, fault))
    if (fault?.kind === 'resetAfterExecution') reset()
    else if (fault?.kind !== 'neverAnswer')
      send(response, { ...answer, body: bentBody(answer.body, fault) }, fault?.kind === 'cutBody')
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', method = '', headers } = request
    if (!isFromThisComputer(request))
      return send(response, errorAnswer(403, 'Only the program itself may call this service.'))
    const [path = ''] = url.split('?')
    const target = targetByPath.get(path)
    if (target !== undefined) await serveTarget(request, response, target)
    else if (path.startsWith('/control/')) {
      const body = await readBody(request, maxControlBytes)
      const { authorization = '' } = headers
      send(
        response,
        typeof body === 'string' ? answerControl(method, path, authorization, body, context) : body,
      )
    } else send(response, errorAnswer(404, 'There is no such path in the training service.'))
  }
}
