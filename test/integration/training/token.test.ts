import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPath } from '#shared/express/operations.ts'
import { createTrainingService } from '#electron/training/training-service.ts'
import { basicAuthorization, formType, requestOfMaya, startTraining } from './training-client.ts'
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
])('a token is issued for credentials sent as %s', async (_name, body, headers) => {
  const reply = await client.send(tokenPath, body, { ...formType, ...headers })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({
    token_type: 'BearerToken',
    expires_in: '600',
    issued_at: String(now),
  })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each([
  ['no proof', grant, {}, 401, 'invalid_client'],
  ['a wrong secret', `${grant}&client_id=training&client_secret=no`, {}, 401, 'invalid_client'],
  ['a wrong Bearer value', grant, { authorization: 'Bearer no' }, 401, 'invalid_client'],
  ['no grant type', '', { authorization: basicAuthorization }, 400, 'invalid_request'],
  [
    'another grant type',
    'grant_type=password',
    { authorization: basicAuthorization },
    400,
    'unsupported_grant_type',
  ],
])('a token is refused for %s', async (_name, body, headers, status, error) => {
  const reply = await client.send(tokenPath, body, { ...formType, ...headers })
  expect(reply.status).toBe(status)
  expect(reply.json).toMatchObject({ fault: { detail: { errorcode: `oauth.v2.${error}` } } })
  expect(reply.json).toHaveProperty('fault.faultstring')
})

const control = (command: object) =>
  client.send('/control/tokens', JSON.stringify(command), {
    authorization: `Bearer ${client.service.controlToken}`,
    'content-type': 'application/json',
  })

test('the token endpoint’s answers can be switched to the wording of the RFCs and back', async () => {
  expect((await control({ wording: 'rfc' })).status).toBe(200)
  const issued = await client.send(tokenPath, grant, {
    ...formType,
    authorization: basicAuthorization,
  })
  expect(issued.json).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  expect(issued.json).not.toHaveProperty('issued_at')
  const refused = await client.send(tokenPath, grant, { ...formType, authorization: 'Bearer no' })
  expect(refused).toMatchObject({ status: 401, json: { error: 'invalid_client' } })
  expect(refused.json).toHaveProperty('error_description')
  const wrong = await client.call('caseInformation', requestOfMaya('caseInformation'), 'made-up')
  expect(wrong).toMatchObject({ status: 401, json: { error: 'invalid_token' } })
  expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"')
  const missing = await client.send('/rm/v1/express/optout', '{}', {
    'content-type': 'application/json',
  })
  expect([missing.status, missing.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect((await control({ wording: 'gateway' })).status).toBe(200)
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), 'made-up')).json,
  ).toHaveProperty('fault.faultstring')
  expect((await control({ wording: 'latin' })).status).toBe(400)
})

test('the control endpoint can shorten the lifetime of the next tokens', async () => {
  await control({ lifetimeSeconds: 5 })
  const token = await client.token()
  now += 4_900
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), token)).status,
  ).toBe(200)
  now += 200
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), token)).status,
  ).toBe(401)
  await control({ lifetimeSeconds: 600 })
})

test('tokens last 24 hours by default', async () => {
  const usual = await startTraining()
  const reply = await usual.send(tokenPath, grant, {
    ...formType,
    authorization: basicAuthorization,
  })
  expect(reply.json).toMatchObject({ expires_in: '86400' })
  await usual.service.stop()
})

test('the token endpoint accepts only forms sent by POST', async () => {
  expect((await client.send(tokenPath, '{}', { 'content-type': 'application/json' })).status).toBe(
    415,
  )
  expect((await client.send(tokenPath, '', {}, 'GET')).status).toBe(405)
})

test('a token is valid through its last second and no longer', async () => {
  const token = await client.token()
  now += 599_000
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), token)).status,
  ).toBe(200)
  now += 1_000
  const expired = await client.call('caseInformation', requestOfMaya('caseInformation'), token)
  expect(expired.status).toBe(401)
  expect(expired.json).toMatchObject({
    fault: {
      faultstring: 'Access Token expired',
      detail: { errorcode: 'keymanagement.service.access_token_expired' },
    },
  })
})

test('missing and wrong tokens cause different errors, and revoked tokens stop working', async () => {
  const body = JSON.stringify(requestOfMaya('caseInformation'))
  const path = '/rm/v1/express/forecast/caseinformation'
  const type = { 'content-type': 'application/json' }
  expect(await client.send(path, body, type)).toMatchObject({
    status: 401,
    json: { fault: { faultstring: 'No Access Token' } },
  })
  expect(
    await client.call('caseInformation', requestOfMaya('caseInformation'), 'made-up'),
  ).toMatchObject({
    status: 401,
    json: { fault: { faultstring: 'Invalid Access Token' } },
  })
  const token = await client.token()
  client.service.expireTokens()
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), token)).status,
  ).toBe(401)
})

test('the secret is new at each start, and a page’s or a foreign Host’s request is refused', async () => {
  const [one, other] = [createTrainingService(), createTrainingService()]
  expect(one.secret).not.toBe(other.secret)
  expect(one.secret).toMatch(/^[\w-]{32}$/)
  const started = await startTraining()
  const { base, service } = started
  const port = new URL(base).port
  const asked = async (headers: Record<string, string>) =>
    (
      await started.send(tokenPath, grant, {
        ...formType,
        authorization: basicAuthorization,
        ...headers,
      })
    ).status
  expect(await asked({})).toBe(200)
  expect(await asked({ host: `localhost:${port}` })).toBe(200)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: base },
    { host: `evil.example:${port}` },
    { host: '127.0.0.1' },
  ])
    expect(await asked(headers), JSON.stringify(headers)).toBe(403)
  await service.stop()
})
