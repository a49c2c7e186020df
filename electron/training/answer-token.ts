import { jsonAnswer, type Answer } from './answer.ts'
import type { TokenRegistry, TokenWording } from './tokens.ts'

/** The training service's one client. Its secret is public: nothing here needs protection. */
const trainingClient = { id: 'training', secret: 'training' } as const

/** OAuth's error in its own form, or in a gateway's. */
const refused = (
  wording: TokenWording,
  status: number,
  error: string,
  description: string,
): Answer => {
  const headers = status === 401 ? { 'www-authenticate': 'Basic' } : {}
  return wording === 'rfc'
    ? jsonAnswer(status, { error, error_description: description }, headers)
    : jsonAnswer(
        status,
        { fault: { faultstring: description, detail: { errorcode: `oauth.v2.${error}` } } },
        headers,
      )
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Whether the header or the form proves the client: HTTP Basic, a Bearer value, or client_id and client_secret. */
const isTrainingClient = (authorization: string, form: URLSearchParams): boolean => {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization.trim()) ?? []
  if (/^basic$/i.test(scheme))
    return (
      Buffer.from(value, 'base64').toString('utf8') ===
      `${trainingClient.id}:${trainingClient.secret}`
    )
  if (/^bearer$/i.test(scheme)) return value === trainingClient.secret
  return (
    form.get('client_id') === trainingClient.id &&
    form.get('client_secret') === trainingClient.secret
  )
}

/**
 * Answers the token endpoint. The response shape is not specified; the default is a common gateway's, with `issued_at`
 * in milliseconds and both numbers as text, the other RFC 6749's.
 */
export const answerToken = (authorization: string, body: string, tokens: TokenRegistry): Answer => {
  const { wording } = tokens
  const form = new URLSearchParams(body)
  const grantType = form.get('grant_type')
  if (grantType === null || grantType === '')
    return refused(wording, 400, 'invalid_request', 'The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    return refused(
      wording,
      400,
      'unsupported_grant_type',
      'The only grant_type is client_credentials.',
    )
  if (!isTrainingClient(authorization, form))
    return refused(
      wording,
      401,
      'invalid_client',
      'The client id or secret is wrong. Training takes “training” for both.',
    )
  const { token, issuedAt, expiresIn } = tokens.issue()
  if (wording === 'rfc')
    return jsonAnswer(
      200,
      { access_token: token, token_type: 'Bearer', expires_in: expiresIn },
      noStore,
    )
  const response = {
    access_token: token,
    token_type: 'BearerToken',
    issued_at: String(issuedAt),
    expires_in: String(expiresIn),
    status: 'approved',
    client_id: trainingClient.id,
  }
  return jsonAnswer(200, response, noStore)
}
