import { describe, expect, it } from 'vitest'
import { createEnvironments } from '#electron/core/environments/environments.ts'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { settingsNotices } from '#electron/core/environments/settings/notices.ts'
import {
  createSettingsStore,
  defaultSettings,
} from '#electron/core/environments/settings/settings-store.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { ok } from '#shared/result.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

/** Tests a settings file written by another program or changed in a text editor. */

const uat = {
  id: 'a',
  name: 'Acme UAT',
  kind: 'uat',
  baseUrl: 'https://uat.example.com',
  clientId: 'ACME',
  credentialStyle: 'form',
}

const openedWith = (file: Readonly<Record<string, unknown>>) => {
  const settingsFile = createMemorySettings(file)
  const settings = createSettingsStore(settingsFile)
  const training = { start: async () => ok('http://127.0.0.1:40123'), stop: async () => undefined }
  const environments = createEnvironments({
    questions: askedPerson().questions,
    settingsFile,
    settings,
    training,
    allowProduction: true,
  })
  const notices = () =>
    settingsNotices({
      atStart: [],
      settings,
      environments,
      mapping: { get: () => ({ mapping: publishedMapping, damaged: '' }) },
    })
  return { settings, environments, notices }
}

describe('environments in a settings file edited elsewhere', () => {
  it('are reported if they cannot be read, and Training is used if the active one is among them', () => {
    const { environments, settings, notices } = openedWith({
      activeEnvironmentId: 'a',
      environments: [{ ...uat, kind: 'UAT' }, 5, null, { ...uat, id: 'b', name: 'Second' }],
    })
    expect(environments.active().id).toBe('training')
    expect(environments.asInUse(ok(settings.get()))).toEqual(ok(defaultSettings))
    expect(notices()).toEqual([
      'The environment that was in use is no longer there or cannot be read, so Training is in use.',
      'Environments in the settings file that cannot be used are left out, and stay in it as they are: “Acme UAT”, entry 2, entry 3.',
    ])
    environments.select('b')
    expect(environments.asInUse(ok(settings.get()))).toMatchObject({
      value: { activeEnvironmentId: 'b' },
    })
    expect(notices()).toHaveLength(1)
  })

  it('cannot have the name of another environment, least of all “Training”', () => {
    const { environments, notices } = openedWith({
      environments: [
        { ...uat, name: 'training ' },
        { ...uat, id: 'b', baseUrl: 'https://b.example.com' },
        { ...uat, id: 'c', name: 'ACME UAT', baseUrl: 'https://c.example.com' },
      ],
    })
    expect(environments.list().map(({ name }) => name)).toEqual([
      'Training',
      'training at https://uat.example.com',
      'Acme UAT',
      'ACME UAT at https://c.example.com',
    ])
    expect(notices()).toEqual([])
  })

  it('must have different ids', () => {
    const { environments, notices } = openedWith({
      environments: [uat, { ...uat, name: 'Twin', baseUrl: 'https://elsewhere.example.com' }],
    })
    expect(environments.list().map(({ name }) => name)).toEqual(['Training', 'Acme UAT'])
    expect(notices().join()).toContain('“Twin”')
  })

  it('are reported if they are not a list', () => {
    expect(
      openedWith({ environments: { a: uat } })
        .notices()
        .join(),
    ).toContain('the whole list')
    expect(openedWith({}).notices()).toEqual([])
  })
})

it('settings that cannot be read are listed in a notice until they are saved', () => {
  const { settings, notices } = openedWith({ theme: 'sepia', duplicateGuardDays: -4, later: 1 })
  expect(notices()).toEqual([
    'Settings that cannot be read have their usual values: Colors, Ask why when sent again.',
  ])
  settings.change({ theme: 'dark', duplicateGuardDays: 10 })
  expect(notices()).toEqual([])
})

it('notices name an unusable provisioning file and mapping', () => {
  const { settings, environments } = openedWith({})
  const damaged = 'This mapping cannot be used: it is old.'
  const mapping = { get: () => ({ mapping: publishedMapping, damaged }) }
  const atStart = ['Started.']
  expect(settingsNotices({ atStart, settings, environments, mapping })).toEqual([
    'Started.',
    'Participant files: This mapping cannot be used: it is old. The published outline is used instead.',
  ])
})

describe('environments from an administrator', () => {
  const handedOut = (...names: readonly string[]) =>
    parseProvisioning(
      JSON.stringify(names.map((name, index) => ({ ...uat, id: `id-${index}`, name }))),
    )
  it.each(['Training', 'TRAINING', 'Ｔraining'])('cannot be named %s', (name) => {
    const read = handedOut('Acme UAT', name)
    expect(read.ok ? '' : read.error.message).toContain('built-in environment')
  })
  it('cannot have a name with an invisible character', () => {
    const read = handedOut('Acme\u200b UAT')
    expect(read.ok ? '' : read.error.message).toContain('invisible character')
  })
  it('cannot have the same name twice, in any case', () => {
    const read = handedOut('Acme UAT', 'acme uat')
    expect(read.ok ? '' : read.error.message).toContain('is there twice')
    expect(handedOut('東京', '大阪')).toMatchObject({ ok: true })
  })
})
