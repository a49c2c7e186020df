import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holdToken,
  tokenStateOf,
} from '#electron/core/environments/credentials/token/token-source.ts'
import {
  expiryOfJwt,
  readTokenResponse,
} from '#electron/core/environments/credentials/token/token-response.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

const now = Date.UTC(2026, 10, 20, 12)
const day = 86_400

describe('a token response', () => {
  it.each([
    [{ access_token: 'abc', token_type: 'Bearer', expires_in: 3600 }, 'abc', 3600],
    [{ accessToken: 'abc', expires_in: '86399' }, 'abc', 86_399],
    [{ token: 'abc' }, 'abc', day],
    [{ access_token: 'Bearer abc', expiresIn: '60.5' }, 'abc', 60.5],
    [{ access_token: 'abc', expires_in: '0' }, 'abc', 0],
    [{ access_token: 'abc', expires_in: 0 }, 'abc', 0],
    [{ access_token: 'abc', expires_in: -1 }, 'abc', 0],
    [{ access_token: 'abc', expires_in: 86_400_000 }, 'abc', day],
    [{ access_token: 'abc', expires_in: '1e300' }, 'abc', day],
    [{ access_token: 'abc', expires_in: '1e999' }, 'abc', day],
    [{ access_token: 'abc', expires_in: 'soon' }, 'abc', day],
    [{ access_token: '', token: 'abc' }, 'abc', day],
    [{ access_token: 'abc', issued_at: String(now - 3_600_000) }, 'abc', day - 3600],
    [{ access_token: 'abc', issued_at: now + 3_600_000 }, 'abc', day],
    [{ access_token: 'abc', issued_at: 5 }, 'abc', day],
    [{ access_token: 'abc', issued_at: now - 500 }, 'abc', day - 0.5],
    [{ access_token: 'abc', issued_at: now - day * 1000 }, 'abc', day],
    [
      {
        access_token: 'abc',
        issued_at: String(now - 3_600_000),
        expires_in: '7200',
        token_type: 'BearerToken',
      },
      'abc',
      7200,
    ],
  ])('is read from %j', (body, token, lifetimeSeconds) => {
    expect(readTokenResponse(JSON.stringify(body), now)).toMatchObject({ token, lifetimeSeconds })
  })

  it.each([
    [
      0,
      'The service says that this token is over at once (0 seconds), so each call asks for a new one.',
    ],
    [
      '0',
      'The service says that this token is over at once (0 seconds), so each call asks for a new one.',
    ],
    [
      '-5',
      'The service says that this token is over at once (-5 seconds), so each call asks for a new one.',
    ],
    [
      5,
      'The service says that this token lasts only 5 seconds, so nearly every call asks for a new one.',
    ],
    [
      '1e300',
      'The service says that this token lasts longer than the specified 24 hours. Glidepath assumes 24 hours.',
    ],
    [
      '1e999',
      'The service gives no number for how long this token lasts. Glidepath assumes 24 hours, as specified.',
    ],
    [
      'soon',
      'The service gives no number for how long this token lasts. Glidepath assumes 24 hours, as specified.',
    ],
    [null, ''],
    ['', ''],
    [60, ''],
    ['86400', ''],
  ])('with expires_in %j has the remark “%s”', (expires_in, remark) => {
    const text = JSON.stringify({ access_token: 'abc', expires_in })
    expect(readTokenResponse(text, now)?.remark).toBe(remark)
  })

  it.each([
    '',
    'null',
    '[]',
    '"abc"',
    '{}',
    '{"access_token":5}',
    '{"access_token":"a\\nb"}',
    '<html>',
    '{"access_token":"é"}',
  ])('with the body %s has no token', (text) => {
    expect(readTokenResponse(text, now)).toBeNull()
  })

  it('can be read without an exception, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readTokenResponse(text, now)
        return read === null || (read.token.length > 0 && read.lifetimeSeconds >= 0)
      }),
      { seed: 20261120, numRuns: 1000 },
    )
  })

  it('expires when its JWT says, or at an unknown time if the token is not a JWT', () => {
    const jwt = (claims: unknown): string =>
      `${Buffer.from('{}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
    expect(expiryOfJwt(jwt({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000)
    expect(expiryOfJwt(jwt({ exp: 1 }))).toBe(1000)
    expect(expiryOfJwt(jwt({}))).toBeNull()
    expect(expiryOfJwt('abc')).toBeNull()
    expect(expiryOfJwt('a.b.c')).toBeNull()
  })
})

it('a token that never expires is kept for years, with valid dates', () => {
  const clock = createManualClock(now)
  for (const lifetimeSeconds of [Number.MAX_SAFE_INTEGER, 9.2e18, 1e300]) {
    const state = tokenStateOf(holdToken('abc', 'place', lifetimeSeconds, clock), clock)
    expect(state).toMatchObject({ kind: 'valid', validUntil: '2036-11-17T12:00:00.000Z' })
  }
})
