import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { ok } from '#shared/result.ts'
import { stays } from '#test/support/worlds/express-house.ts'
import { asObject } from '#test/support/as-object.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { bodyOf, serve, type Loopback } from '#test/support/servers/loopback-server.ts'
import { createRealClient, type RealClient } from '#test/support/worlds/real-client.ts'

/**
 * Tests every form of an error through the real client, which must report readable words, the
 * status, and the body without secrets.
 */

interface Form {
  readonly name: string
  readonly type?: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The text after the status; empty if the body says nothing. */
  readonly says: string
  /** Matches the details. */
  readonly details?: string
}

const json = (name: string, value: unknown, says: string, details?: string): Form => ({
  name,
  type: 'application/json',
  body: JSON.stringify(value),
  says,
  ...(details === undefined ? {} : { details }),
})

const html =
  '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body><h1>Sorry</h1></body></html>'

const forms: readonly Form[] = [
  json('{ErrorMessage}', { ErrorMessage: 'Plan P-1 is unknown' }, 'Plan P-1 is unknown'),
  json(
    '{ErrorMessage} among other fields',
    { Success: false, ErrorMessage: 'No such client', TransactionId: '' },
    'No such client',
  ),
  json(
    '{error, error_description}',
    { error: 'invalid_request', error_description: 'No ClientId' },
    'No ClientId (invalid_request)',
  ),
  json('{error} alone', { error: 'server_error' }, 'server_error'),
  json(
    '{fault: {faultstring, detail: {errorcode}}}',
    {
      fault: {
        faultstring: 'Quota reached',
        detail: { errorcode: 'policies.ratelimit.QuotaViolation' },
      },
    },
    'Quota reached (policies.ratelimit.QuotaViolation)',
    'policies.ratelimit.QuotaViolation',
  ),
  json('{Message}', { Message: 'Authorization has been denied' }, 'Authorization has been denied'),
  json('{code, message}', { code: 4711, message: 'Out of range' }, 'Out of range (4711)'),
  json(
    '{errors: [objects and text]}',
    { errors: [{ message: 'One' }, { Message: 'Two' }, 'Three'] },
    'One; Two; Three',
  ),
  json(
    '{errors: {field: [text]}}',
    { errors: { Salary: ['too high'], DOB: ['missing'] } },
    'Salary: too high; DOB: missing',
  ),
  json(
    'a problem of RFC 9457',
    { type: 'about:blank', title: 'Not right', detail: 'DOB lies ahead' },
    'DOB lies ahead',
  ),
  json('an array', [{ ErrorMessage: 'First' }, { ErrorMessage: 'Second' }], 'First; Second'),
  json('an empty array', [], ''),
  json('an empty object', {}, ''),
  json('null', null, ''),
  json('a JSON text', 'Down for repair', 'Down for repair'),
  json('an object within an object', { error: { message: 'Deep', code: 'E1' } }, 'Deep (E1)'),
  {
    name: 'plain text',
    type: 'text/plain',
    body: 'upstream connect error\n at line 1',
    says: 'upstream connect error',
    details: '[33 characters that are not JSON]',
  },
  {
    name: 'an HTML page',
    type: 'text/html',
    body: html,
    says: '502 Bad Gateway',
    details: '[99 characters that are not JSON]',
  },
  {
    name: 'an HTML page said to be JSON',
    type: 'application/json',
    body: html,
    says: '502 Bad Gateway',
  },
  {
    name: 'JSON said to be HTML',
    type: 'text/html',
    body: '{"ErrorMessage":"In disguise"}',
    says: 'In disguise',
  },
  { name: 'JSON without a content type', body: '{"Message":"Untyped"}', says: 'Untyped' },
  {
    name: 'JSON that breaks off',
    type: 'application/json',
    body: '{"ErrorMessage": "cut',
    says: '',
  },
  {
    name: 'JSON after a byte order mark',
    type: 'application/json',
    body: '\uFEFF{"ErrorMessage":"Marked"}',
    says: 'Marked',
  },
  {
    name: 'compressed JSON',
    type: 'application/json',
    body: gzipSync('{"ErrorMessage":"Packed"}'),
    headers: { 'content-encoding': 'gzip' },
    says: 'Packed',
  },
  {
    name: 'Latin-1 text',
    type: 'text/plain; charset=iso-8859-1',
    body: Buffer.from('Zugriff für Müller', 'latin1'),
    says: 'Zugriff für Müller',
  },
  {
    name: 'bytes that are not text',
    type: 'application/octet-stream',
    body: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    says: '',
  },
  {
    name: 'XML',
    type: 'application/xml',
    body: '<?xml version="1.0"?><Error><Message>Broken</Message></Error>',
    says: 'Broken',
  },
  { name: 'an empty body', body: '', says: '' },
]

