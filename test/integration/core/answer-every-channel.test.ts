import { mkdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type ChannelName } from '#shared/ipc/contract.ts'
import { channelNames } from '#shared/ipc/channels.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer, uatToken, type UatServer } from '#test/support/servers/uat-server.ts'
import { rightPayloads } from './right-payloads.ts'

/**
 * Calls every channel of the real core with valid and invalid payloads. Each answer must be an
 * envelope without any secret.
 */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = 25

const canary = 'canary-client-secret-93ab+/='
const encodedCanaries = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(`uat-id:${canary}`).toString('base64'),
  Buffer.from(`uat-id:${encodeURIComponent(canary)}`).toString('base64'),
  uatToken,
]

let house: RealCore
let uat: UatServer
let environmentId: string
let handle: string
let forecastId: string
let unkeptId: string

beforeAll(async () => {
  process.stderr.write(`seed ${seed} (GLIDEPATH_SEED)\n`)
  const dataDir = path.join(temporaryFolder('channels'), 'data')
  mkdirSync(dataDir)
  uat = await startUatServer()
  house = await openRealCore(dataDir)
  const environment = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: uat.url,
    clientId: 'ACME',
    credentialStyle: 'basic',
  })
  environmentId = environment.id
  await house.must('credentials.save', {
    environmentId,
    credentials: { style: 'basic', clientId: 'uat-id', clientSecret: canary },
  })
  const [example] = await house.must('participant.examples', {})
  handle = (await house.must('participant.open', { kind: 'example', id: example?.id ?? '' })).handle
  const saved = await house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: 'first',
  })
  forecastId = saved.id
  const tried = {
    handle,
    operation: 'forecast',
    inputs: { RetirementAge: 66 },
    keep: false,
    jobId: 'tried',
  } as const
  unkeptId = (await house.must('forecast.run', tried)).id
}, 120_000)
afterAll(async () => {
  await house.core.close()
  await uat.stop()
})

const secretsIn = (reply: unknown): string[] => {
  const text = JSON.stringify(reply)
  return encodedCanaries.filter((secret) => text.includes(secret))
}

const payloadOf = (channel: ChannelName): unknown =>
  rightPayloads({ environmentId, handle, forecastId, unkeptId, secret: canary })[channel]

/** Whether a payload fits its contract; zod throws at some objects without a prototype. */
const fits = (channel: ChannelName, payload: unknown): boolean => {
  try {
    return contract[channel].request.safeParse(payload).success
  } catch {
    return false
  }
}

const expectEnvelope = async (channel: ChannelName, payload: unknown): Promise<void> => {
  const reply = await house.core.router.handle(channel, payload)
  const envelope = envelopeSchema.parse(reply)
  expect(secretsIn(envelope)).toEqual([])
  if (envelope.ok) {
    expect(fits(channel, payload)).toBe(true)
    contract[channel].response.parse(envelope.value)
    return
  }
  expect(envelope.error.message).not.toBe('')
  expect(['internal', 'ipc.invalidReply']).not.toContain(envelope.error.code)
  if (!fits(channel, payload)) expect(envelope.error.code).toBe('ipc.invalidRequest')
}

/** Returns `payload` with one field replaced, removed or added, at any depth. */
const oddTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  'x'.repeat(300),
  '${7*7}',
  '<b>',
]
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...oddTexts,
    null,
    undefined,
    -1,
    0,
    1e308,
    NaN,
    Infinity,
    true,
    [],
    {},
    new Uint8Array(3),
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
)
const bend = (payload: unknown, path: readonly number[], value: unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined || typeof payload !== 'object' || payload === null) return value
  if (payload instanceof Uint8Array) return value
  const entries: readonly (readonly [string, unknown])[] = Object.entries(payload)
  const at = step % (entries.length + 1)
  const [name, inner] = entries[at] ?? ['surplus', undefined]
  const bent = [
    ...entries.filter((_, index) => index !== at),
    [name, bend(inner, rest, value)] as const,
  ]
  return Array.isArray(payload) ? bent.map(([, item]) => item) : Object.fromEntries(bent)
}

describe.each(channelNames)('%s', (channel) => {
  test('answers a valid payload with a valid envelope', async () => {
    await expectEnvelope(channel, payloadOf(channel))
  })

  test(`answers any payload at all with a valid envelope (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ maxDepth: 3, withNullPrototype: true }), (payload) =>
        expectEnvelope(channel, payload),
      ),
      { seed, numRuns: runs },
    )
  })

  test(
    `answers an altered payload with a valid envelope (seed ${seed})`,
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }),
          oddValue,
          (path, value) => expectEnvelope(channel, bend(payloadOf(channel), path, value)),
        ),
        { seed, numRuns: runs },
      )
    },
  )
})

describe('the router', () => {
  test.each(['', 'no.such', '__proto__', 'constructor', 'toString', 'app.info '])(
    'does not know %j',
    async (channel) => {
      const envelope = envelopeSchema.parse(await house.core.router.handle(channel, {}))
      expect(envelope).toMatchObject({ ok: false, error: { code: 'ipc.invalidRequest' } })
    },
  )

  test('writes no handler error, contract error or secret to the log', () => {
    expect(house.log.filter((line) => /handler of|does not fit its contract/.test(line))).toEqual(
      [],
    )
    expect(secretsIn(house.log)).toEqual([])
  })
})

describe('when a service repeats secrets in its errors,', () => {
  test.each(['basic', 'form', 'bearer'] as const)(
    'credentials of style %s appear in no answer or log',
    async (style) => {
      const environment = await house.must('environments.save', {
        name: `Echo ${style}`,
        kind: 'uat',
        baseUrl: uat.url,
        clientId: 'ACME',
        credentialStyle: style,
      })
      await house.must('credentials.save', {
        environmentId: environment.id,
        credentials:
          style === 'bearer'
            ? { style, value: canary }
            : { style, clientId: 'uat-id', clientSecret: canary },
      })
      uat.meet('token', { kind: 'echo' })
      const renewed = await house.call('session.renew', { environmentId: environment.id })
      uat.meet('token', null)
      uat.meet('caseInformation', { kind: 'echo' })
      const tested = await house.call('session.test', {
        environmentId: environment.id,
        jobId: `echo-${style}`,
      })
      uat.meet('caseInformation', null)
      expect(renewed).toMatchObject({ ok: false, error: { code: 'service.tokenRefused' } })
      expect(tested).toMatchObject({ ok: true, value: { ok: false } })
      expect(secretsIn([renewed, tested])).toEqual([])
      expect(secretsIn(house.log)).toEqual([])
    },
  )
})
