import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import { createTraffic } from '#electron/core/http/traffic/traffic.ts'
import { createExpressClient, type ExpressClient } from '#electron/core/express/express-client.ts'
import { withoutSession } from '#electron/core/express/without-session.ts'
import type { Clock, HttpRequest, HttpTransport } from '#electron/core/platform/ports.ts'
import {
  createTokenSource,
  type TokenSource,
} from '#electron/core/environments/credentials/token/token-source.ts'
import { defaultLimits, type CredentialsInput } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'

export interface RealClient {
  readonly express: ExpressClient
  readonly tokens: TokenSource
  readonly environment: Environment
  readonly transport: HttpTransport
  /** Log lines from the token source. */
  readonly logged: readonly string[]
  readonly close: () => Promise<void>
}

export interface RealClientOptions {
  readonly credentials?: CredentialsInput
  readonly clock?: Clock
  /**
   * How many simultaneous service calls the environment allows; the program's default if absent.
   */
  readonly callsAtOnce?: number
  /** Records service calls, as the program does. */
  readonly traffic?: boolean
  /** Replaces the program's timeouts for every call. */
  readonly timeouts?: HttpRequest['timeouts']
}

const defaultCredentials: CredentialsInput = {
  style: 'basic',
  clientId: 'client-1',
  clientSecret: 'client-secret-1',
}

/** The program's real client, token source and transport, connected to the service at `baseUrl`. */
export const createRealClient = (baseUrl: string, options: RealClientOptions = {}): RealClient => {
  const {
    credentials = defaultCredentials,
    clock = createSystemClock(),
    callsAtOnce,
    timeouts,
    traffic = false,
  } = options
  const undici = createUndiciTransport()
  const transport: HttpTransport = timeouts
    ? { send: (request) => undici.send({ ...request, timeouts }), close: () => undici.close() }
    : undici
  const environment: Environment = {
    id: 'uat',
    name: 'UAT',
    kind: 'uat',
    baseUrl,
    clientId: 'CLIENT',
    credentialStyle: credentials.style,
    place: 'place',
    managed: false,
    unavailable: '',
    ...(callsAtOnce === undefined ? {} : { limits: { ...defaultLimits, callsAtOnce } }),
  }
  const logged: string[] = []
  const write = (message: string): void => void logged.push(message)
  const facts = { version: '0.0.0', host: 'desktop', platform: 'linux' } as const
  const list = createTraffic({ transport, clock, facts, onChange: () => undefined })
  const needs = {
    traffic: traffic ? list : transport,
    clock,
    random: () => 0.5,
    environments: { use: async () => ok(environment) },
    clean: async (text: string, secrets: readonly string[]) => ok(withoutSession(text, secrets)),
  }
  const tokens = createTokenSource({
    ...needs,
    credentials: { read: async () => ok({ credentials, savedAt: clock.now() }) },
    logger: { info: write, warn: write, error: write },
  })
  const express = createExpressClient({ ...needs, tokens })
  return { express, tokens, environment, transport, logged, close: () => transport.close() }
}
