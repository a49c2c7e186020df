import { afterEach, expect, test } from 'vitest'
import { createFileSecretsDouble } from '#test/support/doubles/file-secrets-double.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { draftOf, openHouse } from '#test/torture/house.ts'
import type { Keychain } from '#electron/adapters/keychain/keytar-secret-store.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { fail } from '#shared/result.ts'

/** Tests that submissions sent before the keychain answers are known after the next start. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const unreachable: KeychainState = {
  kind: 'memory',
  reason: 'locked',
  message: 'the keyring is locked',
}

const yard = async () => {
  const uat = await startUatServer()
  closers.push(uat.stop)
  const dataDir = temporaryFolder('late-keychain')
  const lasting = createFileSecretsDouble(`${dataDir}.secrets.json`)
  const open = async (keychain: Keychain) => {
    const house = await openHouse(dataDir, uat.url, { keychain })
    closers.push(() => house.core.close())
    return house
  }
  const review = async (house: Awaited<ReturnType<typeof open>>, participantId: string) =>
    house.must('submission.review', await draftOf(house, 'optout', participantId))
  const send = async (house: Awaited<ReturnType<typeof open>>, participantId: string) => {
    const { submissionId } = await review(house, participantId)
    return house.must('submission.send', { submissionId })
  }
  return { uat, dataDir, lasting, open, review, send }
}

const answering = (store: Keychain['store']): Keychain => ({
  store,
  state: () => ({ kind: 'system' }),
  reopen: async () => ({ kind: 'system' }),
  isWaiting: () => false,
})

test('after a submission was left in doubt without a keychain, every submission of that kind needs a reason until a person settles it', async () => {
  const { uat, lasting, open, review, send } = await yard()
  const without = await open({
    ...answering(createMemorySecrets()),
    state: () => unreachable,
    reopen: async () => unreachable,
  })
  uat.meet('optout', { kind: 'status', status: 500, body: {} })
  expect(await send(without, 'P-1')).toMatchObject({ outcome: 'inDoubt' })
  uat.meet('optout', null)
  await without.core.close()

  const house = await open(answering(lasting))
  const [nameless] = await house.must('records.list', {})
  expect(nameless).toMatchObject({ outcome: 'inDoubt', subject: { participantId: '' } })
  const opened = await house.must('records.open', { id: nameless?.id ?? '' })
  const reviewed = await review(house, 'P-2')
  expect(reviewed.earlier).toMatchObject({ same: 'unknown', needsReason: true })
  expect(
    await house.call('submission.send', { submissionId: reviewed.submissionId }),
  ).toMatchObject({ error: { code: 'submission.confirmation', field: 'overrideReason' } })
  await house.must('submission.settle', {
    submissionId: 'submissionId' in opened ? opened.submissionId : '',
    wentThrough: false,
    note: 'Not there',
    transactionId: '',
  })
  expect((await review(house, 'P-2')).earlier).toBeNull()
}, 60_000)

test('receipts survive the end of the program even if the keychain answered late', async () => {
  const { dataDir, lasting, open, review, send } = await yard()
  const first = await open(answering(lasting))
  await send(first, 'P-1')
  await first.core.close()

  let isUp = false
  const late = async () =>
    fail({ code: 'keychain.timeout' as const, message: 'It did not answer.' })
  // Until the keychain answers, the program is locked.
  const house = await openRealCore(dataDir, {
    keychain: answering({
      get: (account) => (isUp ? lasting.get(account) : late()),
      set: (account, value) => (isUp ? lasting.set(account, value) : late()),
      delete: (account) => (isUp ? lasting.delete(account) : late()),
    }),
  })
  closers.push(() => house.core.close())
  isUp = true
  await house.must('lock.unlock', { passphrase: '' })
  await send(house, 'P-2')
  await house.core.close()

  const next = await open(answering(lasting))
  const people = (await next.must('records.list', {})).map(({ subject }) => subject.participantId)
  expect(people.toSorted()).toEqual(['P-1', 'P-2'])
  expect(await review(next, 'P-2')).toMatchObject({ earlier: { outcome: 'accepted' } })
}, 60_000)
