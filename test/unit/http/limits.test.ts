import { describe, expect, test } from 'vitest'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { createSending } from '#electron/core/express/sending.ts'
import { callTimeouts, limitsOf, tokenTimeouts } from '#electron/core/http/timeouts.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { callLimitsSchema, defaultLimits } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'

describe('an environment’s limits', () => {
  test('have defaults', () => {
    expect(limitsOf({})).toEqual({
      connectSeconds: 10,
      headersSeconds: 120,
      totalSeconds: 180,
      callsAtOnce: 4,
    })
    expect(callTimeouts({})).toEqual({ connectMs: 10_000, headersMs: 120_000, totalMs: 180_000 })
    expect(tokenTimeouts({})).toEqual({ connectMs: 10_000, headersMs: 30_000, totalMs: 45_000 })
  })

  test('give a token request a quarter of the time, but no less than it needs', () => {
    const limits = callLimitsSchema.parse({
      connectSeconds: 30,
      headersSeconds: 400,
      totalSeconds: 40 + 400,
    })
    expect(tokenTimeouts({ limits })).toEqual({
      connectMs: 30_000,
      headersMs: 100_000,
      totalMs: 110_000,
    })
    const short = callLimitsSchema.parse({ connectSeconds: 5, headersSeconds: 6, totalSeconds: 20 })
    expect(tokenTimeouts({ limits: short })).toEqual({
      connectMs: 5000,
      headersMs: 6000,
      totalMs: 10_000,
    })
  })

  test.each([
    [{ callsAtOnce: 0 }, 'callsAtOnce'],
    [{ callsAtOnce: 1.5 }, 'callsAtOnce'],
    [{ connectSeconds: 121 }, 'connectSeconds'],
    [{ headersSeconds: 100, totalSeconds: 99 }, 'totalSeconds'],
    [{ patience: 3 }, ''],
  ])('cannot be %j', (limits, field) => {
    const parsed = callLimitsSchema.safeParse(limits)
    expect(parsed.error?.issues[0]?.path.join('.')).toBe(field)
  })

  test('can be set in an administrator’s list', () => {
    const entry = {
      name: 'UAT',
      kind: 'uat',
      baseUrl: 'https://uat.example',
      clientId: 'A',
      credentialStyle: 'basic',
    }
    const given = parseProvisioning(JSON.stringify([{ ...entry, limits: { callsAtOnce: 2 } }]))
    expect(given).toMatchObject({
      ok: true,
      value: { environments: [{ limits: { callsAtOnce: 2, totalSeconds: 180 } }] },
    })
    const wrong = parseProvisioning(JSON.stringify([{ ...entry, limits: { callsAtOnce: 99 } }]))
    expect(wrong).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field: 'limits.callsAtOnce' },
    })
  })
})

describe('an environment’s service calls', () => {
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

  /** Service calls that run until they are ended; `allow` sets how many may run at once. */
  const calls = () => {
    let callsAtOnce = 1
    const sending = createSending({
      environments: {
        use: async (id) =>
          ok({ ...trainingEnvironment, id, limits: { ...defaultLimits, callsAtOnce } }),
      },
      clean: async (text) => ok(text),
      traffic: { send: () => Promise.reject(new Error('nothing is sent here')) },
    })
    const running: { readonly name: string; readonly end: () => void }[] = []
    const call = async (name: string, signal?: AbortSignal, environmentId = 'uat') => {
      await sending.makeReady(environmentId)
      return sending.inTurn(
        environmentId,
        () => new Promise<string>((end) => running.push({ name, end: () => end(name) })),
        signal,
      )
    }
    return {
      call,
      allow: (atOnce: number) => (callsAtOnce = atOnce),
      /** Names of the running service calls, after the first `ends` of them have ended. */
      underWay: async (ends = 0) => {
        for (const { end } of running.splice(0, ends)) end()
        await nextTurn()
        return running.map(({ name }) => name)
      },
    }
  }

  test('run as many at once as the environment allows, in order of arrival, independent of other environments', async () => {
    const { call, allow, underWay } = calls()
    allow(2)
    for (const name of ['one', 'two', 'three', 'four']) void call(name)
    void call('elsewhere', undefined, 'other')
    expect(await underWay()).toEqual(['one', 'two', 'elsewhere'])
    expect(await underWay(1)).toEqual(['two', 'elsewhere', 'three'])
    expect(await underWay(3)).toEqual(['four'])
  })

  test('obey a changed limit from the next call on', async () => {
    const { call, allow, underWay } = calls()
    for (const name of ['one', 'two', 'three']) void call(name)
    expect(await underWay()).toEqual(['one'])
    allow(3)
    void call('four')
    expect(await underWay()).toEqual(['one', 'two', 'three'])
    allow(1)
    void call('five')
    expect(await underWay(2)).toEqual(['three'])
    expect(await underWay(1)).toEqual(['four'])
  })

  test('never start if they were canceled while waiting', async () => {
    const { call, underWay } = calls()
    const waiter = new AbortController()
    void call('one')
    const two = call('two', waiter.signal)
    void call('three')
    expect(await underWay()).toEqual(['one'])
    waiter.abort(new Error('gone home'))
    await expect(two).rejects.toThrow('gone home')
    await expect(call('four', AbortSignal.abort(new Error('gone before')))).rejects.toThrow(
      'gone before',
    )
    expect(await underWay(1)).toEqual(['three'])
  })
})
