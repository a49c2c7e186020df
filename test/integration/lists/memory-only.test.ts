import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeytarSecretStore } from '#electron/adapters/keychain/keytar-secret-store.ts'
import {
  startCountingService,
  type CountingService,
} from '#test/support/servers/counting-service.ts'
import {
  bytesOf,
  checkedList,
  listText,
  plainOptions,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from '#test/torture/house.ts'

/**
 * Without a keychain, lists work, say that they last only until the program closes, and are not
 * written to disk.
 */

const dataDir = path.join(temporaryFolder('lists-session'), 'data')
let service: CountingService

const open = async (): Promise<RealCore> => {
  const keychain = await createKeytarSecretStore({
    load: () => Promise.reject(new Error('no libsecret here')),
  })
  return openHouse(dataDir, `http://127.0.0.1:${service.port}`, { keychain })
}

beforeAll(async () => {
  mkdirSync(dataDir)
  service = await startCountingService()
})
afterAll(() => service.stop())

describe('a list without a keychain', { timeout: 60_000 }, () => {
  test('is checked, sent and exported with its outcomes, says what is kept, and leaves no names on disk', async () => {
    const house = await open()
    const file = await house.must('list.open', {
      fileName: 'people.csv',
      bytes: bytesOf(listText(9)),
    })
    expect(file.notes).toContain(
      'Without the keychain, this list is kept until Glidepath closes, and rows that were sent before Glidepath was started cannot be recognized.',
    )
    expect(
      (await house.must('list.read', { listId: file.listId, reading: { delimiter: ',' } })).notes,
    ).toEqual(file.notes)
    await house.must('list.remove', { listId: file.listId })

    const { listId } = await checkedList(house, listText(9))
    service.end('refuse')
    await house.must('list.start', {
      listId,
      options: { ...plainOptions, concurrency: 1, stopAfterErrors: 1 },
      rowsToSend: 9,
    })
    expect(await settledList(house, listId)).toMatchObject({
      state: 'paused',
      counts: { ready: 8, rejected: 1 },
    })
    service.end('accept')
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 8 })
    const done = await settledList(house, listId)
    expect(done).toMatchObject({ state: 'done', counts: { accepted: 8, rejected: 1 } })
    expect(service.executed.size).toBe(8)

    const outcome = new TextDecoder().decode(
      (await house.must('list.outcome', { listId, as: 'file' })).bytes,
    )
    expect(outcome.match(/^L-\d,First\d,.*,accepted,opted out,GP-\d{8}-\w{6},T-/gm)).toHaveLength(8)
    expect(outcome).toMatch(/^L-1,First1,.*,rejected/m)
    const { rows } = await house.must('list.rows', { listId, offset: 0, limit: 9 })
    expect(await house.must('records.open', { id: rows[8]?.receiptId ?? '' })).toMatchObject({
      outcome: 'accepted',
      list: { row: 9 },
    })
    expect((await house.must('app.info', {})).savedRecords).toMatchObject({ persistent: false })

    // Opened again in the same run, the list knows what was sent.
    expect((await checkedList(house, listText(9))).counts).toMatchObject({ ready: 1, skipped: 8 })
    const onDisk = everythingIn(dataDir)
    for (const word of ['First3', 'Last3', 'people.csv']) expect(onDisk).not.toContain(word)
    // Search for whole ids only, because codes in the activity log may contain the same letters.
    expect(onDisk).not.toMatch(/(?<![\w-])L-\d+(?![\w-])/)
    await house.core.close()
    expect(everythingIn(dataDir)).not.toMatch(/First\d|Last\d|(?<![\w-])L-\d+(?![\w-])|people\.csv/)
  })

  test('is gone after the session, but its submissions are on disk, and the next list is sent only with a reason', async () => {
    const house = await open()
    expect(await house.must('list.all', {})).toEqual([])
    expect(await house.must('records.list', {})).toEqual([])
    const { listId } = await checkedList(house, listText(2, ',', '\r\n', 21))
    expect(await viewOf(house, listId)).toMatchObject({
      counts: { ready: 0, skipped: 2 },
      needReason: 2,
    })
    const options = { ...plainOptions, overrideReason: 'None of them was sent before' }
    await house.must('list.start', { listId, options, rowsToSend: 2 })
    await settledList(house, listId)
    expect((await viewOf(house, listId)).counts).toMatchObject({ accepted: 2 })
    expect(rowsIn(dataDir, `SELECT state FROM submissions WHERE list_id = '${listId}'`)).toEqual([
      { state: 'accepted' },
      { state: 'accepted' },
    ])
    await house.core.close()
  })
})
