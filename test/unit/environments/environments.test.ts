import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from '#electron/core/environments/base-url.ts'
import { nameKey } from '#electron/core/environments/environment.ts'
import { createEnvironments } from '#electron/core/environments/environments.ts'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { createSettingsStore } from '#electron/core/environments/settings/settings-store.ts'
import { readAsFields } from '#shared/express/read-as.ts'
import { destinationSchema, type EnvironmentInput } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

const uat: EnvironmentInput = {
  name: 'UAT',
  kind: 'uat',
  baseUrl: 'https://uat.example.com/api/',
  clientId: 'ABCD',
  credentialStyle: 'form',
}

const setUp = (
  options: { allowProduction?: boolean; provisioned?: readonly EnvironmentInput[] } = {},
) => {
  const settingsFile = createMemorySettings()
  const settings = createSettingsStore(settingsFile)
  let starts = 0
  const training = {
    start: async () => {
      starts += 1
      return ok('http://127.0.0.1:40123')
    },
    stop: async () => undefined,
  }
  const environments = createEnvironments({
    settingsFile,
    settings,
    training,
    questions: askedPerson().questions,
    allowProduction: true,
    ...options,
  })
  return { environments, settings, settingsFile, starts: () => starts }
}

const saved = (environments: ReturnType<typeof createEnvironments>, input: EnvironmentInput) => {
  const result = environments.save(input)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe('a base URL', () => {
  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['  https://api.example.com/rm//', 'https://api.example.com/rm'],
    ['HTTPS://API.Example.com:8443', 'https://api.example.com:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
  ])('may be %s', (text, kept) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, value: kept })
  })

  it.each([
    '',
    'api.example.com',
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://128.0.0.1',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'https://user:pw@api.example.com',
    'https://user@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com/?',
    'https://api.example.com/#a',
  ])('may not be %j, and the error names the field', (text) => {
    expect(parseBaseUrl(text)).toMatchObject({
      ok: false,
      error: { code: 'environment.baseUrl', field: 'baseUrl' },
    })
  })
})

