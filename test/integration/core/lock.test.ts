import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelNames } from '#shared/ipc/channels.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/**
 * Tests reviews on the real core, and the lock: what it refuses, and what continues while the
 * program is locked.
 */

const dataDir = path.join(temporaryFolder('lock-core'), 'data')
const passphrase = 'four quiet otters sleep'
let house: RealCore
let handle: string

beforeAll(async () => {
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
  const [example] = await house.must('participant.examples', {})
  handle = (await house.must('participant.open', { kind: 'example', id: example?.id ?? '' })).handle
}, 60_000)
afterAll(() => house.core.close())

describe('the review', { timeout: 60_000 }, () => {
  const enroll = (inputs: { RetirementAge?: number }) =>
    house.must('submission.review', {
      operation: 'enroll',
      handle,
      enrollmentInfo: [{ PlanId: 'P', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
      inputs,
    })

  test('shows no changes without a forecast', async () => {
    expect(await enroll({})).toMatchObject({ changes: { kind: 'noForecast' }, warnings: [] })
  })

  test('shows the changes that the newest forecast recommends, and how the submission differs from that forecast', async () => {
    await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: { RetirementAge: 67 },
      jobId: 'a',
    })
    const saved = await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: { RetirementAge: 66 },
      jobId: 'b',
    })
    await house.must('forecast.run', {
      handle,
      operation: 'forecastCurrent',
      inputs: {},
      jobId: 'c',
    })
    const same = await enroll({ RetirementAge: 66 })
    expect(same.warnings).toEqual([])
    expect(same.changes).toMatchObject({ kind: 'forecast', forecastId: saved.id, proposes: true })
    if (same.changes.kind === 'forecast') expect(same.changes.accounts.length).toBeGreaterThan(0)
    expect((await enroll({ RetirementAge: 65 })).warnings).toEqual([
      'The forecast was run with retirement age 66; this is sent with 65.',
    ])
  })
})

describe('the lock', { timeout: 60_000 }, () => {
  test('refuses every channel except those needed for unlocking, and holds back answers until then', async () => {
    const review = await house.must('submission.review', {
      operation: 'optout',
      participantId: 'U-1',
      firstName: 'Zephyrine',
      lastName: 'Quill',
      optoutInfo: [{ PlanId: 'Q', PlanType: '401K' }],
      reason: '',
    })
    await house.must('lock.setPassphrase', { current: '', next: passphrase })
    let answered = false
    const sent = house
      .must('submission.send', { submissionId: review.submissionId })
      .then((receipt) => {
        answered = true
        return receipt
      })
    house.core.lock()

    const open: string[] = []
    for (const channel of channelNames.filter((name) => !name.startsWith('lock.'))) {
      const envelope = envelopeSchema.parse(await house.core.router.handle(channel, {}))
      if (envelope.ok || envelope.error.code !== 'lock.locked') open.push(channel)
    }
    expect(open).toEqual(['app.info'])
    expect(await house.must('app.info', {})).toMatchObject({
      dataDir: '',
      savedRecords: { message: '' },
    })
    expect(
      await house.call('lock.setPassphrase', { current: passphrase, next: 'another passphrase' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'lock.locked' },
    })
    await expect.poll(() => house.core.busy(), { timeout: 20_000 }).toBeNull()
    expect(answered).toBe(false)

    expect(await house.call('lock.unlock', { passphrase: 'not the one' })).toMatchObject({
      ok: false,
      error: { code: 'lock.wrong' },
    })
    await house.must('lock.unlock', { passphrase })
    const receipt = await sent
    // Nobody with this id is enrolled; the test needs only the service's answer that was held back.
    expect(receipt.outcome).toBe('declined')
    const pdf = await house.must('receipt.pdf', { receiptId: receipt.id, masked: true })
    expect(Buffer.from(pdf.bytes).subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')

    const { records } = await house.must('activity.list', { limit: 100 })
    const told = records.toReversed().map(({ action, outcome }) => `${action} ${outcome}`)
    expect(told.filter((pair) => /lock|export/.test(pair))).toEqual([
      'lock passphraseSet',
      'lock done',
      'unlock failed',
      'unlock done',
      'export prepared',
    ])
    expect(JSON.stringify(house.log)).not.toContain(passphrase)
  })
})
