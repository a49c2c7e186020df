import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openConfSettings } from '#electron/adapters/settings/conf-settings.ts'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { openCore } from '#electron/open-core.ts'
import { z } from 'zod'
import { environmentViewSchema } from '#shared/environments/environment.ts'
import { forecastChannels as runs } from '#shared/forecast/channels.ts'
import { envelopeSchema, type Envelope } from '#shared/ipc/envelope.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'
import { straightOut } from '#test/support/doubles/straight-out.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/**
 * Tests `--provision` and the refusals of the browser host, through the function with which both
 * hosts open the core.
 */

const folder = temporaryFolder('managed')
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

let made = 0
const openWith = async (
  list: string,
  host: 'browser' | 'desktop' = 'browser',
  settings: object = {},
) => {
  made += 1
  const dataDir = path.join(folder, `data-${made}`)
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings))
  const provision = path.join(folder, `list-${made}.json`)
  writeFileSync(provision, list)
  const { logger, lines } = createListeningLogger()
  const context = {
    host,
    version: '0.0.0',
    dataDir,
    provision,
    trainingPort: 0,
    forgetPassphrase: false,
    proxy: straightOut,
    ignoredVariables: [],
    showQuestion: null,
    pickFile: null,
    pickSavePath: null,
  }
  const { core } = await openCore(context, logger, openConfSettings)
  closers.push(core.close)
  const ask = async (channel: string, payload: unknown): Promise<Envelope> =>
    envelopeSchema.parse(await core.router.handle(channel, payload))
  /** An environment as the page sees it. */
  const shown = async (environmentId: string) => {
    const listed = await ask('environments.list', {})
    const found = z
      .array(environmentViewSchema)
      .parse(listed.ok ? listed.value : [])
      .find(({ id }) => id === environmentId)
    return { environmentId, place: found?.place ?? '', name: found?.name ?? '' }
  }
  return { ask, shown, lines }
}

const list = JSON.stringify([
  {
    name: 'Acme UAT',
    kind: 'uat',
    baseUrl: 'https://uat.acme.example',
    clientId: 'ACME',
    credentialStyle: 'basic',
  },
  {
    name: 'Acme',
    kind: 'production',
    baseUrl: 'https://acme.example',
    clientId: 'ACME',
    credentialStyle: 'basic',
  },
])
const production = 'managed-acme'

test('an advisor’s name set by an administrator applies until somebody enters another name', async () => {
  const firms = { name: 'Dana Whitfield', contact: '' }
  const file = JSON.stringify({ advisor: { name: ' Dana Whitfield ' } })
  const { ask } = await openWith(file)
  expect(await ask('settings.get', {})).toMatchObject({ value: { advisor: firms } })
  const own = { name: '', contact: '' }
  expect(await ask('settings.change', { advisor: own })).toMatchObject({ value: { advisor: own } })
  expect(await ask('settings.get', {})).toMatchObject({ value: { advisor: own } })
})

test('an administrator’s folder for backups applies until somebody chooses another folder or turns backups off', async () => {
  const backups = temporaryFolder('backups')
  const file = JSON.stringify({ backup: { folder: backups, keep: 30 } })
  const { ask } = await openWith(file)
  expect(await ask('settings.get', {})).toMatchObject({
    value: { backupFolder: backups, backupsKept: 30 },
  })
  expect(await ask('backup.setFolder', { folder: '' })).toMatchObject({ value: { folder: '' } })
  // The page cannot set the backup folder as a setting.
  expect(await ask('settings.change', { backupFolder: backups })).toMatchObject({
    error: { code: 'ipc.invalidRequest' },
  })
})

test.each([
  [{ folder: '' }, 'backup.folder'],
  [{ folder: '/b', keep: 0 }, 'backup.keep'],
  [{ keep: 3 }, 'backup.folder'],
  [{ folder: '/b', often: true }, 'backup'],
])('the backup setting %j from an administrator is refused', (backup, field) => {
  expect(parseProvisioning(JSON.stringify({ backup }))).toMatchObject({ error: { field } })
})

test.each([
  [{ name: '' }, 'advisor.name'],
  [{ contact: '555 0100' }, 'advisor.name'],
  [{ name: 'Dana', phone: '555 0100' }, 'advisor'],
])('the advisor setting %j from an administrator is refused', (advisor, field) => {
  expect(parseProvisioning(JSON.stringify({ advisor }))).toMatchObject({ error: { field } })
})

