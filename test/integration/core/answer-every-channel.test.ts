import { mkdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deskSteps, optOutStandingSchema } from '#shared/desk/texts.ts'
import { contract, type ChannelName } from '#shared/ipc/contract.ts'
import { channelNames } from '#shared/ipc/channels.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { openRealCore, type RealCore } from '#test/support/real-core.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { startUatServer, uatToken, type UatServer } from '#test/support/uat-server.ts'

/** Every channel with valid and invalid payloads on the real core: an envelope each time, without any secret. */

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

/** Valid payloads, so that fuzzing starts near what a handler accepts. */
const rightPayloads = (): Readonly<Record<ChannelName, unknown>> => {
  const environment = { environmentId }
  const submissionId = 'no-such-submission'
  const listId = '00000000-0000-4000-8000-000000000000'
  const wrapUp = { disposition: 'sent', note: '', endedAt: '2026-11-20T12:05:00Z' }
  return {
    'participant.current': { handle },
    'participant.openOnly': { handle, index: 0 },
    'participant.split': { handle },
    'roster.openFile': { handle },
    'roster.openFolder': { jobId: 'folder' },
    'roster.begin': { name: 'Dropped' },
    'roster.addFile': {
      rosterId: 'no-such-roster',
      name: 'a.xml',
      bytes: new TextEncoder().encode('<a/>'),
    },
    'roster.get': { rosterId: 'no-such-roster' },
    'roster.run': { rosterId: 'no-such-roster', scope: 'all', jobId: 'roster' },
    'roster.openOnly': { rosterId: 'no-such-roster', row: 0 },
    'roster.close': { rosterId: 'no-such-roster' },
    'mapping.get': {},
    'mapping.save': { mapping: publishedMapping },
    'mapping.preview': { handle, mapping: publishedMapping },
    'app.info': {},
    'keychain.reopen': {},
    'lock.state': {},
    'lock.unlock': { passphrase: 'no passphrase is set' },
    'lock.lock': {},
    'lock.touch': {},
    // This is too short on purpose: a passphrase would lock the program for the next channels.
    'lock.setPassphrase': { current: '', next: 'short' },
    'lock.removePassphrase': { current: '' },
    'settings.get': {},
    'settings.change': { theme: 'dark' },
    'environments.list': {},
    'environments.save': {
      name: 'Another',
      kind: 'uat',
      baseUrl: 'https://another.example',
      clientId: 'A',
      credentialStyle: 'form',
    },
    'environments.remove': { environmentId: 'no-such-environment' },
    'environments.select': { environmentId: 'training' },
    'credentials.save': {
      ...environment,
      credentials: { style: 'basic', clientId: 'uat-id', clientSecret: canary },
    },
    'credentials.forget': { environmentId: 'no-such-environment' },
    'credentials.saveTransaction': {
      ...environment,
      sid: `${canary}-sid`,
      cookie: `${canary}-cookie`,
      transUrl: 'https://recordkeeper.example/receive',
    },
    'credentials.forgetTransaction': { environmentId: 'no-such-environment' },
    'traffic.list': {},
    'traffic.open': { id: 'no-such-call' },
    'traffic.clear': {},
    'traffic.export': {},
    'network.get': {},
    'network.saveProxyCredentials': { proxy: 'proxy.example:8080', user: 'ada', password: canary },
    'network.forgetProxyCredentials': {},
    'network.addRoots': { pem: '' },
    'network.confirmRoot': { fingerprint: 'AB:CD' },
    'network.removeRoot': { fingerprint: 'AB:CD' },
    'session.test': { ...environment, jobId: 'test' },
    'session.renew': environment,
    'session.forget': environment,
    'participant.examples': {},
    'participant.open': { kind: 'file', name: 'a.xml', bytes: new TextEncoder().encode('<a/>') },
    'participant.choose': { handle, index: 0 },
    'participant.text': { handle },
    'participant.close': { handle: 'no-such-handle' },
    'participant.recents': {},
    'participant.forgetRecents': {},
    'forecast.run': {
      handle,
      operation: 'forecastCurrent',
      inputs: { RetirementAge: 66 },
      jobId: 'run',
    },
    'scenario.list': { handle },
    'scenario.describe': { id: forecastId, scenario: plainScenario },
    'scenario.duplicate': { id: forecastId, scenario: plainScenario },
    'scenario.unkept': { handle },
    'scenario.openUnkept': { id: unkeptId },
    'forecast.keep': { id: unkeptId },
    'forecast.caseInformation': {
      inputs: { Salary: 60_000, RetirementAge: 67, DOB: '1980-02-29' },
      jobId: 'case',
    },
    'records.search': { words: ['ACME'] },
    'job.cancel': { jobId: 'no-such-job' },
    'submission.review': {
      operation: 'optout',
      participantId: 'U-1',
      firstName: 'Ada',
      lastName: 'Byron',
      optoutInfo: [{ PlanId: 'P', PlanType: '401K' }],
      reason: '',
    },
    'submission.send': { submissionId },
    'submission.discard': { submissionId },
    'submission.settle': { submissionId, wentThrough: true, note: 'asked', transactionId: '' },
    'desk.config.get': environment,
    'desk.config.save': {
      ...environment,
      texts: {
        checks: [{ id: 'dob', text: 'Date of birth' }],
        checksNeeded: 1,
        reasons: [{ code: 'fee', text: 'Fee too high', needsNote: false, notice: '' }],
        dispositions: [
          { code: 'sent', text: 'Opted out', needsNote: false, unsent: false },
          { code: 'gone', text: 'Hung up', needsNote: false, unsent: true },
        ],
        scripts: Object.fromEntries(deskSteps.map((step) => [step, `Say ${step}.`])),
        outcomes: Object.fromEntries(
          optOutStandingSchema.options.map((standing) => [standing, `Say ${standing}.`]),
        ),
      },
    },
    'desk.earlier': { participantId: 'U-1' },
    'desk.wrapUp': { receiptId: 'no-such-receipt', wrapUp },
    'desk.endCall': {
      ...environment,
      call: {
        startedAt: '2026-11-20T12:00:00Z',
        textsVersion: 0,
        checksPassed: [],
        reasonCode: '',
        note: '',
      },
      wrapUp,
    },
    'desk.unwrapped': {},
    'plans.list': { environmentId },
    'plans.import': {
      environmentId,
      bytes: new TextEncoder().encode('PlanId,PlanType\nACME401K,401K\n'),
    },
    'plans.remove': { environmentId, planId: 'ACME401K' },
    'desk.report': { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    'list.all': {},
    'list.open': {
      fileName: 'leavers.csv',
      bytes: new TextEncoder().encode('ParticipantId,PlanId\nU-1,P\n'),
    },
    'list.read': { listId, reading: { delimiter: ';' } },
    'list.check': {
      listId,
      mapping: {
        participantId: 0,
        firstName: null,
        lastName: null,
        planId: 1,
        planType: null,
        reason: null,
      },
      defaults: { planType: '401K', reason: '', planSeparator: '' },
    },
    'list.rows': { listId, offset: 0, limit: 50 },
    'list.start': {
      listId,
      options: {
        concurrency: 4,
        perMinute: null,
        stopAfterErrors: 10,
        overrideReason: '',
        sendsUnusual: false,
      },
      rowsToSend: 1,
    },
    'list.pause': { listId },
    'list.rerunFailed': { listId },
    'list.outcome': { listId, as: 'json' },
    'list.remove': { listId },
    'export.save': {
      subject: 'overview',
      format: 'csv',
      name: 'opt-outs.csv',
      bytes: new TextEncoder().encode('a,b\n'),
    },
    'receipt.pdf': { receiptId: forecastId, masked: true },
    'report.sources': { forecastId },
    'report.preview': {
      todayId: forecastId,
      planId: null,
      needMonth: 4000,
      parts: ['income', 'assumptions'],
      paper: 'letter',
      masked: true,
    },
    'report.pdf': {
      todayId: forecastId,
      planId: null,
      needMonth: null,
      parts: [],
      paper: 'a4',
      masked: false,
    },
    'report.logo': {},
    'report.saveLogo': { bytes: new TextEncoder().encode('GIF89a') },
    'report.removeLogo': {},
    'records.list': {},
    'records.open': { id: forecastId },
    'records.verbatim': { id: forecastId },
    'records.remove': { id: 'no-such-record' },
    'training.faults.get': {},
    'training.faults.set': { target: 'optout', fault: { kind: 'status', status: 503 }, times: 1 },
    'training.faults.clear': {},
    'training.exampleList': {},
    'activity.list': { limit: 100, action: 'forecast' },
    'activity.verify': {},
    'activity.export': { format: 'csv' },
    'activity.recordUse': { action: 'print', recordId: forecastId },
  }
}

const expectEnvelope = async (channel: ChannelName, payload: unknown): Promise<void> => {
  const reply = await house.core.router.handle(channel, payload)
  const envelope = envelopeSchema.parse(reply)
  expect(secretsIn(envelope)).toEqual([])
  if (envelope.ok) {
    expect(contract[channel].request.safeParse(payload).success).toBe(true)
    contract[channel].response.parse(envelope.value)
    return
  }
  expect(envelope.error.message).not.toBe('')
  expect(['internal', 'ipc.invalidReply']).not.toContain(envelope.error.code)
  if (!contract[channel].request.safeParse(payload).success)
    expect(envelope.error.code).toBe('ipc.invalidRequest')
}

/** `payload` with one field, at any depth, replaced, removed or added. */
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
  test('answers a right payload with a valid envelope', async () => {
    await expectEnvelope(channel, rightPayloads()[channel])
  })

  test(`answers anything at all with a valid envelope, seed ${seed}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ maxDepth: 3, withNullPrototype: true }), (payload) =>
        expectEnvelope(channel, payload),
      ),
      { seed, numRuns: runs },
    )
  })

  test(
    `answers a bent payload with a valid envelope, seed ${seed}`,
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }),
          oddValue,
          (path, value) => expectEnvelope(channel, bend(rightPayloads()[channel], path, value)),
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

  test('wrote nothing unexpected to the log, and no secret', () => {
    expect(house.log.filter((line) => /handler of|does not fit its contract/.test(line))).toEqual(
      [],
    )
    expect(secretsIn(house.log)).toEqual([])
  })
})

describe('a service that repeats secrets in its errors', () => {
  test.each(['basic', 'form', 'bearer'] as const)(
    'credentials of style %s never show',
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
