import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { earlierOf, sendOptout, useUat } from '#test/support/worlds/backed-up.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** Tests moving results from one computer to another in a `.glidepath` file. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
let uat: UatServer
beforeAll(async () => {
  uat = await startUatServer()
})
afterAll(() => uat.stop())

const open = async (name: string): Promise<RealCore> => {
  const house = await openRealCore(path.join(temporaryFolder(name), 'data'))
  closers.push(() => house.core.close())
  await useUat(house, uat.url)
  return house
}

const run = async ({ must }: RealCore) => {
  const [example] = await must('participant.examples', {})
  const { handle } = await must('participant.open', { kind: 'example', id: example?.id ?? '' })
  return must('forecast.run', { handle, operation: 'forecast', inputs: {}, jobId: 'one' })
}

test('results arrive complete on a computer with another key, and sending the same again there needs a reason', async () => {
  const [from, to] = [await open('from'), await open('to')]
  const saved = await run(from)
  const receipt = await sendOptout(from, 'U-1')
  const file = await from.must('results.export', { ids: null, passphrase: '' })
  expect(file.fileName).toMatch(/^glidepath-results-\d{4}-\d\d-\d\d\.glidepath$/)
  const preview = await to.must('results.preview', { bytes: file.bytes, passphrase: '' })
  expect(preview).toMatchObject({ asksForReasons: false, activity: null })
  expect(preview.parts.filter(({ fresh }) => fresh > 0)).toMatchObject([
    { what: 'results', fresh: 1 },
    { what: 'receipts', fresh: 1 },
    { what: 'submissions', fresh: 1 },
  ])
  expect(await to.must('records.list', {})).toEqual([])
  await to.must('results.import', { bytes: file.bytes, passphrase: '' })
  for (const { id } of [saved, receipt]) {
    expect(await to.must('records.open', { id })).toEqual(await from.must('records.open', { id }))
    expect(await to.must('records.verbatim', { id })).toEqual(
      await from.must('records.verbatim', { id }),
    )
  }
  // On the other computer the environment has another id, but the same address.
  expect(await earlierOf(to, 'U-1')).toMatchObject({ same: 'request', needsReason: true })
  expect(await earlierOf(to, 'U-2')).toBeNull()
  const again = await to.must('results.import', { bytes: file.bytes, passphrase: '' })
  expect(again.parts.every(({ fresh, further, differ }) => fresh + further + differ === 0)).toBe(
    true,
  )
})

test('a file that contradicts a submission on this computer changes nothing', async () => {
  const house = await open('liar')
  const receipt = await sendOptout(house, 'U-3')
  uat.meet('optout', { kind: 'cut' })
  const doubt = await sendOptout(house, 'U-4')
  uat.reset()
  const file = await house.must('results.export', { ids: [doubt.id], passphrase: '' })
  await house.must('submission.settle', {
    submissionId: doubt.submissionId,
    wentThrough: false,
    note: 'Never arrived.',
    transactionId: '',
  })
  await house.must('results.import', { bytes: file.bytes, passphrase: '' })
  expect(await house.must('records.open', { id: doubt.id })).toMatchObject({ outcome: 'notSent' })
  const later = await house.must('results.export', { ids: [doubt.id, receipt.id], passphrase: '' })
  const fresh = await open('believer')
  await fresh.must('results.import', { bytes: file.bytes, passphrase: '' })
  // A file could have been written by anybody, so its outcome does not end the doubt.
  await fresh.must('results.import', { bytes: later.bytes, passphrase: '' })
  expect(await fresh.must('records.open', { id: doubt.id })).toMatchObject({ outcome: 'inDoubt' })
  expect(await earlierOf(fresh, 'U-4')).toMatchObject({ outcome: 'inDoubt' })
})

test('a sealed file cannot be read without its passphrase', async () => {
  const [from, to] = [await open('sealing'), await open('opening')]
  await sendOptout(from, 'U-5')
  const { bytes } = await from.must('results.export', { ids: null, passphrase: 'correct horse' })
  const plain = await from.must('results.export', { ids: null, passphrase: '' })
  expect(await to.must('results.isSealed', { head: bytes.subarray(0, 2000) })).toEqual({
    isSealed: true,
  })
  expect(await to.must('results.isSealed', { head: plain.bytes.subarray(0, 2000) })).toEqual({
    isSealed: false,
  })
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('Zephyrine')
  for (const passphrase of ['', 'wrong horse'])
    expect(await to.call('results.import', { bytes, passphrase })).toMatchObject({
      error: { code: 'input.invalid', field: 'passphrase' },
    })
  await to.must('results.import', { bytes, passphrase: 'correct horse' })
  expect(await to.must('records.list', {})).toHaveLength(1)
})

test('an export of no results or of unknown results is refused', async () => {
  const house = await open('nothing')
  expect(await house.call('results.export', { ids: null, passphrase: '' })).toMatchObject({
    error: { code: 'input.invalid' },
  })
  expect(await house.call('results.export', { ids: ['gone'], passphrase: '' })).toMatchObject({
    error: { code: 'records.notFound' },
  })
})
