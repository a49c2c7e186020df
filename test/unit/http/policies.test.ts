import { describe, expect, it } from 'vitest'
import { bodyFor } from '#electron/core/express/body-for.ts'
import { classifyAnswer, classifyFailure } from '#electron/core/express/submit.ts'
import {
  parseRetryAfter,
  retryDelay,
  retryNotice,
  type AttemptOutcome,
} from '#electron/core/http/retry-policy.ts'

const status = (code: number, retryAfter: number | null = null): AttemptOutcome => ({
  kind: 'status',
  status: code,
  retryAfter,
})

describe('the retry policy', () => {
  it('backs off exponentially with full jitter, three times at most', () => {
    expect([1, 2, 3, 4].map((retry) => retryDelay(status(503), retry, 0.999))).toEqual([
      500,
      999,
      1998,
      null,
    ])
    expect([1, 2, 3].map((retry) => retryDelay(status(503), retry, 0))).toEqual([0, 0, 0])
  })

  it('waits as long as the service asks, but does not retry if that is too long', () => {
    expect(retryDelay(status(429, 7), 1, 0.5)).toBe(7000)
    expect(retryDelay(status(429, 61), 1, 0.5)).toBeNull()
  })

  it.each([200, 302, 400, 401, 403, 404, 408, 422])('does not retry status %d', (code) => {
    expect(retryDelay(status(code), 1, 0.5)).toBeNull()
  })

  it('retries only connection failures', () => {
    const delays = (
      [
        ['service.unreachable', 'notSent'],
        ['service.connectionLost', 'unknown'],
        ['service.timeout', 'notSent'],
        ['service.timeout', 'unknown'],
        ['service.tls', 'notSent'],
        ['service.authority', 'notSent'],
        ['service.proxy', 'notSent'],
        ['service.tooLarge', 'unknown'],
        ['service.unreadable', 'unknown'],
        ['job.cancelled', 'unknown'],
      ] as const
    ).map(([code, phase]) => retryDelay({ kind: 'failure', failure: { code, phase } }, 1, 0.5))
    expect(delays).toEqual([250, 250, 250, null, null, null, null, null, null, null])
  })

  it('gives the reason in words', () => {
    expect(retryNotice(status(503), 1500, 2)).toBe(
      'Trying again in 2 s (2 of 3): the service answered 503',
    )
  })

  it('reads Retry-After as seconds or a date', () => {
    const now = Date.UTC(2026, 10, 20, 12)
    expect(parseRetryAfter('120', now)).toBe(120)
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:00:30 GMT', now)).toBe(30)
    expect(parseRetryAfter('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0)
    for (const header of [undefined, '', 'soon', '-5', '2026']) {
      expect(parseRetryAfter(header, now)).toBe(header === '2026' ? 2026 : null)
    }
  })
})

describe('the outcome of a submission', () => {
  const context = {
    title: 'Express Enroll',
    now: 0,
    durationMs: 12,
    secrets: ['token-canary'],
    refusals: [],
  }
  const answer = (code: number, text = '{}', headers = {}) =>
    classifyAnswer({ status: code, headers, text }, context)

  it('is “answered” only if the answer is readable JSON', () => {
    expect(answer(200, '{"a":1}')).toMatchObject({
      kind: 'answered',
      durationMs: 12,
      text: '{"a":1}',
    })
    for (const text of ['', '{"a":', '<html></html>'])
      expect(answer(200, text)).toMatchObject({ kind: 'inDoubt', text })
    expect(answer(204, '')).toMatchObject({ kind: 'inDoubt', status: 204 })
  })

  it('is judged by the beginning of a large answer; the reader finds out whether that answer is complete', () => {
    const large = 'x'.repeat(300_000)
    expect(answer(200, ` {"a":"${large}"}`).kind).toBe('answered')
    expect(answer(200, `[{"a":"${large}`).kind).toBe('answered')
    for (const text of [`<html>${large}</html>`, large])
      expect(answer(200, text).kind).toBe('inDoubt')
  })

  it.each([
    ['{}', [407, 414, 431]],
    ['{"ErrorMessage":"No."}', [400, 403, 404, 405, 407, 413, 414, 415, 422, 429, 431]],
    ['{"error":"invalid_token"}', [401, 407, 414, 431]],
  ])(
    'is, for every status with %s, “rejected” only if that is certain, and otherwise in doubt',
    (text, certain) => {
      const rejected: number[] = []
      for (let code = 100; code <= 599; code += 1) {
        const { kind } = answer(code, text)
        if (code >= 200 && code <= 299) expect(kind).toBe('answered')
        else if (kind === 'rejected') rejected.push(code)
        else expect(kind).toBe('inDoubt')
      }
      expect(rejected).toEqual(certain)
    },
  )

  it.each([
    '{"OptOutResult":{"Success":true,"TransactionId":"T1"}}',
    '{"OptOutResult":{"Success":false},"more":{"deep":{"Success":"True"}}}',
    '{"success" : 1}',
    '"{\\"Success\\":true}"',
    '<a:Success>true</a:Success>',
    '{"Suc-cess":true}',
    '{"Success_":true}',
    '{"S u c c e s s":"TRUE"}',
    '{"\\u0053uccess":true}',
    '{"Success":[ 1 ]}',
    '{"Success":"\\u0074rue"}',
    `{"Success":true,"x":"${'x'.repeat(300_000)}"}`,
  ])('is in doubt after a refusal that claims success: %.60s', (text) => {
    for (const code of [400, 401, 429])
      expect(answer(code, text)).toMatchObject({
        kind: 'inDoubt',
        status: code,
        text,
        error: { code: 'submission.inDoubt' },
      })
  })

  it.each([
    '{"ErrorMessage":"No success: true names only"}',
    '{"EnrollmentResult":{"Success":false,"ErrorMessage":""}}',
    '{"Error":{"ErrorMessage":"No","Success":10}}',
  ])('is “rejected” after a refusal that does not claim success: %s', (text) =>
    expect(answer(400, text).kind).toBe('rejected'),
  )

  it('includes the wait that status 429 asks for, and no secrets', () => {
    const result = answer(429, '{"ErrorMessage":"token-canary is too fast"}', {
      'retry-after': '30',
    })
    expect(result).toMatchObject({
      kind: 'rejected',
      error: { code: 'service.busy', retryAfter: 30 },
    })
    expect(result.kind === 'rejected' && JSON.stringify(result.error)).not.toContain('token-canary')
  })

  it('is “not sent” only if the transport proves it', () => {
    for (const code of [
      'service.unreachable',
      'service.tls',
      'service.timeout',
      'job.cancelled',
    ] as const) {
      expect(
        classifyFailure({ phase: 'notSent', code, message: 'm', details: '' }, context),
      ).toMatchObject({
        kind: 'notSent',
        error: { code },
      })
      expect(
        classifyFailure({ phase: 'unknown', code, message: 'm', details: '' }, context),
      ).toMatchObject({
        kind: 'inDoubt',
        error: { code: 'submission.inDoubt' },
      })
    }
  })
})

describe('request bodies', () => {
  const environment = { clientId: 'ABCD' }

  it('contain exactly the operation’s fields, in its order, and nothing undefined', () => {
    const body = bodyFor('forecast', environment, {
      Salary: 75_000,
      RetirementAge: undefined,
      PensionTypes: [],
      ParticipantXML: '<a/>',
      ClientId: 'EVIL',
    })
    expect(body.ok && JSON.stringify(body.value)).toBe(
      '{"ClientId":"ABCD","ParticipantXML":"<a/>","Salary":75000,"PensionTypes":[]}',
    )
  })

  it.each([
    ['forecastCurrent', { ParticipantXML: '<a/>', ForecastType: 'x' }, 'ForecastType'],
    ['forecast', { ParticipantXML: '<a/>', RetirementAge: 64.5 }, 'RetirementAge'],
    ['forecast', {}, 'ParticipantXML'],
    [
      'enroll',
      { ParticipantXML: '<a/>', EnrollmentInfo: [{ PlanId: 'P', PlanType: 5 }] },
      'EnrollmentInfo.0.PlanType',
    ],
  ] as const)(
    'for %s are refused with %j, and the message names the field',
    (operation, fields, field) => {
      expect(bodyFor(operation, environment, fields)).toMatchObject({
        ok: false,
        error: { code: 'input.invalid', field },
      })
    },
  )
})
