import { expect, test } from 'vitest'
import { createEnvironments } from '#electron/core/environments/environments.ts'
import { createSettingsStore } from '#electron/core/environments/settings/settings-store.ts'
import type { EnvironmentInput } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'

const acme = {
  name: 'Acme',
  kind: 'uat',
  baseUrl: 'https://acme.example/express',
  clientId: 'ACME',
  credentialStyle: 'form',
} satisfies EnvironmentInput

const setUp = (agrees = true, provisioned: readonly EnvironmentInput[] = []) => {
  const settingsFile = createMemorySettings()
  const person = askedPerson(() => agrees)
  const environments = createEnvironments({
    settingsFile,
    settings: createSettingsStore(settingsFile),
    training: { start: async () => ok('http://127.0.0.1:40123') },
    questions: person.questions,
    allowProduction: true,
    provisioned,
  })
  const save = (input: EnvironmentInput) => {
    const saved = environments.save(input)
    if (!saved.ok) throw new Error(saved.error.message)
    return saved.value.id
  }
  return { environments, save, asked: person.asked }
}

test('the first call to an address asks, and later ones do not, whatever the path or name', async () => {
  const { environments, save, asked } = setUp()
  const id = save(acme)
  // Two calls at the same time share one question.
  const both = await Promise.all([environments.use(id), environments.use(id)])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  save({ ...acme, id, name: 'Acme two', baseUrl: 'https://acme.example/v2' })
  expect((await environments.use(id)).ok).toBe(true)
  expect(asked).toHaveLength(1)
})

test.each([
  ['host', { baseUrl: 'https://acme.example.evil.example/express' }],
  ['port', { baseUrl: 'https://acme.example:8443/express' }],
  ['scheme', { baseUrl: 'http://127.0.0.1:1/express' }],
  ['kind', { kind: 'production' }],
] as const)('another %s is another address', async (_what, change) => {
  const { environments, save, asked } = setUp()
  const id = save(acme)
  await environments.use(id)
  save({ ...acme, id, ...change })
  await environments.use(id)
  expect(asked).toHaveLength(2)
})

test('nothing is called without consent, and the next call asks again', async () => {
  const { environments, save, asked } = setUp(false)
  const id = save(acme)
  for (const _ of [1, 2])
    expect(await environments.use(id)).toMatchObject({ error: { code: 'question.refused' } })
  expect(asked).toHaveLength(2)
})

test('choosing an environment asks nothing', async () => {
  const { environments, save, asked } = setUp(false)
  const id = save(acme)
  expect(environments.select(id).ok).toBe(true)
  expect((await environments.ready(id)).ok).toBe(true)
  expect(asked).toEqual([])
})

test('Training and an administrator’s environments ask nothing', async () => {
  const { environments, asked } = setUp(false, [{ ...acme, id: 'managed' }])
  expect((await environments.use('managed')).ok).toBe(true)
  expect((await environments.use('training')).ok).toBe(true)
  expect(asked).toEqual([])
})

test('an address that changes during its own question is asked about before it is called', async () => {
  const { environments, save, asked } = setUp()
  const id = save(acme)
  const used = environments.use(id)
  save({ ...acme, id, baseUrl: 'https://other.example' })
  expect(await used).toMatchObject({ value: { baseUrl: 'https://other.example' } })
  expect(asked.map(({ facts }) => facts.find((fact) => fact.startsWith('Address')))).toEqual([
    'Address: https://acme.example',
    'Address: https://other.example',
  ])
})
