import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import {
  operationNames,
  operations,
  tokenPath,
  type OperationName,
} from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'
import { answerTo } from './answer-to.ts'
import { answerJson, bodyOf, serve } from './loopback-server.ts'

export type UatTarget = OperationName | 'token'

/** How the server responds to a request after reading all of it. */
export type Manner =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Error 400 that repeats the request's Authorization header and body, as a careless gateway does. */
  | { readonly kind: 'echo' }
  /** Status 200 with a declined result that repeats the header and body, as text and in base64. */
  | { readonly kind: 'decline' }
  | { readonly kind: 'hang' }
  /** The correct answer, but only after `until`. */
  | { readonly kind: 'held'; readonly until: () => Promise<unknown> }
  | { readonly kind: 'reset' }
  /** Half of the correct answer; then the connection ends. */
  | { readonly kind: 'cut' }

export interface SeenRequest {
  readonly target: UatTarget | null
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * A service with the interface of a UAT environment. It counts and stores requests, and gives the
 * responses that a test sets.
 */
export interface UatServer {
  readonly url: string
  readonly seen: readonly SeenRequest[]
  readonly countOf: (target: UatTarget) => number
  /** From now on, requests to `target` get this response; `null` restores the correct answer. */
  readonly meet: (target: UatTarget, manner: Manner | null) => void
  /** Restores all correct answers and forgets all requests. */
  readonly reset: () => void
  /** Resolves once `target` has received `times` requests. */
  readonly asked: (target: UatTarget, times: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The issued access token, a secret that must never appear anywhere. */
export const uatToken = 'uat-token-7e1d04c9a2f84b'

const rightAnswer = (target: UatTarget, { body }: SeenRequest, nth: number): unknown =>
  target === 'token'
    ? { access_token: uatToken, token_type: 'Bearer', expires_in: 86_400 }
    : answerTo(body, specified[target].fullAnswer(), `-${nth}`)

const targets = new Map<string, UatTarget>([
  [tokenPath, 'token'],
  ...operationNames.map((name): [string, UatTarget] => [operations[name].path, name]),
])

const cut = (response: ServerResponse, text: string): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

const perform = (
  manner: Manner,
  request: SeenRequest,
  response: ServerResponse,
  right: unknown,
): void => {
  switch (manner.kind) {
    case 'answer':
      return answerJson(response, 200, manner.body)
    case 'text':
      response.writeHead(manner.status, { 'content-type': manner.type }).end(manner.text)
      return
    case 'status':
      response
        .writeHead(manner.status, { 'content-type': 'application/json', ...manner.headers })
        .end(JSON.stringify(manner.body))
      return
    case 'echo':
      return answerJson(response, 400, {
        ErrorMessage: `Refused with ${request.headers.authorization ?? 'no header'} and ${request.body}`,
      })
    case 'decline': {
      const told = `Refused with ${request.headers.authorization ?? 'no header'} and ${request.body}`
      return answerJson(response, 200, {
        [request.path.endsWith('optout') ? 'OptOutResult' : 'EnrollmentResult']: {
          Success: false,
          ErrorMessage: told,
          TransactionId: `T-declined-${randomUUID()}`,
          TransactionData: request.body,
          RKTransactionMessage: told,
        },
        Transaction: Buffer.from(`<Told>${told}</Told>`).toString('base64'),
      })
    }
    case 'hang':
      return
    case 'held':
      void manner.until().then(() => answerJson(response, 200, right))
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'cut':
      return cut(response, JSON.stringify(right))
  }
}

export const startUatServer = async (): Promise<UatServer> => {
  const seen: SeenRequest[] = []
  let answered = 0
  const manners = new Map<UatTarget, Manner>()
  const waiting = new Set<() => void>()
  const countOf = (target: UatTarget): number =>
    seen.filter((request) => request.target === target).length

  const loopback = await serve(async (incoming, response) => {
    const path = incoming.url ?? ''
    const target = targets.get(path) ?? null
    const request: SeenRequest = {
      target,
      path,
      headers: incoming.headers,
      body: await bodyOf(incoming),
    }
    seen.push(request)
    for (const look of waiting) look()
    if (target === null) return answerJson(response, 404, { ErrorMessage: `There is no ${path}.` })
    answered += 1
    const right = rightAnswer(target, request, answered)
    perform(manners.get(target) ?? { kind: 'answer', body: right }, request, response, right)
  })

  return {
    url: loopback.url,
    seen,
    countOf,
    meet: (target, manner) => {
      if (manner === null) manners.delete(target)
      else manners.set(target, manner)
    },
    reset: () => {
      manners.clear()
      seen.length = 0
    },
    asked: (target, times) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (countOf(target) < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: loopback.stop,
  }
}
