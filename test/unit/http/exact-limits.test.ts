import { describe, expect, it } from 'vitest'
import { bodyFor, secretsIn } from '#electron/core/express/body-for.ts'
import {
  parseRetryAfter,
  retryDelay,
  retryNotice,
  type AttemptOutcome,
} from '#electron/core/http/retry-policy.ts'
import { codeOfStatus, statusError, transportError } from '#electron/core/http/status-error.ts'
import { maxResponseBytes, maxTokenBytes } from '#electron/core/http/timeouts.ts'

const status = (code: number, retryAfter: number | null = null): AttemptOutcome => ({
  kind: 'status',
  status: code,
  retryAfter,
})
const failed = (code: 'service.unreachable' | 'service.connectionLost'): AttemptOutcome => ({
  kind: 'failure',
  failure: { code, phase: 'unknown' },
})

describe('a retry', () => {
  it('happens for every status from 500 on', () => {
    expect([499, 500, 599].map((code) => retryDelay(status(code), 1, 0.5))).toEqual([
      null,
      250,
      250,
    ])
  })

  it('waits a minute at most, and not a second more', () => {
    expect([60, 60.001].map((seconds) => retryDelay(status(503, seconds), 1, 0))).toEqual([
      60_000,
      null,
    ])
  })

  it('may happen without a wait if the service asked for none', () => {
    expect(retryDelay(failed('service.unreachable'), 1, 0)).toBe(0)
  })

  it('waits for the time until a Retry-After date, rounded up to whole seconds', () => {
    const now = Date.UTC(2026, 10, 20, 12)
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:00:30 GMT', now + 900)).toBe(30)
    expect(parseRetryAfter('Fri, 20 Nov 2026 14:00:00 GMT', now)).toBe(7200)
  })

  it('is announced with its reason', () => {
    expect(retryNotice(failed('service.connectionLost'), 999, 1)).toBe(
      'Trying again in a moment (1 of 3): the connection was lost',
    )
    expect(retryNotice(failed('service.unreachable'), 1000, 3)).toBe(
      'Trying again in 1 s (3 of 3): the service could not be reached',
    )
    expect(retryNotice(failed('service.unreachable'), 1001, 3)).toContain('in 2 s')
  })
})

describe('a service call', () => {
  it.each([
    [199, 'service.failed'],
    [300, 'service.redirected'],
    [399, 'service.redirected'],
    [400, 'service.rejected'],
    [401, 'service.unauthorized'],
    [407, 'service.rejected'],
    [408, 'service.failed'],
    [409, 'service.rejected'],
    [429, 'service.busy'],
    [499, 'service.rejected'],
    [500, 'service.failed'],
    [599, 'service.failed'],
  ] as const)('that gets status %d fails with %s', (code, meant) => {
    expect(codeOfStatus(code)).toBe(meant)
  })

  it.each([407, 413, 414, 431])(
    'that a gateway refuses with %d does not tell the user to correct a value',
    (status) => {
      const { advice } = statusError('The call', { status, headers: {}, text: '' }, 0)
      expect(advice).not.toContain('Correct the value')
    },
  )

  it('that fails is explained only by what the answer says', () => {
    expect(statusError('The call', { status: 404, headers: {}, text: '' }, 0)).toEqual({
      code: 'service.rejected',
      message: 'The call was answered with status 404.',
      status: 404,
      advice: 'Check the base URL under Settings: the service found nothing at this address.',
    })
    expect(statusError('The call', { status: 400, headers: {}, text: '' }, 0).advice).toBe(
      'Read what the service says. Correct the value it names, or try again later if it names none.',
    )
    const busy = (headers: Record<string, string>) =>
      statusError('The call', { status: 429, headers, text: '' }, 0).advice
    expect(busy({})).toBe('Wait a few minutes, then try again.')
    expect(busy({ 'retry-after': '90' })).toBe(
      'Wait as long as the service asks for, then try again.',
    )
    const refused = (message: string, headers: Record<string, string> = {}) =>
      statusError('The call', { status: 409, headers, text: message }, 0).advice
    expect(refused('The plan is in a blackout period.')).toBe(
      'Try again after the blackout period.',
    )
    expect(refused('Blackout until the end of the quarter. Code 7.')).toBe(
      'Try again after the blackout period, which lasts until the end of the quarter.',
    )
    expect(refused('The plan is in a blackout period.', { 'retry-after': '90' })).toBe(
      'Wait as long as the service asks for, then try again.',
    )
    const answer = { status: 503, headers: { 'retry-after': '0' }, text: 'Closed for the night' }
    expect(statusError('The call', answer, 0)).toEqual({
      code: 'service.failed',
      message: 'The call was answered with status 503: Closed for the night',
      status: 503,
      advice: 'Try again in a few minutes.',
      retryAfter: 0,
      details: '[20 characters that are not JSON]',
    })
  })

  it('that fails on the network has details only if there are some', () => {
    const failure = { phase: 'notSent', code: 'service.tls', message: 'No.', details: '' } as const
    const error = {
      code: 'service.tls',
      message: 'No.',
      advice: 'The connection was not made. Tell whoever runs the service.',
    }
    expect(transportError(failure)).toEqual(error)
    expect(
      transportError({ ...failure, details: 'EPROTO: token-canary' }, ['token-canary']),
    ).toMatchObject({
      ...error,
      details: expect.not.stringContaining('token-canary') as unknown,
    })
  })

  it('accepts answers of up to 64 MB, and tokens of up to 256 KB', () => {
    expect([maxResponseBytes, maxTokenBytes]).toEqual([67_108_864, 262_144])
  })
})

describe('a request body', () => {
  const environment = { clientId: 'ABCD' }
  const plan = { PlanId: 'P', PlanType: '401K', ServiceOption: 'ManagedAccounts' }

  it('contains no undefined value, at any depth', () => {
    const pension = {
      Amount: 1,
      Cola: true,
      IsFromRecordKeeper: false,
      StartYear: '2040',
      More: undefined,
    }
    const body = bodyFor('enroll', environment, {
      ParticipantXML: '<a/>',
      EnrollmentInfo: [plan],
      PensionTypes: [pension],
      Salary: undefined,
    })
    expect(body.ok && body.value).toStrictEqual({
      ClientId: 'ABCD',
      ParticipantXML: '<a/>',
      EnrollmentInfo: [plan],
      PensionTypes: [{ Amount: 1, Cola: true, IsFromRecordKeeper: false, StartYear: '2040' }],
    })
  })

  it('is refused with the name of every unknown field and of every null field', () => {
    expect(
      bodyFor('forecastCurrent', environment, { ParticipantXML: '<a/>', One: 1, Two: 2 }),
    ).toMatchObject({
      error: {
        field: 'One, Two',
        message: expect.stringMatching(
          /^Express Forecast Current: One, Two is not right \(.+\)\.$/,
        ) as unknown,
      },
    })
    expect(
      bodyFor('forecast', environment, { ParticipantXML: '<a/>', Salary: null }),
    ).toMatchObject({
      error: { code: 'input.invalid', field: 'Salary' },
    })
  })

  it('declares which of its values must never appear in a message', () => {
    const endpoint = { TransURL: 'https://keeper.example', SID: 's-1', Cookie: '' }
    expect(
      secretsIn({ ClientId: 'A', ParticipantXML: '<a/>', TransactionHTTPEndpoint: endpoint }),
    ).toEqual(['<a/>', 'https://keeper.example', 's-1'])
    for (const nothing of [null, undefined, 'text', 7])
      expect(secretsIn({ TransactionHTTPEndpoint: nothing })).toEqual([])
  })
})
