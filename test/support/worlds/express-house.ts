import type { IncomingMessage, ServerResponse } from 'node:http'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import { createExpressClient } from '#electron/core/express/express-client.ts'
import { withoutSession } from '#electron/core/express/without-session.ts'
import type { Clock, HttpRequest } from '#electron/core/platform/ports.ts'
import { createTokenSource } from '#electron/core/environments/credentials/token/token-source.ts'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { fail, ok } from '#shared/result.ts'
import { answerJson, bodyOf, serve } from '../servers/loopback-server.ts'
import { createManualClock } from '../doubles/manual-clock.ts'

const cleanUp: (() => Promise<void>)[] = []
/** Call this in `afterEach`. */
export const endExpressHouses = async (): Promise<void> => {
  for (const step of cleanUp.splice(0)) await step()
}

interface Seen {
  readonly path: string
  readonly authorization: string
  readonly body: string
}
export type Answer = (response: ServerResponse, count: number, request: IncomingMessage) => void

interface SetUp {
  readonly refusals?: Environment['refusals']
  readonly baseUrl?: string
  readonly credentials?: CredentialsInput | null
  /** Replaces the clock's `sleep`, which otherwise ends at once. */
  readonly sleep?: Clock['sleep']
  readonly timeouts?: HttpRequest['timeouts']
}

/**
 * An Express client connected to a real server that gives the given answers, with the token source
 * and the requests that the server received.
 */
export const openExpressHouse = async (answer: Answer, more: SetUp = {}) => {
  const seen: Seen[] = []
  let tokenCalls = 0
  const server = await serve(async (request, response) => {
    const body = await bodyOf(request)
    if (request.url === '/oauth2/accesstoken') {
      if (request.headers.authorization === undefined) return answerJson(response, 401, {})
      tokenCalls += 1
      return answerJson(response, 200, { access_token: `token-${tokenCalls}` })
    }
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body })
    answer(response, seen.length, request)
  })
  const transport = createUndiciTransport()
  cleanUp.push(
    () => transport.close(),
    () => server.stop(),
  )
  const clock = { ...createManualClock(), ...(more.sleep ? { sleep: more.sleep } : {}) }
  const environment: Environment = {
    id: 'uat',
    name: 'UAT',
    kind: 'uat',
    baseUrl: more.baseUrl ?? server.url,
    clientId: 'ABCD',
    credentialStyle: 'bearer',
    place: 'place',
    managed: false,
    unavailable: '',
    refusals: more.refusals,
  }
  const { credentials = { style: 'bearer', value: 'v' } } = more
  const shared = {
    traffic: transport,
    clean: async (text: string, secrets: readonly string[]) => ok(withoutSession(text, secrets)),
    clock,
    random: () => 0.5,
    environments: { use: async () => ok(environment) },
    credentials: {
      read: async () =>
        credentials
          ? ok({ credentials, savedAt: clock.now() })
          : fail({ code: 'credentials.missing', message: 'There are none.' }),
    },
  }
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const tokens = createTokenSource({ ...shared, logger })
  const timeouts = more.timeouts ?? { connectMs: 500, headersMs: 300, totalMs: 2000 }
  const client = createExpressClient({
    ...shared,
    tokens,
    traffic: { send: (request) => transport.send({ ...request, timeouts }) },
  })
  return {
    client,
    tokens,
    clock,
    seen,
    tokenCalls: () => tokenCalls,
    needs: { ...shared, tokens, express: client, transport, whyNot: () => null },
  }
}

export const forecast = { ClientId: 'ABCD', ParticipantXML: '<Participant UserID="u1"/>' }
export const optout = {
  ClientId: 'ABCD',
  ParticipantId: 'u1',
  FirstName: 'Ada',
  LastName: 'Byron',
  OptoutInfo: [{ PlanId: 'P1', PlanType: '401K' }],
}
/** A 401 that names the token, so that a submission is sent again. */
export const refuseToken = (response: ServerResponse): void =>
  answerJson(response, 401, { error: 'invalid_token' })

/** Options for service calls during which the environment does not change. */
export const stays = { whyNot: () => null }

/** Counts how often a submission was recorded. */
export const journal = () => {
  let calls = 0
  return {
    ...stays,
    calls: () => calls,
    onBeforeFirstByte: async () => {
      calls += 1
      return ok(undefined)
    },
  }
}
