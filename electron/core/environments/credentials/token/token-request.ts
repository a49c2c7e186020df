import { tokenPath } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environment } from '../../environment.ts'
import type { Traffic } from '../../../http/traffic/traffic.ts'
import { checkBaseUrl, statusError, transportError } from '../../../http/status-error.ts'
import { maxTokenBytes, tokenTimeouts } from '../../../http/timeouts.ts'
import { outcomeOf, retryDelay } from '../../../http/retry-policy.ts'
import type { CoreParts, HttpRequest, HttpResponse } from '../../../platform/ports.ts'
import { readTokenResponse, refusalIn, type TokenResponse } from './token-response.ts'

export interface TokenRequestNeeds extends Pick<CoreParts, 'clock' | 'random'> {
  /** Sends requests, and records them in the list of service calls. */
  readonly traffic: Pick<Traffic, 'send'>
}

type ClientCredentials = Exclude<CredentialsInput, { style: 'accessToken' }>

const formText = (fields: Readonly<Record<string, string>>) =>
  new URLSearchParams(fields).toString()
const formEncode = (text: string) => formText({ '': text }).slice(1)
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`

/** How one attempt authenticates. All attempts use the same grant, the only one in the specification. */
interface Presentation {
  readonly authorization?: string
  readonly body: string
}

const grant = { grant_type: 'client_credentials' } as const

/**
 * RFC 6749 §2.3.1 form-encodes id and secret before Basic, but many gateways expect them unencoded.
 * If the two forms differ, the unencoded form is tried after the encoded one is refused.
 */
const presentationsOf = (
  credentials: ClientCredentials,
): readonly [Presentation, Presentation?] => {
  if (credentials.style === 'bearer') {
    return [{ authorization: `Bearer ${credentials.value}`, body: formText(grant) }]
  }
  const { clientId, clientSecret } = credentials
  if (credentials.style === 'form') {
    return [{ body: formText({ ...grant, client_id: clientId, client_secret: clientSecret }) }]
  }
  const encoded = {
    authorization: basic(formEncode(clientId), formEncode(clientSecret)),
    body: formText(grant),
  }
  const plain = { ...encoded, authorization: basic(clientId, clientSecret) }
  return plain.authorization === encoded.authorization ? [plain] : [encoded, plain]
}

const secretsOf = (credentials: ClientCredentials): readonly string[] =>
  credentials.style === 'bearer' ? [credentials.value] : [credentials.clientSecret]

const tokenHttpRequest = (
  environment: Environment,
  { authorization, body }: Presentation,
): HttpRequest => ({
  url: `${environment.baseUrl}${tokenPath}`,
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  },
  body,
  timeouts: tokenTimeouts(environment),
  maxResponseBytes: maxTokenBytes,
  freshConnection: false,
})

/**
 * Like {@link tokenHttpRequest}, but without authentication, to see whether anything answers at the
 * address.
 */
export const anonymousTokenRequest = (environment: Environment): HttpRequest =>
  tokenHttpRequest(environment, { body: formText(grant) })

const refusedBy = (response: HttpResponse, now: number, secrets: readonly string[]): AppError => {
  const error = statusError('The token request', response, now, secrets)
  const refused =
    response.status >= 400 && response.status < 500 && ![408, 429].includes(response.status)
  return refused
    ? {
        ...error,
        code: 'service.tokenRefused',
        advice:
          response.status === 404
            ? checkBaseUrl
            : 'Check the credentials and their kind under Settings.',
      }
    : error
}

const readAnswer = (
  response: HttpResponse,
  now: number,
  secrets: readonly string[],
): Result<TokenResponse> => {
  if (response.status < 200 || response.status > 299) return fail(refusedBy(response, now, secrets))
  const read = readTokenResponse(response.text, now)
  if (read) return ok(read)
  const { message, details } = refusalIn(response.text, secrets)
  return fail({
    code: 'service.tokenRefused',
    message: `The token request was answered without a token${message === '' ? '.' : `: ${message}`}`,
    advice: 'Check the base URL and the credentials under Settings.',
    status: response.status,
    ...(details === '' ? {} : { details }),
  })
}

const sendWithRetries = async (
  needs: TokenRequestNeeds,
  environment: Environment,
  request: HttpRequest,
  signal: AbortSignal,
) => {
  for (let retry = 1; ; retry += 1) {
    const about = { environment, operation: 'token', attempt: retry } as const
    const sent = await needs.traffic.send({ ...request, signal }, about)
    const delay = retryDelay(outcomeOf(sent, needs.clock.now()), retry, needs.random())
    if (delay === null) return sent
    await needs.clock.sleep(delay, signal)
  }
}

/**
 * Obtains a token. Fails with `service.tokenRefused` if the service refuses, otherwise with the
 * request's own error. Rejects with the signal's reason if aborted between two attempts.
 */
export const requestToken = async (
  needs: TokenRequestNeeds,
  environment: Environment,
  credentials: ClientCredentials,
  signal: AbortSignal,
): Promise<Result<TokenResponse>> => {
  const secrets = secretsOf(credentials)
  const ask = async (presentation: Presentation) => {
    const request = tokenHttpRequest(environment, presentation)
    const sent = await sendWithRetries(needs, environment, request, signal)
    return sent.ok
      ? readAnswer(sent.response, needs.clock.now(), secrets)
      : fail(transportError(sent.failure, secrets))
  }
  const [first, second] = presentationsOf(credentials)
  const answer = await ask(first)
  const isRefused = !answer.ok && answer.error.code === 'service.tokenRefused'
  return isRefused && second ? ask(second) : answer
}
