import { expect, it } from 'vitest'
import { createEnvironments } from '#electron/core/environments/environments.ts'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { createSettingsStore } from '#electron/core/environments/settings/settings-store.ts'
import { ok } from '#shared/result.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

const production = {
  id: 'prod',
  name: 'Acme',
  kind: 'production',
  baseUrl: 'https://api.example.com/rm',
  clientId: 'ACME',
  credentialStyle: 'basic',
} as const
const { id: _id, ...entry } = production
const uat = { ...entry, name: 'Acme test', kind: 'uat' } as const

const environmentsOf = (provisioned: readonly (typeof production)[]) => {
  const settingsFile = createMemorySettings()
  return createEnvironments({
    questions: askedPerson().questions,
    settingsFile,
    settings: createSettingsStore(settingsFile),
    training: { start: async () => ok('http://127.0.0.1:40123') },
    allowProduction: true,
    provisioned,
  })
}

it.each([production.baseUrl, 'https://api.example.com/rm/', 'https://API.example.com./RM'])(
  'a test environment cannot have the address of a production environment, even written as %s',
  (baseUrl) => {
    const environments = environmentsOf([production])
    const refused = { code: 'environment.baseUrl', field: 'baseUrl' }
    expect(environments.save({ ...uat, baseUrl })).toMatchObject({ ok: false, error: refused })
    const other = environments.save({ ...uat, baseUrl: 'https://uat.example.com/rm' })
    if (!other.ok) throw new Error(other.error.message)
    expect(environments.save({ ...uat, id: other.value.id, baseUrl })).toMatchObject({
      ok: false,
      error: refused,
    })
  },
)

it('a production environment cannot have the address of a test environment, unless the test environment itself becomes production', () => {
  const environments = environmentsOf([])
  const saved = environments.save(uat)
  if (!saved.ok) throw new Error(saved.error.message)
  expect(environments.save(entry)).toMatchObject({ ok: false })
  expect(environments.save({ ...entry, id: saved.value.id })).toMatchObject({ ok: true })
})

it('a provisioning file that gives the same address to a test and a production environment is refused', () => {
  expect(parseProvisioning(JSON.stringify([production, uat]))).toMatchObject({
    ok: false,
    error: {
      code: 'input.invalid',
      field: 'baseUrl',
      message:
        'The provisioning file was not accepted: entry 2, baseUrl: Acme is for production and has the same base URL as Acme test. A test environment needs an address of its own.',
    },
  })
})
