import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { channelNames } from '#shared/ipc/channels.ts'
import { codeOf } from '#test/support/results.ts'
import { openRealCore, type Around, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/** A passphrase that encrypts, on the real core. Each core is one run of the program. */

const passphrase = 'four quiet otters sleep'
const cores: RealCore[] = []
const start = async (dataDir: string, around: Around = {}) => {
  const house = await openRealCore(dataDir, { endsWhenLocked: true, ...around })
  cores.push(house)
  return house
}
afterAll(() => Promise.all(cores.map(({ core }) => core.close())))

const openExample = async (house: RealCore) => {
  const [example] = await house.must('participant.examples', {})
  return house.must('participant.open', { kind: 'example', id: example?.id ?? '' })
}

/** A run with a saved forecast, a taken code, and a passphrase that encrypts. */
const encryptingRun = async (dataDir: string) => {
  const house = await start(dataDir)
  const opened = await openExample(house)
  const asked = { operation: 'forecast', inputs: {}, jobId: crypto.randomUUID() } as const
  const saved = await house.must('forecast.run', { handle: opened.handle, ...asked })
  await house.must('lock.setPassphrase', { current: '', next: passphrase })
  expect(codeOf(await house.call('lock.encrypt', { current: passphrase, on: true }))).toBe(
    'lock.needsCode',
  )
  const { code } = await house.must('recovery.make', {})
  await house.must('recovery.take', {})
  expect(await house.must('lock.encrypt', { current: passphrase, on: true })).toMatchObject({
    encrypts: true,
    locked: false,
  })
  return { house, saved, code, opened }
}

test('a locked start opens nothing but the lock until the passphrase or the recovery code is typed', async () => {
  const dataDir = path.join(temporaryFolder('encrypting'), 'data')
  const { house, saved, code } = await encryptingRun(dataDir)
  await house.core.close()
  expect(readFileSync(`${dataDir}.secrets.json`, 'utf8')).not.toMatch(/master-key\/[\w-]+":"v1/)

  const later = await start(dataDir)
  const open: string[] = []
  for (const channel of channelNames.filter((name) => !name.startsWith('lock.'))) {
    const envelope = await later.core.router.handle(channel, {})
    if (envelope.ok || envelope.error.code !== 'lock.locked') open.push(channel)
  }
  expect(open).toEqual(['app.info'])
  expect(await later.must('app.info', {})).toMatchObject({ dataDir: '', notices: [] })
  expect(codeOf(await later.call('lock.unlock', { passphrase: 'not the one' }))).toBe('lock.wrong')
  const heard: string[] = []
  later.core.events.on((event) => void heard.push(event))
  // Another window's question waits for the program to open.
  const [unlocked, listed] = await Promise.all([
    later.must('lock.unlock', { passphrase }),
    later.core.router.handle('lock.state', {}),
  ])
  expect(unlocked).toMatchObject({ locked: false, encrypts: true, ending: false })
  expect(listed).toMatchObject({ ok: true })
  expect(heard).toEqual(['lock.changed'])
  expect((await later.must('records.list', { newest: 10 })).map(({ id }) => id)).toContain(saved.id)
  const { records } = await later.must('activity.list', { limit: 100 })
  expect(
    records
      .map(({ action, outcome }) => `${action} ${outcome}`)
      .filter((pair) => /lock/.test(pair))
      .toReversed(),
  ).toEqual([
    ...['lock passphraseSet', 'lock encryptionOn'],
    ...['lock done', 'unlock failed', 'unlock done'],
  ])
  await later.core.close()

  const forgotten = await start(dataDir)
  const next = 'another passphrase'
  expect(await forgotten.must('lock.useCode', { code, next })).toMatchObject({ locked: false })
  expect(await forgotten.must('recovery.state', {})).toMatchObject({ key: 'here' })
  await forgotten.must('lock.removePassphrase', { current: next })
  await forgotten.core.close()
  const plain = await start(dataDir)
  expect(await plain.must('lock.state', {})).toMatchObject({ locked: false, encrypts: false })
  expect((await plain.must('records.list', { newest: 10 })).map(({ id }) => id)).toContain(saved.id)
})

test('locking seals what was typed and then lets the host end the program; the next one gives it back once', async () => {
  const dataDir = path.join(temporaryFolder('drafts'), 'data')
  const { house, opened } = await encryptingRun(dataDir)
  const typed = { screen: '/advise/forecast', fields: { lever: '{"age":"66"}' } }
  await house.must('lock.keepDrafts', typed)
  expect(await house.must('lock.takeDrafts', {})).toEqual({ drafts: null })

  let mayEnd = false
  void house.core.whenEnding.then(() => (mayEnd = true))
  house.core.lock()
  await expect.poll(() => house.must('lock.state', {})).toMatchObject({ ending: true })
  expect(codeOf(await house.call('lock.unlock', { passphrase }))).toBe('lock.ending')
  expect(mayEnd).toBe(false)
  await house.must('lock.keepDrafts', { ...typed, handle: opened.handle })
  await house.core.whenEnding
  await house.core.close()

  const later = await start(dataDir)
  await later.must('lock.unlock', { passphrase })
  const { drafts } = await later.must('lock.takeDrafts', {})
  expect(drafts).toMatchObject({ ...typed, participant: { sha256: opened.sha256, chosen: 0 } })
  if (drafts?.participant) {
    const again = await later.must('participant.open', drafts.participant.source)
    expect(again.sha256).toBe(opened.sha256)
  }
  expect(await later.must('lock.takeDrafts', {})).toEqual({ drafts: null })
})

test('a firm that asks for it is heard in a notice until then, and nobody turns it off afterwards', async () => {
  const dataDir = path.join(temporaryFolder('asked'), 'data')
  const { house } = await encryptingRun(dataDir)
  await house.must('lock.encrypt', { current: passphrase, on: false })
  await house.core.close()

  const asked = await start(dataDir, { firmEncrypts: true })
  await asked.must('lock.unlock', { passphrase })
  const notices = async () => (await asked.must('app.info', {})).notices?.join(' ') ?? ''
  expect(await notices()).toContain('Your firm asks that the passphrase also encrypts')
  await asked.must('lock.encrypt', { current: passphrase, on: true })
  expect(await notices()).not.toContain('Your firm')
  expect(codeOf(await asked.call('lock.encrypt', { current: passphrase, on: false }))).toBe(
    'lock.firmAsks',
  )
  expect(codeOf(await asked.call('lock.removePassphrase', { current: passphrase }))).toBe(
    'lock.firmAsks',
  )
})
