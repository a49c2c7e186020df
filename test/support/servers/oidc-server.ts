import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider, type ClientMetadata } from 'oidc-provider'
import { tokenPath } from '#shared/express/operations.ts'
import { serve } from './loopback-server.ts'

/**
 * Runs before the server handles a request. Returns true if it has answered the request, or false
 * to pass it on.
 */
export type Gate = (
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
) => Promise<boolean> | boolean

export interface OidcServer {
  readonly url: string
  /** How many token requests arrived, including those that the gate answered. */
  readonly tokenCalls: () => number
  /** The client to which a token was issued; null if the token is unknown or expired. */
  readonly ownerOf: (token: string) => Promise<string | null>
  /** Makes the server forget the token. */
  readonly revoke: (token: string) => Promise<void>
  readonly setGate: (gate: Gate) => void
  /** Answers requests other than token requests. */
  readonly setService: (
    service: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  ) => void
  readonly stop: () => Promise<void>
}

const letThrough: Gate = () => false

/** `oidc-provider` on loopback, with client credentials only; its token endpoint has the service's path. */
export const startOidcServer = async (
  clients: readonly ClientMetadata[],
  lifetimeSeconds = 3600,
): Promise<OidcServer> => {
  let gate = letThrough
  let tokenCalls = 0
  let service: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void = (
    _request,
    response,
  ) => void response.writeHead(404).end()
  let handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null = null
  const server = await serve(async (request, response) => {
    if (request.url !== tokenPath) return service(request, response)
    tokenCalls += 1
    if (await gate(request, response, tokenCalls)) return
    await handle?.(request, response)
  })
  const provider = new Provider(server.url, {
    clients: clients.map((client) => ({
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      ...client,
    })),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    routes: { token: tokenPath },
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: lifetimeSeconds },
    cookies: { keys: ['loopback'] },
  })
  const callback = provider.callback()
  handle = async (request, response) => {
    const finished = once(response, 'close')
    await callback(request, response)
    await finished
  }
  return {
    url: server.url,
    tokenCalls: () => tokenCalls,
    ownerOf: async (token) => (await provider.ClientCredentials.find(token))?.clientId ?? null,
    revoke: async (token) => {
      await (await provider.ClientCredentials.find(token))?.destroy()
    },
    setGate: (next) => {
      gate = next
    },
    setService: (next) => {
      service = next
    },
    stop: server.stop,
  }
}
