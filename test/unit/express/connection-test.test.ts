import { expect, test } from 'vitest'
import type { Environment } from '#electron/core/environments/environment.ts'
import { testConnection, type ConnectionTestNeeds } from '#electron/core/express/connection-test.ts'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import { fail, ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

/**
 * Tests what the connection test says about each step, in the order in which a person would look
 * for a fault.
 */

const environment: Environment = {
  id: 'uat',
  name: 'UAT',
  kind: 'uat',
  baseUrl: 'https://uat.example',
  clientId: 'ABCD',
  credentialStyle: 'bearer',
  place: 'place',
  managed: false,
  unavailable: '',
}
const answer = '{"SocialSecurity":[],"LifeExpectancy":{"Age":90}}'

const world = (over: Partial<ConnectionTestNeeds> = {}, took = 40.4) => {
  const clock = createManualClock()
  const seen: { probe: unknown; renewed: unknown; computed: unknown; probed: HttpRequest | null } =
    { probe: null, renewed: null, computed: null, probed: null }
  const needs: ConnectionTestNeeds = {
    environments: { use: async () => ok(environment) },
    credentials: {
      read: async () => ok({ credentials: { style: 'bearer', value: 'v' }, savedAt: clock.now() }),
    },
    tokens: {
      renew: async (...values) => {
        seen.renewed = values
        return ok('token')
      },
      state: () => ({ kind: 'valid', validUntil: 'noon', obtainedAt: 'morning', secondsLeft: 60 }),
    },
    express: {
      compute: async (...values) => {
        seen.computed = values
        return ok({ status: 200, text: answer, durationMs: 12.6 })
      },
    },
    traffic: {
      send: async (request, about) => {
        seen.probed = request
        seen.probe = about
        clock.advance(took)
        return { ok: true, response: { status: 401, headers: {}, text: '' } }
      },
    },
    clock,
    whyNot: () => null,
    ...over,
  }
  return { needs, seen }
}
const details = async (over: Partial<ConnectionTestNeeds> = {}, took?: number) => {
  const { steps } = await testConnection(world(over, took).needs, 'uat', () => undefined)
  return steps.map(({ detail }) => detail)
}

test('every step of the connection test says what it found', async () => {
  const { needs, seen } = world()
  const { signal } = new AbortController()
  const told: string[] = []
  expect(await testConnection(needs, 'uat', (name) => told.push(name), signal)).toEqual({
    ok: true,
    steps: [
      { name: 'Address', outcome: 'passed', detail: 'https://uat.example' },
      {
        name: 'Service reachable',
        outcome: 'passed',
        detail: 'It answers over a verified secure connection, in 40 ms.',
      },
      { name: 'Credentials', outcome: 'passed', detail: 'They are there.' },
      { name: 'Access token', outcome: 'passed', detail: 'Valid until noon.' },
      {
        name: 'A harmless call',
        outcome: 'passed',
        detail: 'Case information for a made-up person came in 13 ms.',
      },
    ],
  })
  expect(told).toEqual([
    ...['Address', 'Service reachable', 'Credentials', 'Access token', 'A harmless call'],
  ])
  expect(seen.probe).toEqual({ environment, operation: 'probe', attempt: 1 })
  expect(seen.probed?.signal).toBe(signal)
  expect(seen.renewed).toEqual(['uat', signal])
  expect(seen.computed).toEqual([
    'caseInformation',
    'uat',
    { ClientId: 'ABCD', Salary: 60_000, RetirementAge: 67, DOB: '1980-01-01' },
    { signal, whyNot: needs.whyNot },
  ])
})

test('an unencrypted connection is not called secure, and no time shown is below a millisecond', async () => {
  const plain = { ...environment, baseUrl: 'http://127.0.0.1:8080' }
  expect((await details({ environments: { use: async () => ok(plain) } }, 0))[1]).toBe(
    'It answers, in 1 ms.',
  )
})

test.each([
  [{ kind: 'none' }, 'Obtained.'],
  [
    { kind: 'expired', validUntil: 'now', remark: 'It is over at once.' },
    'Obtained. It is over at once.',
  ],
  [
    {
      kind: 'valid',
      obtainedAt: 'now',
      validUntil: 'then',
      secondsLeft: 9,
      remark: 'It is short.',
    },
    'Valid until then. It is short.',
  ],
] as const)(
  'a token in the state %j is reported together with the service’s remark on its lifetime',
  async (state, told) => {
    const { needs } = world()
    const [, , , token] = await details({ tokens: { ...needs.tokens, state: () => state } })
    expect(token).toBe(told)
  },
)

const gone = { code: 'environment.notFound', message: 'It is gone.' } as const
test.each<[string, Partial<ConnectionTestNeeds>, number]>([
  ['no environment', { environments: { use: async () => fail(gone) } }, 0],
  ['no credentials', { credentials: { read: async () => fail(gone) } }, 2],
  ['no token', { tokens: { renew: async () => fail(gone), state: () => ({ kind: 'none' }) } }, 3],
  ['no answer', { express: { compute: async () => fail(gone) } }, 4],
])('with %s, the connection test stops and says why', async (_name, over, step) => {
  const { ok: passed, steps } = await testConnection(world(over).needs, 'uat', () => undefined)
  expect(passed).toBe(false)
  expect(steps[step]).toMatchObject({ outcome: 'failed', detail: 'It is gone.' })
  for (const later of steps.slice(step + 1))
    expect(later).toEqual({ name: later.name, outcome: 'notRun', detail: '' })
})

test('if the service cannot be reached, the connection test stops with the reason', async () => {
  const failure = {
    phase: 'notSent',
    code: 'service.unreachable',
    details: '',
    message: 'h refused the connection.',
  } as const
  expect(await details({ traffic: { send: async () => ({ ok: false, failure }) } })).toEqual([
    ...['https://uat.example', 'h refused the connection.', '', '', ''],
  ])
})

test('a sign-in page that answers every request does not count as the service', async () => {
  const page = ok({ status: 200, text: '<html></html>', durationMs: 1 })
  expect((await details({ express: { compute: async () => page } }))[4]).toMatch(/it is a page/)
})
