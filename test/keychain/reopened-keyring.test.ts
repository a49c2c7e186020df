import { mkdirSync } from 'node:fs'
import path from 'node:path'
import keytar from 'keytar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeytarSecretStore } from '#electron/adapters/keychain/keytar-secret-store.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/**
 * Tests the whole core on a keyring that is locked when the program starts and unlocked while it
 * runs.
 */

const service = 'Glidepath reopening test'
const dataDir = path.join(temporaryFolder('reopened'), 'data')
const exampleId = examplePeople[0]?.id ?? ''
let session: KeyringSession

const start = async (): Promise<RealCore> => {
  const keychain = await createKeytarSecretStore({ service })
  return openRealCore(dataDir, { keychain })
}
const sealedRows = () => rowsIn(dataDir, 'SELECT id FROM results')
const forecast = async (house: RealCore): Promise<string> => {
  const { handle } = await house.must('participant.open', { kind: 'example', id: exampleId })
  const { id } = await house.must('forecast.run', {
    handle,
    operation: 'forecastCurrent',
    inputs: {},
    jobId: crypto.randomUUID(),
  })
  return id
}
const saveUat = (house: RealCore) =>
  house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: 'https://uat.example',
    clientId: 'A',
    credentialStyle: 'form',
  })

beforeAll(async () => {
  mkdirSync(dataDir)
  session = await startKeyringSession()
}, 60_000)
afterAll(() => session.stop())

describe('a keyring that is locked at the start', { timeout: 120_000 }, () => {
  it('is used as soon as it is unlocked, and receives every secret of the session', async () => {
    const first = await start()
    const earlier = await forecast(first)
    const { id: environmentId } = await saveUat(first)
    const given = { style: 'form', clientId: 'id', clientSecret: 'first' } as const
    await first.must('credentials.save', { environmentId, credentials: given })
    await first.core.close()

    await session.lock()
    const house = await start()
    expect((await house.must('app.info', {})).keychain).toMatchObject({
      kind: 'memory',
      reason: 'locked',
    })
    const during = await forecast(house)
    await house.must('credentials.save', {
      environmentId,
      credentials: { ...given, clientSecret: 'second' },
    })
    expect(await house.call('records.open', { id: earlier })).toMatchObject({
      ok: false,
      error: { code: 'records.keyUnreachable' },
    })
    expect(sealedRows()).toHaveLength(1)
    expect((await house.must('activity.list', { limit: 10 })).kept.key).toBe('memory')

    const still = await house.must('keychain.reopen', {})
    expect(still).toMatchObject({
      keychain: { kind: 'memory', reason: 'locked' },
      savedRecords: { persistent: false },
    })
    expect(sealedRows()).toHaveLength(1)

    await session.unlock()
    const told: string[] = []
    house.core.events.on((event) => void told.push(event))
    expect(await house.must('keychain.reopen', {})).toMatchObject({
      keychain: { kind: 'system' },
      savedRecords: { persistent: true },
    })
    expect(told).toEqual(
      expect.arrayContaining(['environments.changed', 'records.changed', 'network.changed']),
    )
    expect(sealedRows()).toHaveLength(2)
    const items = await house.must('records.list', {})
    expect(items.map(({ id }) => id).toSorted()).toEqual([earlier, during].toSorted())
    expect((await house.must('records.open', { id: earlier })).id).toBe(earlier)
    const [view] = (await house.must('environments.list', {})).filter(
      ({ id }) => id === environmentId,
    )
    expect(view?.credentials).toBe('keychain')
    const kept = await keytar.getPassword(service, `environment/${environmentId}/credentials`)
    expect(Buffer.from(kept ?? '', 'base64').toString()).toContain('second')
    const { kept: log, records } = await house.must('activity.list', { limit: 100 })
    expect(log).toEqual({ key: 'keychain', why: '' })
    const forecasts = records.filter(({ action }) => action === 'forecast')
    expect(forecasts).toHaveLength(2)
    // A participant has the same pseudonym under the session's key as under the lasting key.
    expect(new Set(forecasts.map(({ subject }) => subject)).size).toBe(1)
    expect((await house.must('activity.verify', {})).state).toBe('intact')
    await house.core.close()

    const after = await start()
    expect(await after.must('records.list', {})).toHaveLength(2)
    expect((await after.must('activity.verify', {})).state).toBe('intact')
    expect((await after.must('activity.list', { limit: 10 })).kept.key).toBe('keychain')
    await after.core.close()
    expect(everythingIn(dataDir)).not.toContain('"second"')
  })

  it('deletes the secrets that were removed while it was locked', async () => {
    await session.lock()
    const house = await start()
    const [uat] = (await house.must('environments.list', {})).filter(({ kind }) => kind === 'uat')
    const environmentId = uat?.id ?? ''
    await house.must('credentials.forget', { environmentId })
    await session.unlock()
    await house.must('keychain.reopen', {})
    expect(await keytar.getPassword(service, `environment/${environmentId}/credentials`)).toBeNull()
    await house.core.close()
  })
})