test('Training computes forecasts and case information with an administrator’s figures for a later year’s law', async () => {
  const answersWith = async (file: object) => {
    const { ask, shown } = await openWith(JSON.stringify(file))
    const must = async (channel: string, payload: object) => {
      const answer = await ask(channel, payload)
      return answer.ok ? answer.value : expect.fail(answer.error.message)
    }
    const { handle } = z
      .object({ handle: z.string() })
      .parse(await must('participant.open', { kind: 'example', id: 'walter-simmons' }))
    const run = { to: await shown('training'), jobId: 'law', keep: false }
    const forecast = runs['forecast.run'].response.parse(
      await must('forecast.run', { ...run, handle, operation: 'forecast', inputs: {} }),
    )
    const inputs = { DOB: '1965-06-15', Salary: 150_000, RetirementAge: 67 }
    const benefits = runs['forecast.caseInformation'].response.parse(
      await must('forecast.caseInformation', { ...run, inputs }),
    )
    const [current] = forecast.reading.strategies
    return {
      income: current?.percentiles[1]?.sustainableRetirementIncome ?? 0,
      benefit: benefits.reading.socialSecurity[0]?.amount ?? 0,
    }
  }
  const without = await answersWith({ environments: [] })
  const withLaw = await answersWith({ law: firmLaw2027 })
  expect(without.income).toBeGreaterThan(0)
  expect(withLaw.income).toBeGreaterThan(without.income + 100)
  expect(without.benefit).toBeGreaterThan(0)
  expect(withLaw.benefit).toBeGreaterThan(without.benefit * 1.05)
}, 60_000)

describe('environments from an administrator', () => {
  test('are listed as managed, and cannot be changed or removed', async () => {
    const { ask } = await openWith(list)
    expect(await ask('environments.list', {})).toMatchObject({
      ok: true,
      value: [
        { id: 'training', managed: false },
        {
          id: 'managed-acme-uat',
          name: 'Acme UAT',
          managed: true,
          credentials: 'none',
          unavailable: '',
        },
        { id: production, name: 'Acme', managed: true },
      ],
    })
    const change = {
      id: 'managed-acme-uat',
      name: 'Mine',
      kind: 'uat',
      baseUrl: 'https://evil.example',
      clientId: 'A',
    }
    const locked = { ok: false, error: { code: 'environment.locked' } }
    expect(await ask('environments.save', { ...change, credentialStyle: 'basic' })).toMatchObject(
      locked,
    )
    expect(await ask('environments.remove', { environmentId: 'managed-acme-uat' })).toMatchObject(
      locked,
    )
    expect(await ask('environments.list', {})).toMatchObject({ value: { length: 3 } })
  })

  test.each([
    ['that is not JSON', '{', /not JSON/],
    [
      'with a client secret',
      JSON.stringify([{ name: 'A', clientSecret: 'zzz-secret' }]),
      /clientSecret/,
    ],
    ['with an http address', list.replace('https://uat', 'http://uat'), /https/],
  ])(
    'in a list %s are reported and skipped, and the program starts',
    async (_name, text, reason) => {
      const { ask, lines } = await openWith(text)
      expect(await ask('environments.list', {})).toMatchObject({ ok: true, value: { length: 1 } })
      expect(lines.join('\n')).toMatch(/--provision/)
      expect(lines.join('\n')).toMatch(reason)
      expect(lines.join('\n')).not.toContain('zzz-secret')
    },
  )
})

describe('a production environment', () => {
  test('is listed in the browser host with the reason, and refused for every use', async () => {
    const { ask, shown } = await openWith(list)
    const to = await shown(production)
    const uses: readonly (readonly [string, unknown])[] = [
      ['environments.select', { environmentId: production }],
      [
        'credentials.save',
        { to, credentials: { style: 'basic', clientId: 'a', clientSecret: 'b' } },
      ],
      ['session.renew', { to }],
    ]
    for (const [channel, payload] of uses) {
      const reply = await ask(channel, payload)
      expect(reply).toMatchObject({ ok: false, error: { code: 'environment.locked' } })
      if (!reply.ok) expect(reply.error.message).toMatch(/desktop/)
    }
    expect(await ask('session.test', { to, jobId: 'j' })).toMatchObject({ value: { ok: false } })
    expect(await ask('settings.get', {})).toMatchObject({
      value: { activeEnvironmentId: 'training' },
    })
  })

  test('cannot be chosen through the browser host’s settings', async () => {
    const { ask, shown } = await openWith(list, 'browser', { activeEnvironmentId: production })
    const chosen = await ask('settings.change', { activeEnvironmentId: production })
    expect(chosen).toMatchObject({ ok: false, error: { code: 'ipc.invalidRequest' } })
    const draft = {
      operation: 'optout',
      participantId: 'U-1',
      firstName: 'A',
      lastName: 'B',
      optoutInfo: [{ PlanId: 'P', PlanType: '401K' }],
      reason: '',
    }
    const review = await ask('submission.review', { draft, to: await shown(production) })
    expect(review).toMatchObject({ ok: false, error: { code: 'environment.locked' } })
  })

  test('can be chosen on the desktop', async () => {
    const { ask } = await openWith(list, 'desktop')
    expect(await ask('environments.select', { environmentId: production })).toMatchObject({
      ok: true,
    })
  })
})