describe('environments', () => {
  it('begin with Training, whose service starts on first use', async () => {
    const { environments, starts } = setUp()
    expect(environments.active()).toMatchObject({
      id: 'training',
      clientId: 'TRAINING',
      baseUrl: '',
    })
    expect(starts()).toBe(0)
    expect(await environments.use('training')).toMatchObject({
      ok: true,
      value: { baseUrl: 'http://127.0.0.1:40123' },
    })
    expect(environments.active().baseUrl).toBe('http://127.0.0.1:40123')
  })

  it('cannot have invisible characters in their names, which could make two look the same', () => {
    const { environments } = setUp()
    const anew = { ok: false, error: { code: 'input.invalid', field: 'name' } }
    for (const name of ['U\u200bAT', 'Training\u2060', '\u202eUAT'])
      expect(environments.save({ ...uat, name })).toMatchObject(anew)
    expect(nameKey('U\u200bAT')).toBe(nameKey('uat'))
    expect(environments.list().map(({ name }) => name)).toEqual(['Training'])
  })

  it.each(['A\u200bCME', 'ACME\u200e', '\u2060ACME', 'AC\u00adME', 'ACME\u3164'])(
    'cannot have an invisible character in their ClientId: %j',
    (clientId) => {
      const { environments } = setUp()
      const field = 'clientId'
      expect(environments.save({ ...uat, clientId })).toMatchObject({ error: { field } })
      expect(parseProvisioning(JSON.stringify([{ ...uat, clientId }]))).toMatchObject({
        error: { field },
      })
    },
  )

  it('can be added, changed, chosen and removed, and listeners are notified', () => {
    const { environments, settings } = setUp()
    const changes: string[] = []
    environments.onChange((id) => changes.push(id))
    const added = saved(environments, uat)
    expect(added).toMatchObject({ baseUrl: 'https://uat.example.com/api', managed: false })
    expect(environments.select(added.id)).toMatchObject({
      ok: true,
      value: { activeEnvironmentId: added.id },
    })
    saved(environments, { ...uat, id: added.id, name: 'UAT 2' })
    expect(environments.active().name).toBe('UAT 2')
    expect(environments.list()).toHaveLength(2)
    expect(environments.remove(added.id).ok).toBe(true)
    expect(settings.get().activeEnvironmentId).toBe('training')
    expect(environments.get(added.id)).toMatchObject({
      ok: false,
      error: { code: 'environment.notFound' },
    })
    expect(changes).toEqual([added.id, added.id, added.id])
  })

  it('cannot be saved with an existing name or an unknown id, and Training cannot be changed', () => {
    const { environments } = setUp()
    saved(environments, uat)
    expect(environments.save({ ...uat, name: 'uat' })).toMatchObject({
      ok: false,
      error: { field: 'name' },
    })
    expect(environments.save({ ...uat, id: 'gone' })).toMatchObject({
      ok: false,
      error: { code: 'environment.notFound' },
    })
    expect(environments.save({ ...uat, id: 'training' })).toMatchObject({
      ok: false,
      error: { code: 'environment.locked' },
    })
    expect(environments.remove('training')).toMatchObject({
      ok: false,
      error: { code: 'environment.locked' },
    })
  })

  it('include production, which cannot be used in the browser host', async () => {
    const { environments, settings } = setUp({ allowProduction: false })
    const { id, unavailable } = saved(environments, { ...uat, kind: 'production', name: 'Live' })
    expect(unavailable).not.toBe('')
    expect(environments.list().map((environment) => environment.id)).toContain(id)
    expect(await environments.use(id)).toMatchObject({
      ok: false,
      error: { code: 'environment.locked' },
    })
    expect(environments.select(id)).toMatchObject({
      ok: false,
      error: { code: 'environment.locked' },
    })
    settings.change({ activeEnvironmentId: id })
    expect(await environments.use(environments.active().id)).toMatchObject({ ok: false })
  })

  it('do not include invalid stored entries, which stay in the file', () => {
    const { environments, settingsFile } = setUp()
    const odd = [
      { id: 'x' },
      { ...uat, id: 'evil', baseUrl: 'http://evil.example.com' },
      { ...uat, id: 'training' },
    ]
    settingsFile.set('environments', odd)
    expect(environments.list()).toHaveLength(1)
    saved(environments, uat)
    expect(environments.list()).toHaveLength(2)
    expect(settingsFile.get('environments')).toEqual([
      ...odd,
      expect.objectContaining({ name: 'UAT' }),
    ])
  })

  it('from an administrator cannot be edited or removed', () => {
    const provisioned = parseProvisioning(JSON.stringify([uat]))
    if (!provisioned.ok) throw new Error(provisioned.error.message)
    const { environments } = setUp({ provisioned: provisioned.value.environments })
    expect(environments.get('managed-uat')).toMatchObject({ ok: true, value: { managed: true } })
    expect(environments.save({ ...uat, id: 'managed-uat' })).toMatchObject({
      error: { code: 'environment.locked' },
    })
    expect(environments.remove('managed-uat')).toMatchObject({
      error: { code: 'environment.locked' },
    })
  })
})

