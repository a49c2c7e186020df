import { describe, expect, test } from 'vitest'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { createLimiter } from '#electron/core/http/limiter.ts'
import { callTimeouts, limitsOf, tokenTimeouts } from '#electron/core/http/timeouts.ts'
import { callLimitsSchema } from '#shared/environments/environment.ts'

describe('limits of an environment', () => {
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

  test('give a token call a quarter of the time, and no less than it needs', () => {
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
  ])('%j is refused', (limits, field) => {
    const parsed = callLimitsSchema.safeParse(limits)
    expect(parsed.error?.issues[0]?.path.join('.')).toBe(field)
  })

  test('can come with an administrator’s list', () => {
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

test('a changed number of simultaneous calls applies to the next piece of work', async () => {
  let limit = 1
  const limiter = createLimiter(() => limit)
  let running = 0
  const gates: (() => void)[] = []
  const work = async (): Promise<void> => {
    running += 1
    await new Promise<void>((resolve) => gates.push(resolve))
    running -= 1
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const jobs = Array.from({ length: 6 }, () => limiter.run('a', work))
  await settled()
  expect(running).toBe(1)
  limit = 3
  gates.shift()?.()
  await settled()
  expect(running).toBe(3)
  limit = 1
  gates.shift()?.()
  await settled()
  expect(running).toBe(2)
  gates.shift()?.()
  await settled()
  expect(running).toBe(1)
  while (gates.length > 0) {
    gates.shift()?.()
    await settled()
  }
  await Promise.all(jobs)
  expect(running).toBe(0)
})
