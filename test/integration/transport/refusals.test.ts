import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  endExpressHouses,
  journal,
  openExpressHouse,
  optout,
} from '#test/support/worlds/express-house.ts'
import type { RefusalShape } from '#shared/environments/refusals.ts'
import { answerJson } from '#test/support/servers/loopback-server.ts'

afterEach(endExpressHouses)

const submitTo = async (
  answer: (response: ServerResponse, count: number) => void,
  refusals: readonly RefusalShape[] = [],
) => {
  const { client, seen } = await openExpressHouse(answer, { refusals: [...refusals] })
  const attempt = await client.submit('optout', 'uat', optout, journal())
  return { attempt, sent: seen.map(({ authorization }) => authorization) }
}

const accepted = '{"OptOutResult":{"Success":true}}'

/**
 * A service that refuses the first token with `headers` and `body`, and executes the request with
 * the next one.
 */
const afterRefusal = (headers: Readonly<Record<string, string>>, body: string) =>
  submitTo((response, count) => {
    if (count === 1) response.writeHead(401, headers).end(body)
    else response.end(accepted)
  })

describe('a submission after a 401', () => {
  it.each([
    [{ 'www-authenticate': 'Bearer error="invalid_token"' }, ''],
    [{ 'www-authenticate': 'Bearer realm="x", error=invalid_token' }, '<html></html>'],
    [{ 'www-authenticate': 'Basic realm="x", Bearer realm="y", error="invalid_token"' }, '{}'],
    [{}, '{"error":"invalid_token","error_description":"The access token expired"}'],
    [{}, '{"fault":{"faultstring":"Invalid Access Token"}}'],
    [
      {},
      '{"fault":{"faultstring":"Failed","detail":{"errorcode":"keymanagement.service.access_token_expired"}}}',
    ],
    [{}, '{"fault":{"detail":{"errorcode":"oauth.v2.InvalidAccessToken"}}}'],
    [{}, '{"statusCode":401,"message":"Unauthorized. Access token is missing or invalid."}'],
    [{}, '{"message":"The incoming token has expired"}'],
    [{}, '{"code":"TokenExpired","message":"Unauthorized"}'],
    [{}, '{"ErrorMessage":"The access token provided is expired, revoked or malformed."}'],
    [{}, '{"Message":"Invalid or expired JWT"}'],
    [{}, '[{"code":"InvalidAuthenticationToken"}]'],
  ])('that names the token (%j %s) is sent again once, with a new token', async (headers, body) => {
    const { attempt, sent } = await afterRefusal(headers, body)
    expect(attempt).toMatchObject({ kind: 'answered', text: accepted })
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it.each([
    [{}, ''],
    [{}, '{}'],
    [{ 'www-authenticate': 'Bearer' }, '{"message":"Unauthorized"}'],
    [{ 'www-authenticate': 'Basic realm="office"' }, '<html><title>Sign in</title></html>'],
    [{ 'www-authenticate': 'NTLM' }, 'Access denied'],
    [{ 'www-authenticate': 'Bearer error="insufficient_scope"' }, '{"error":"invalid_token"}'],
    [{ 'www-authenticate': 'Digest realm="x", stale=true' }, ''],
    [{}, '<html><title>Your access token has expired</title></html>'],
    [{}, '{"message":"Your session token has expired. Sign in again."}'],
    [{}, '{"message":"Invalid CSRF token"}'],
    [{}, '{"error":"invalid_client"}'],
    [{}, '{"message":"The token is not expired, but the address is not allowed"}'],
    [{}, '{"message":"The SAML token is invalid"}'],
    [{}, '{"ErrorMessage":"The client is not allowed to opt out."}'],
    [{}, `{"error":"invalid_token","filler":"${'x'.repeat(1_100_000)}"}`],
  ])(
    'that does not name the token (%j %.70s) is in doubt, and sent once',
    async (headers, body) => {
      const { attempt, sent } = await afterRefusal(headers, body)
      expect(attempt).toMatchObject({ kind: 'inDoubt', status: 401 })
      expect('error' in attempt && attempt.error.message).toContain(
        'It does not name the access token as invalid or expired, so another server on the way',
      )
      expect(sent).toEqual(['Bearer token-1'])
    },
  )

  it('is in doubt if the new token meets a 401 that does not name the token', async () => {
    const { attempt, sent } = await submitTo((response, count) =>
      answerJson(response, 401, count === 1 ? { error: 'invalid_token' } : {}),
    )
    expect(attempt).toMatchObject({ kind: 'inDoubt', status: 401 })
    expect(sent).toHaveLength(2)
  })
})

describe('a submission that meets an error status after its body was sent', () => {
  const statuses = [400, 403, 413, 429, 404, 405, 415, 422]

  it.each([
    ['an empty body', ''],
    ['a page of a firewall', '<html><head><title>Request Rejected</title></head></html>'],
    ['plain text', 'Blocked by data loss prevention'],
    ['a gateway’s message', '{"message":"Forbidden"}'],
    ['a gateway’s fault', '{"fault":{"faultstring":"Spike arrest violation"}}'],
    ['a problem document', '{"title":"Too Many Requests","status":429,"detail":"Slow down."}'],
    ['an empty ErrorMessage', '{"ErrorMessage":""}'],
    ['ErrorMessage in another spelling', '{"errorMessage":"Task timed out","errorType":"T"}'],
    ['a Success without a result', '{"success":false,"error":"upstream timed out"}'],
    ['an error object that is cut off', '{"ErrorMessage":"No such pl'],
  ])('is in doubt after %s, and says why', async (_name, body) => {
    for (const status of statuses) {
      const { attempt, sent } = await submitTo((response) => response.writeHead(status).end(body))
      expect(attempt).toMatchObject({ kind: 'inDoubt', status })
      expect('error' in attempt && attempt.error.message).toContain(
        'It is not the service’s own error, so another server on the way',
      )
      expect(sent).toHaveLength(1)
    }
  })

  it.each([
    '{"ErrorMessage":"The request is not valid: PlanId."}',
    '{"Error":{"ErrorMessage":"Unknown client","Details":[]}}',
    '{"ErrorMessage":"Too many requests.","errors":[{"field":"x","message":"y"}]}',
    '{"OptOutResult":{"Success":false,"ErrorMessage":"No such plan"}}',
    '{"EnrollmentResult":{"Success":false,"ErrorMessage":""},"Transaction":""}',
  ])('is rejected after the service’s own error %s', async (body) => {
    for (const status of statuses)
      expect(
        (await submitTo((response) => response.writeHead(status).end(body))).attempt,
      ).toMatchObject({ kind: 'rejected', status })
  })

  it('does not blame another server if the service itself answers with an error that proves nothing', async () => {
    const { attempt } = await submitTo((response) =>
      answerJson(response, 409, { ErrorMessage: 'It conflicts.' }),
    )
    expect(attempt).toMatchObject({
      kind: 'inDoubt',
      error: { message: 'Express Optout was answered with status 409: It conflicts.' },
    })
  })
})

describe('an answer with a shape that the environment trusts as a refusal', () => {
  const rejecting: readonly (readonly [RefusalShape, string])[] = [
    ['fault', '{"fault":{"faultstring":"Spike arrest","detail":{"errorcode":"policies.x"}}}'],
    ['error', '{"error":"access_denied","error_description":"No."}'],
    ['code', '{"code":900800,"message":"Throttled"}'],
    ['message', '{"Message":"Forbidden"}'],
    ['list', '[{"code":"E1","message":"No such plan"},{"message":"Closed"}]'],
    ['success', '{"success":false,"error":"upstream refused"}'],
  ]

  it.each(rejecting)(
    '(%s, %s) rejects the submission in that environment only',
    async (shape, body) => {
      for (const status of [200, 403, 429]) {
        const answer = (response: ServerResponse) => void response.writeHead(status).end(body)
        expect((await submitTo(answer, [shape])).attempt).toMatchObject({
          kind: 'rejected',
          status,
        })
        expect((await submitTo(answer)).attempt.kind).not.toBe('rejected')
      }
    },
  )

  const all = rejecting.map(([shape]) => shape)
  it.each([
    ['{"fault":{}}', 403],
    ['{"fault":{"faultstring":"Timed out"}}', 504],
    ['{"error":"invalid_client"}', 401],
    ['{"message":"No","OptOutResult":{"Success":true}}', 403],
    ['{"message":"Sent twice","TransactionId":"T-1"}', 200],
    ['{"success":true,"message":"Fine"}', 200],
    ['[]', 403],
    ['[{"message":"No"},1]', 403],
    ['<html>Forbidden</html>', 403],
    ['Forbidden', 403],
  ])('is not %s with status %d', async (body, status) => {
    const answer = (response: ServerResponse) => void response.writeHead(status).end(body)
    expect((await submitTo(answer, all)).attempt.kind).not.toBe('rejected')
  })
})
