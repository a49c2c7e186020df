import type { Environment } from '#electron/core/environments/environment.ts'
import type { HttpRequest, HttpResponse } from '#electron/core/platform/ports.ts'
import { createTokenSource } from '#electron/core/environments/credentials/token/token-source.ts'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

export const day = 86_400
export const basic: CredentialsInput = { style: 'basic', clientId: 'me', clientSecret: 'a/b' }
export const answer = (status: number, text: string): HttpResponse => ({
  status,
  headers: {},
  text,
})
export const given = (token: string, seconds: number): HttpResponse =>
  answer(200, JSON.stringify({ access_token: token, expires_in: seconds }))

/**
 * A token source whose service answers with `respond`, on a manual clock; `at.place` is the
 * environment's current address.
 */
export const setUp = (
  respond: (count: number, request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
  credentials: CredentialsInput = basic,
  more: Partial<Parameters<typeof createTokenSource>[0]> = {},
) => {
  const clock = createManualClock()
  const calls: HttpRequest[] = []
  const at = { place: 'here' }
  const environment = (id: string): Environment => ({
    id,
    name: id,
    kind: 'uat',
    baseUrl: `https://${at.place}.example`,
    clientId: 'ABCD',
    credentialStyle: credentials.style,
    place: at.place,
    managed: false,
    unavailable: '',
  })
  const savedAt = clock.now()
  const tokens = createTokenSource({
    traffic: {
      send: async (request) => {
        calls.push(request)
        return { ok: true, response: await respond(calls.length, request) }
      },
    },
    clock,
    random: () => 0,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    environments: { use: async (id) => ok(environment(id)) },
    credentials: { read: async () => ok({ credentials, savedAt }) },
    ...more,
  })
  return { tokens, clock, calls, at }
}