const statuses = [400, 403, 404, 409, 422, 429, 500, 503] as const

const xml =
  '<BatchParticipantInput><Participant UserID="u-canary" FirstName="Ada-canary"/></BatchParticipantInput>'
const sid = 'sid-canary-0123456789'
const cookie = 'JSESSIONID=cookie-canary; Path=/'
const secret = 'secret-canary/+ä'
const token = 'token-canary.abc-def'
const forecast = { ClientId: 'CLIENT', ParticipantXML: xml }
const enroll = {
  ...forecast,
  EnrollmentInfo: [{ PlanId: 'P-1', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  TransactionHTTPEndpoint: {
    TransURL: 'https://rk.example/receive?session=url-canary',
    SID: sid,
    Cookie: cookie,
  },
}

let server: Loopback
let client: RealClient
let answer: (response: ServerResponse, body: string, authorization: string) => void = () =>
  undefined
let answerToken: typeof answer | null = null

beforeAll(async () => {
  server = await serve(async (request, response) => {
    const body = await bodyOf(request)
    const { authorization = '' } = request.headers
    if (request.url !== '/oauth2/accesstoken') return answer(response, body, authorization)
    if (answerToken) return answerToken(response, body, authorization)
    response.end(JSON.stringify({ access_token: token }))
  })
  client = createRealClient(server.url, {
    clock: createManualClock(),
    credentials: { style: 'form', clientId: 'client-1', clientSecret: secret },
  })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

const errorOf = async (): Promise<AppError> => {
  const result = await client.express.compute('forecast', 'uat', forecast, stays)
  if (result.ok) throw new Error('an error was taken for an answer')
  return result.error
}

describe.each(statuses)('the error after an answer with status %d', (status) => {
  test.each(forms)(
    'says what the body says: $name',
    async ({ type, body, headers = {}, says, details }) => {
      answer = (response) =>
        void response
          .writeHead(status, {
            ...(type === undefined ? {} : { 'content-type': type }),
            ...headers,
          })
          .end(body)
      const error = await errorOf()
      expect(error.status).toBe(status)
      const start = `Express Forecast was answered with status ${status}`
      if (says === '') expect(error.message.startsWith(start)).toBe(true)
      else expect(error.message).toBe(`${start}: ${says}`)
      if (details !== undefined) expect(error.details).toContain(details)
      const text = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : ''
      if (says !== '' && /^[{["]/.test(text)) expect(error.details).toBe(text)
      if (body === '') expect(error.details).toBeUndefined()
      expect(error.advice).toMatch(/\.$/)
    },
  )
})

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Ways for a server to return what it was sent. */
const echoes: readonly (readonly [
  string,
  string,
  (body: string, authorization: string) => string,
])[] = [
  [
    'whole, as JSON',
    'application/json',
    (body, authorization) =>
      JSON.stringify({
        ErrorMessage: 'Cannot read',
        Request: asObject(JSON.parse(body)),
        authorization,
      }),
  ],
  [
    'as text within JSON',
    'application/json',
    (body) => JSON.stringify({ ErrorMessage: `Cannot read ${body}` }),
  ],
  [
    'as text within text within JSON',
    'application/json',
    (body) => JSON.stringify({ ErrorMessage: JSON.stringify({ received: body }) }),
  ],
  [
    'as plain text',
    'text/plain',
    (body, authorization) => `POST failed\nAuthorization: ${authorization}\n\n${body}`,
  ],
  ['percent-encoded', 'text/plain', (body) => `bad request ${encodeURIComponent(body)}`],
  [
    'in a page',
    'text/html',
    (body) =>
      `<html><title>Error</title><pre>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</pre></html>`,
  ],
  [
    'in a page with every sign as a number',
    'text/html',
    (body) =>
      `<html><title>Error</title>${body.replaceAll('<', '&#60;').replaceAll('"', '&#34;').replaceAll('/', '&#47;')}</html>`,
  ],
  [
    'in base64',
    'text/plain',
    (body, authorization) => `bad ${Buffer.from(authorization + body).toString('base64')}`,
  ],
  [
    'value by value',
    'text/plain',
    (body, authorization) =>
      `rejected: ${[...textsIn(JSON.parse(body)), authorization].toReversed().join(' ')}`,
  ],
  ['cut short', 'application/json', (body) => body.slice(0, 90)],
]

describe('secrets are never shown', () => {
  const check = (error: AppError | undefined): void => {
    expect(error).toBeDefined()
    expect(JSON.stringify(error)).not.toMatch(/canary/)
    const packed = [xml, sid, cookie, token].map((text) =>
      Buffer.from(text).toString('base64').slice(4, 20),
    )
    for (const text of packed) expect(JSON.stringify(error)).not.toContain(text)
  }

  test.each(echoes)('when a server repeats the request %s', async (name, type, echo) => {
    answer = (response, body, authorization) =>
      void response.writeHead(400, { 'content-type': type }).end(echo(body, authorization))
    check(await errorOf())
    const attempt = await client.express.submit('enroll', 'uat', enroll, {
      ...stays,
      onBeforeFirstByte: async () => ok(undefined),
    })
    expect(attempt.kind).toBe(
      type === 'application/json' && name !== 'cut short' ? 'rejected' : 'inDoubt',
    )
    check('error' in attempt ? attempt.error : undefined)
  })

  // An encoded copy may stay in the answer, because the answer is stored encrypted.
  const readable = echoes.filter(([name]) => !/base64|number/.test(name))
  test.each(readable)('when a successful answer repeats the request %s', async (...given) => {
    const [, type, echo] = given
    answer = (response, body, authorization) =>
      void response.writeHead(200, { 'content-type': type }).end(echo(body, authorization))
    const computed = await client.express.compute('forecast', 'uat', forecast, stays)
    const attempt = await client.express.submit('enroll', 'uat', enroll, {
      ...stays,
      onBeforeFirstByte: async () => ok(undefined),
    })
    const texts = [computed.ok ? computed.value.text : '', 'text' in attempt ? attempt.text : '']
    expect(texts).not.toContain('')
    const secrets = [sid, cookie.slice(0, 24), token]
    for (const text of texts) expect(secrets.filter((each) => text.includes(each))).toEqual([])
    // The answer is about the participant, so the participant's data stays in it.
    if (type === 'application/json') expect(texts[1]).toContain('CLIENT')
  })

  test.each(echoes)('when the token endpoint repeats the request %s', async (name, type, echo) => {
    answerToken = (response, body, authorization) => {
      const told =
        type === 'application/json'
          ? JSON.stringify({ error: 'invalid_client', got: body, authorization })
          : name === 'value by value'
            ? [...new URLSearchParams(body).values()].join(' ')
            : echo(body, authorization)
      response.writeHead(401, { 'content-type': type }).end(told)
    }
    const result = await client.tokens.renew('uat')
    answerToken = null
    expect(result.ok).toBe(false)
    const shown = JSON.stringify([result, client.logged])
    expect(shown).not.toMatch(/secret-canary/)
    expect(shown).not.toContain(Buffer.from(secret).toString('base64').slice(4, 16))
  })
})
