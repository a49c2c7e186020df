import { describe, expect, test } from 'vitest'
import { ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { answer, day, given, setUp } from './token-house.ts'

describe('a token that is about to expire', () => {
  test('is renewed after half its life if that life is short', async () => {
    const { tokens, clock } = setUp((count) => given(`t-${count}`, 60))
    await tokens.get('uat')
    clock.advance(29_000)
    expect(await tokens.get('uat')).toEqual(ok('t-1'))
    clock.advance(2000)
    expect(await tokens.get('uat')).toEqual(ok('t-2'))
  })

  test('is not used after it has expired, even if no new one can be obtained', async () => {
    for (const seconds of [100, 300]) {
      // The token expires before another one is requested, or during that request.
      const { tokens, clock } = setUp((count) => {
        if (count === 1) return given('t-1', 600)
        if (seconds === 100) clock.advance(200_000)
        return answer(503, '')
      })
      await tokens.get('uat')
      clock.advance((600 - (seconds === 100 ? 100 : 0)) * 1000)
      expect(await tokens.get('uat')).toMatchObject({ error: { code: 'service.failed' } })
    }
  })

  test('is used until its last half second if no new one can be obtained, but not once it has expired', async () => {
    const last = setUp((count) => (count === 1 ? given('t-1', 600) : answer(400, '')))
    await last.tokens.get('uat')
    last.clock.advance(599_500)
    expect(await last.tokens.get('uat')).toEqual(ok('t-1'))
    const over = setUp((count) => {
      if (count === 1) return given('t-1', 600)
      if (count === 2) over.clock.advance(100_000)
      return answer(400, '')
    })
    await over.tokens.get('uat')
    over.clock.advance(500_000)
    expect(await over.tokens.get('uat')).toMatchObject({ error: { code: 'service.tokenRefused' } })
  })

  test('is not used by a caller that cancels, nor after it was refused or forgotten', async () => {
    const controller = new AbortController()
    const cancelling = setUp((count) => {
      if (count === 1) return given('t-1', 600)
      controller.abort()
      return new Promise(() => undefined)
    })
    await cancelling.tokens.get('uat')
    cancelling.clock.advance(400_000)
    expect(await cancelling.tokens.get('uat', { signal: controller.signal })).toMatchObject({
      error: { code: 'job.cancelled' },
    })

    const refused = setUp((count) => {
      if (count === 1) return given('t-1', 600)
      refused.tokens.invalidate('uat', 't-1')
      return answer(503, '')
    })
    await refused.tokens.get('uat')
    refused.clock.advance(400_000)
    expect(await refused.tokens.get('uat')).toMatchObject({ error: { code: 'service.failed' } })
  })

  test('is renewed before a submission; if that fails, it is used only if it lasts long enough', async () => {
    const options = { minimumSecondsLeft: 300, renewAfterSeconds: 900 }
    const { tokens, clock, calls } = setUp((count) =>
      count === 1 ? given('t-1', 3600) : answer(400, ''),
    )
    await tokens.get('uat', options)
    clock.advance(900_000)
    expect(await tokens.get('uat', options)).toEqual(ok('t-1'))
    expect(calls).toHaveLength(1)
    clock.advance(2_399_000)
    expect(await tokens.get('uat', options)).toEqual(ok('t-1'))
    expect(calls.length).toBeGreaterThan(1)
    clock.advance(1000)
    expect(await tokens.get('uat', options)).toMatchObject({
      error: { code: 'service.tokenRefused' },
    })
  })

  test('has a state that says how many whole seconds are left, or when it expired', async () => {
    const { tokens, clock } = setUp(() => given('t', 60))
    await tokens.get('uat')
    clock.advance(500)
    expect(tokens.state('uat')).toMatchObject({ kind: 'valid', secondsLeft: 59 })
    clock.advance(59_500)
    expect(tokens.state('uat')).toEqual({ kind: 'expired', validUntil: '2026-11-20T12:01:00.000Z' })
  })
})

test('a pasted token that was refused is tried again once credentials are entered again, and is valid for a day', async () => {
  const { tokens } = setUp(() => answer(500, ''), { style: 'accessToken', value: 'pasted' })
  expect(await tokens.get('uat')).toEqual(ok('pasted'))
  expect(tokens.state('uat')).toMatchObject({ kind: 'valid', secondsLeft: day })
  tokens.invalidate('uat', 'pasted')
  expect(await tokens.get('uat')).toMatchObject({ error: { code: 'service.unauthorized' } })
  tokens.forget('uat')
  expect(await tokens.get('uat')).toEqual(ok('pasted'))
})

test('a pasted JWT has the lifetime that it states, and expires to the second', async () => {
  const part = (claims: unknown): string =>
    Buffer.from(JSON.stringify(claims)).toString('base64url')
  const start = createManualClock().now() / 1000
  const value = `${part({})}.${part({ exp: start + 100 })}.s`
  const { tokens, clock } = setUp(() => answer(500, ''), { style: 'accessToken', value })
  expect(await tokens.get('uat')).toEqual(ok(value))
  clock.advance(99_500)
  tokens.forget('uat')
  expect(await tokens.get('uat')).toEqual(ok(value))
  tokens.forget('uat')
  clock.advance(500)
  expect(await tokens.get('uat')).toMatchObject({
    error: { code: 'service.unauthorized', message: 'The pasted access token has expired.' },
  })
})

test('a token for a previous address is forgotten at once, even if no new one can be obtained', async () => {
  const told: string[] = []
  const { tokens, at } = setUp((count) => (count === 1 ? given('t-1', day) : answer(500, '')))
  await tokens.get('uat')
  tokens.onChange((id) => told.push(id))
  at.place = 'there'
  expect((await tokens.get('uat')).ok).toBe(false)
  expect(told).toEqual(['uat'])
  expect(tokens.state('uat')).toEqual({ kind: 'none' })
})
