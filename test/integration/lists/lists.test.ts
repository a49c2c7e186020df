import { rowsIn as rowsKept, runIn } from '#test/support/worlds/record-house.ts'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { mostOften, startCountingService } from '#test/support/servers/counting-service.ts'
import {
  bytesOf,
  checkedList,
  listText,
  noDefaults,
  plainOptions,
  rowsIn,
  sentList,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from '#test/torture/house.ts'

/** Lists on real adapters, against a service that counts the opt-outs that it executes. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const openYard = async () => {
  const service = await startCountingService()
  closers.push(service.stop)
  const dataDir = temporaryFolder('lists')
  const open = async (): Promise<RealCore> => {
    const house = await openHouse(dataDir, `http://127.0.0.1:${service.port}`)
    closers.push(() => house.core.close())
    return house
  }
  return { service, dataDir, open, house: await open() }
}

describe('a list', { timeout: 120_000 }, () => {
  test('is sent with one request per row, and its outcome file and receipts show this', async () => {
    const { house, service, dataDir } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    const started = await house.must('list.start', {
      listId,
      options: plainOptions,
      rowsToSend: 20,
    })
    expect(started.state).toBe('running')
    expect(house.core.busy()).toMatch(/list of opt-outs/)
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      why: '',
      counts: { accepted: 20, ready: 0 },
    })
    expect(house.core.busy()).toBeNull()
    expect(service.executed.size).toBe(20)
    expect(mostOften(service)).toBe(1)
    const [first] = await rowsIn(house, listId)
    const receipt = await house.must('records.open', { id: first?.receiptId ?? '' })
    expect(receipt).toMatchObject({
      kind: 'receipt',
      outcome: 'accepted',
      list: { listId, row: 1, attempt: 1 },
      call: null,
    })
    const { fileName, bytes } = await house.must('list.outcome', { listId, as: 'file' })
    expect(fileName).toBe('people-outcome.csv')
    expect(new TextDecoder().decode(bytes)).toMatch(
      /^L-1,First1,.*,Branch 1,accepted,opted out,GP-\d{8}-\w{6},T-\S+,,2\d{3}-\S+Z\r$/m,
    )
    const onDisk = everythingIn(dataDir)
    expect(onDisk).not.toContain('First7')
    expect(onDisk).not.toContain('Last7')
  })

  test('that is opened again skips rows already accepted, unless a reason is given', async () => {
    const { house, service } = await openYard()
    const first = await checkedList(house, listText(3))
    await house.must('list.start', {
      listId: first.listId,
      options: plainOptions,
      rowsToSend: 3,
    })
    await settledList(house, first.listId)
    const again = await checkedList(house, listText(4))
    expect(again).toMatchObject({ counts: { ready: 1, skipped: 3 }, needReason: 3 })
    const refused = await house.call('list.start', {
      listId: again.listId,
      options: plainOptions,
      rowsToSend: 4,
    })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'submission.confirmation', field: 'rowsToSend' },
    })
    expect(service.executed.size).toBe(3)
    const options = { ...plainOptions, overrideReason: 'The plan asked for it' }
    await house.must('list.start', { listId: again.listId, options, rowsToSend: 4 })
    expect((await settledList(house, again.listId)).counts).toMatchObject({
      accepted: 4,
      skipped: 0,
    })
    expect(service.executed.get('L-1')).toBe(2)
    expect(service.executed.get('L-4')).toBe(1)
  })

  test('pauses after the chosen number of failures; a person may run failed rows again, but never rows in doubt', async () => {
    const { house, service } = await openYard()
    service.end('refuse')
    const { listId } = await checkedList(house, listText(12))
    const options = { ...plainOptions, concurrency: 2, stopAfterErrors: 3 }
    await house.must('list.start', { listId, options, rowsToSend: 12 })
    const paused = await settledList(house, listId)
    expect(paused.state).toBe('paused')
    expect(paused.why).toMatch(/failed or (is|are) in doubt/)
    expect(paused.counts.rejected).toBeGreaterThanOrEqual(3)
    expect(paused.counts.rejected).toBeLessThanOrEqual(4)
    service.end('failAfter')
    await house.must('list.start', {
      listId,
      options: { ...options, stopAfterErrors: 1 },
      rowsToSend: paused.counts.ready,
    })
    const doubtful = await settledList(house, listId)
    expect(doubtful.counts.inDoubt).toBeGreaterThanOrEqual(1)
    service.end('accept')
    const again = await house.must('list.rerunFailed', { listId })
    expect(again).toMatchObject({
      attempt: 2,
      counts: { rejected: 0, inDoubt: doubtful.counts.inDoubt },
      before: doubtful.counts,
    })
    await house.must('list.start', { listId, options, rowsToSend: again.counts.ready })
    const done = await settledList(house, listId)
    expect(done).toMatchObject({
      state: 'done',
      counts: { accepted: 12 - doubtful.counts.inDoubt, inDoubt: doubtful.counts.inDoubt },
    })
    expect(mostOften(service)).toBe(1)
    expect(await house.call('list.rerunFailed', { listId })).toMatchObject({ ok: false })
    const retried = (await rowsIn(house, listId)).find(({ row }) => row === 1)
    const receipt = await house.must('records.open', { id: retried?.receiptId ?? '' })
    expect(receipt).toMatchObject({ list: { row: 1, attempt: 2 } })
  })

  test('that was paused when the program ended continues in the next session', async () => {
    const { house, service, open } = await openYard()
    const { listId } = await checkedList(house, listText(30))
    await house.must('list.start', {
      listId,
      options: { ...plainOptions, concurrency: 2, perMinute: 1200 },
      rowsToSend: 30,
    })
    while (service.executed.size < 5) await new Promise((resolve) => setTimeout(resolve, 10))
    const paused = await house.must('list.pause', { listId })
    expect(paused).toMatchObject({ state: 'paused', why: '', counts: { sending: 0 } })
    const sent = service.executed.size
    expect(paused.counts.accepted).toBe(sent)
    await house.core.close()
    const next = await open()
    const found = await viewOf(next, listId)
    expect(found).toMatchObject({ state: 'paused', counts: { accepted: sent, ready: 30 - sent } })
    expect(await sentList(next, listId, 30 - sent)).toMatchObject({
      state: 'done',
      counts: { accepted: 30 },
    })
    expect(service.executed.size).toBe(30)
    expect(mostOften(service)).toBe(1)
    const rows = await rowsIn(next, listId)
    expect(rows.every(({ receiptNumber }) => receiptNumber.startsWith('GP-'))).toBe(true)
  })

  test('is done if the program was killed after the last row was sent, and offers nothing to continue', async () => {
    const { house, open, dataDir } = await openYard()
    const { listId } = await checkedList(house, listText(6))
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 6 })
    runIn(dataDir, 'CREATE TABLE running AS SELECT * FROM lists')
    await settledList(house, listId)
    await house.core.close()
    // Restore the files as they were during the run, because a killed program has no time to record
    // the end.
    runIn(dataDir, 'DELETE FROM lists; INSERT INTO lists SELECT * FROM running')
    expect(await viewOf(await open(), listId)).toMatchObject({
      state: 'done',
      why: '',
      counts: { accepted: 6, ready: 0 },
    })
  })

  test('says that the computer’s sleep paused it, and continues on request', async () => {
    const { house, service } = await openYard()
    const { listId } = await checkedList(house, listText(30))
    await house.must('list.start', {
      listId,
      options: { ...plainOptions, concurrency: 2, perMinute: 1200 },
      rowsToSend: 30,
    })
    while (service.executed.size < 5) await new Promise((resolve) => setTimeout(resolve, 10))
    house.core.beginNoMore('computer')
    const paused = await settledList(house, listId)
    expect(paused).toMatchObject({
      state: 'paused',
      counts: { sending: 0, inDoubt: 0, accepted: service.executed.size },
    })
    expect(paused.why).toMatch(/^The computer was about to sleep/)
    expect(await sentList(house, listId, paused.counts.ready)).toMatchObject({
      state: 'done',
      counts: { accepted: 30 },
    })
    expect(mostOften(service)).toBe(1)
  })

  test('shows a row as settled once a person has settled the doubt', async () => {
    const { house, service } = await openYard()
    service.end('failAfter')
    const { listId } = await checkedList(house, listText(2))
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 2 })
    expect((await settledList(house, listId)).counts.inDoubt).toBe(2)
    const [first] = await rowsIn(house, listId)
    const receipt = await house.must('records.open', { id: first?.receiptId ?? '' })
    if (receipt.kind !== 'receipt') throw new Error('no receipt')
    const verdict = { wentThrough: false, note: 'Asked the recordkeeper', transactionId: '' }
    await house.must('submission.settle', { submissionId: receipt.submissionId, ...verdict })
    expect((await viewOf(house, listId)).counts).toMatchObject({ inDoubt: 1, notSent: 1 })
    service.end('accept')
    const again = await house.must('list.rerunFailed', { listId })
    expect(again.counts).toMatchObject({ ready: 1, inDoubt: 1 })
  })

  test('is refused or paused while another environment is in use', async () => {
    const { house } = await openYard()
    const { listId } = await checkedList(house, listText(5))
    await house.must('environments.select', { environmentId: 'training' })
    const refused = await house.call('list.start', {
      listId,
      options: plainOptions,
      rowsToSend: 5,
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    const checked = await house.must('list.check', {
      listId,
      mapping: (await house.must('list.read', { listId, reading: {} })).mapping,
      defaults: noDefaults,
    })
    expect(checked.environment?.id).toBe('training')
  })

  test('remembers the chosen columns for files with the same columns, and stores no row values in settings', async () => {
    const { house, dataDir } = await openYard()
    const text = 'Key,Given,Family,Code,Kind\nP-1,Dana,Reyes,ACME,401K\n'
    const file = await house.must('list.open', { fileName: 'a.csv', bytes: bytesOf(text) })
    const mapping = {
      participantId: 0,
      firstName: 1,
      lastName: 2,
      planId: 3,
      planType: 4,
      reason: null,
    }
    await house.must('list.read', { listId: file.listId, reading: { hasHeader: true } })
    await house.must('list.check', { listId: file.listId, mapping, defaults: noDefaults })
    const other = await house.must('list.open', {
      fileName: 'b.csv',
      bytes: bytesOf(text.replace('P-1', 'P-2')),
    })
    const read = await house.must('list.read', {
      listId: other.listId,
      reading: { hasHeader: true },
    })
    expect(read).toMatchObject({ mapping, mappingRemembered: true })
    // This file has Social Security numbers under the same column names; these columns must not be
    // chosen without asking.
    const third = await house.must('list.open', {
      fileName: 'c.csv',
      bytes: bytesOf(text.replace('P-1', '123-45-6789')),
    })
    const withTax = await house.must('list.read', {
      listId: third.listId,
      reading: { hasHeader: true },
    })
    expect(withTax).toMatchObject({
      mapping: { ...mapping, participantId: null },
      mappingRemembered: true,
    })
    expect(withTax.notes.join()).toMatch(/“Key” seems to hold Social Security numbers/)
    const settings = readdirSync(dataDir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(path.join(dataDir, name), 'utf8'))
    expect(settings.join()).toContain('listColumns')
    // The settings must not contain values from a first row that was wrongly taken for column
    // names.
    for (const word of ['Given', 'Dana']) expect(settings.join()).not.toContain(word)
  })

  test('leaves nothing on disk after its removal, except its receipts', async () => {
    const { house, dataDir } = await openYard()
    const { listId } = await checkedList(house, listText(2))
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 2 })
    await settledList(house, listId)
    await house.must('list.remove', { listId })
    expect(await house.must('list.all', {})).toEqual([])
    expect(rowsKept(dataDir, 'SELECT id FROM lists UNION ALL SELECT id FROM list_pieces')).toEqual(
      [],
    )
    expect(await house.must('records.list', {})).toHaveLength(2)
  })
})