describe('a provisioning file', () => {
  it.each([
    ['not json', 'it is not JSON'],
    ['{}', 'must be a list'],
    [JSON.stringify([uat, { ...uat, name: '' }]), 'entry 2, name'],
    [JSON.stringify([{ ...uat, baseUrl: 'http://x.example.com' }]), 'entry 1, baseUrl'],
    [JSON.stringify([{ ...uat, kind: 'training' }]), 'entry 1, kind'],
    [JSON.stringify([{ ...uat, colour: 'red' }]), 'entry 1, colour'],
    [JSON.stringify([uat, uat]), 'entry 2, name'],
    [JSON.stringify([{ ...uat, id: 'training' }]), 'entry 1, id'],
    [
      JSON.stringify([{ ...uat, clientSecret: 'x' }]),
      '"clientSecret"; secrets are entered in Settings',
    ],
    [JSON.stringify([{ ...uat, extra: { SID: 'x' } }]), '"SID"; secrets are entered in Settings'],
    [JSON.stringify([{ ...uat, access_token: 'x' }]), '"access_token"; secrets'],
  ])('with the content %s is refused, and the message says where the error is', (text, part) => {
    const result = parseProvisioning(text)
    expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    if (!result.ok) expect(result.error.message).toContain(part)
  })

  it.each([
    [{ ...uat, name: '' }, 'entry 1, name: here belongs a name of 1 to 80 characters.'],
    [{ ...uat, name: undefined }, 'entry 1, name: here belongs a name of 1 to 80 characters.'],
    [{ ...uat, kind: 'test' }, 'entry 1, kind: here belongs "uat" or "production".'],
    [
      { ...uat, limits: { callsAtOnce: 99 } },
      'entry 1, limits.callsAtOnce: here belongs a whole number from 1 to 16.',
    ],
    [
      { ...uat, takesSeveral: 'yes' },
      'entry 1, takesSeveral: here belongs true or false: whether the service takes files with several participants.',
    ],
    [
      { ...uat, refusals: ['fault', 'html'] },
      'entry 1, refusals.1: here belongs a list of further shapes of an answer that prove a refusal, of "fault", "error", "code", "message", "list", "success".',
    ],
    [
      { ...uat, emptySession: 1 },
      'entry 1, emptySession: here belongs true or false: whether SID and Cookie go as empty text where they are not stored.',
    ],
    [
      { ...uat, readAs: 'month' },
      'entry 1, readAs: here belongs an object with sustainableIncome, incomeGoal, socialSecurity, caseAmount, incomeSources, savingsDollars, salary, pensionAmount, casePenalty, casePriceGrowth, dollarsOf, priceGrowth or some of them, or no field at all.',
    ],
    ...readAsFields.map(({ key: field }): [object, string] => [
      { ...uat, readAs: { [field]: 'week' } },
      `entry 1, readAs.${field}: here belongs "year" or "month".`,
    ]),
    [
      { ...uat, colour: 'red' },
      'entry 1, colour: an environment has no field "colour"; check the spelling.',
    ],
    [
      'uat',
      'entry 1: it is not an environment: an object with "id", "name", "kind", "baseUrl", "clientId", "credentialStyle", "limits", "takesSeveral", "emptySession", "refusals", "readAs".',
    ],
  ])(
    'with the content %j is refused with a sentence that says what is expected',
    (entry, sentence) => {
      expect(parseProvisioning(JSON.stringify([entry]))).toMatchObject({
        ok: false,
        error: { message: `The provisioning file was not accepted: ${sentence}` },
      })
    },
  )

  it('gives every environment an id made from its name, in any script, independent of the other environments', () => {
    const names = [
      '東京',
      '大阪',
      'Токио',
      '東京 UAT',
      '大阪 UAT',
      'Zürich',
      'Zurich',
      '🙂',
      '🙃',
      'Acme UAT',
    ]
    const idsOf = (list: readonly string[]) => {
      const parsed = parseProvisioning(JSON.stringify(list.map((name) => ({ ...uat, name }))))
      if (!parsed.ok) throw new Error(parsed.error.message)
      return new Map(parsed.value.environments.map(({ name, id }) => [name, id]))
    }
    const ids = idsOf(names)
    expect(new Set(ids.values()).size).toBe(names.length)
    expect(ids.get('Acme UAT')).toBe('managed-acme-uat')
    for (const name of names) expect(idsOf([name]).get(name)).toBe(ids.get(name))
    expect(ids.get('Zürich')).toBe(idsOf(['Zu\u0308rich']).get('Zu\u0308rich'))
    expect(idsOf(names.toReversed())).toEqual(ids)
  })

  it('with two names that give the same id is refused, with both names and a way to fix it', () => {
    const both = JSON.stringify([
      { ...uat, name: 'Acme UAT' },
      { ...uat, name: 'acme-uat' },
    ])
    expect(parseProvisioning(both)).toMatchObject({
      ok: false,
      error: {
        field: 'id',
        message:
          'The provisioning file was not accepted: entry 2, id: "acme-uat" and "Acme UAT" have the same id, "managed-acme-uat". Give one of them an "id" of its own.',
      },
    })
  })
})

it.each([
  'https://uat.example.com/api ',
  'https://uat.example.com/api/',
  'HTTPS://UAT.example.com:443/api',
])(
  'an address that a text editor wrote as %j is normalized before it is shown or called',
  async (baseUrl) => {
    const { environments, settingsFile } = setUp()
    const { id, place } = saved(environments, uat)
    settingsFile.set('environments', [{ ...uat, id, baseUrl }])
    expect(await environments.use(id)).toMatchObject({
      ok: true,
      value: { baseUrl: 'https://uat.example.com/api', place },
    })
  },
)

describe('an environment whose name, after editing the settings file, is too long for any message', () => {
  it.each([
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    [`${'x'.repeat(198)}${'😀'.repeat(10)}`, `${'x'.repeat(198)}…`],
  ])('is shown with a shortened name and the length, and can be sent to', (name, shown) => {
    const { environments, settingsFile, settings } = setUp()
    settingsFile.set('environments', [{ ...uat, id: 'long', name }])
    settings.change({ activeEnvironmentId: 'long' })
    const active = environments.active()
    expect(active).toMatchObject({ id: 'long', name: shown, nameLength: name.length })
    const to = destinationSchema.parse({
      environmentId: active.id,
      place: active.place,
      name: active.name,
    })
    expect(environments.whyElsewhere(to)).toBeNull()
    expect(saved(environments, { ...uat, id: 'long', name: 'Short' }).nameLength).toBeUndefined()
  })
})
