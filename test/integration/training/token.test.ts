import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPath } from '#shared/express/operations.ts'
import { basicAuthorization, caseOf, formType, startTraining } from './training-client.ts'
import type { TrainingClient } from './training-client.ts'

let client: TrainingClient
let now = Date.parse('2026-11-20T10:00:00Z')

beforeAll(async () => {
  client = await startTraining({ clock: { now: () => now }, tokenLifetimeSeconds: 600 })
})
afterAll(async () => client.service.stop())

const grant = 'grant_type=client_credentials'

test.each([
  ['HTTP Basic', grant, { authorization: basicAuthorization }],
  ['a Bearer value', grant, { authorization: 'Bearer training' }],
  ['the form body', `${grant}&client_id=training&client_secret=training`, {}],
])('a token is issued for %s', async (_name, body, headers) => {
  const reply = await client.send(tokenPath, body, { ...formType, ...headers })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ token_type: 'BearerToken', expires_in: '600', issued_at: String(now) })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each([
  ['no proof', grant, {}, 401, 'invalid_client'],
  ['a wrong secret', `${grant}&client_id=training&client_secret=no`, {}, 401, 'invalid_client'],
  ['a wrong Bearer value', grant, { authorization: 'Bearer no' }, 401, 'invalid_client'],
  ['no grant type', '', { authorization: basicAuthorization }, 400, 'invalid_request'],
  ['another grant type', 'grant_type=password', { authorization: basicAuthorization }, 400, 'unsupported_grant_type'],
])('a token is refused for %s', async (_name, body, headers, status, error) => {
  const reply = await client.send(tokenPath, body, { ...formType, ...headers })
  expect(reply.status).toBe(status)
  expect(reply.json).toMatchObject({ error })
  expect(reply.json).toHaveProperty('error_description')
})

test('the token endpoint takes forms by POST only', async () => {
  expect((await client.send(tokenPath, '{}', { 'content-type': 'application/json' })).status).toBe(415)
  expect((await client.send(tokenPath, '', {}, 'GET')).status).toBe(405)
})

test('a token is good until its last second and not after', async () => {
  const token = await client.token()
  now += 599_000
  expect((await client.call('caseInformation', caseOf, token)).status).toBe(200)
  now += 1_000
  const expired = await client.call('caseInformation', caseOf, token)
  expect(expired.status).toBe(401)
  expect(expired.json).toMatchObject({
    fault: { faultstring: 'Access Token expired', detail: { errorcode: 'keymanagement.service.access_token_expired' } },
  })
})

test('missing and wrong tokens are told apart, and revoked ones stop working', async () => {
  const body = JSON.stringify(caseOf)
  const path = '/rm/v1/express/forecast/caseinformation'
  const type = { 'content-type': 'application/json' }
  expect(await client.send(path, body, type)).toMatchObject({ status: 401, json: { fault: { faultstring: 'No Access Token' } } })
  expect(await client.call('caseInformation', caseOf, 'made-up')).toMatchObject({
    status: 401,
    json: { fault: { faultstring: 'Invalid Access Token' } },
  })
  const token = await client.token()
  client.service.expireTokens()
  expect((await client.call('caseInformation', caseOf, token)).status).toBe(401)
})
