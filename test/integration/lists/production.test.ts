import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startCountingService,
  type CountingService,
} from '#test/support/servers/counting-service.ts'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from '#test/torture/house.ts'

/** A list in production: main itself refuses a wrong number of rows, whatever the page confirmed. */

const dataDir = path.join(temporaryFolder('lists-production'), 'data')
let service: CountingService
let house: RealCore

beforeAll(async () => {
  mkdirSync(dataDir)
  service = await startCountingService()
  house = await openHouse(
    dataDir,
    `http://127.0.0.1:${service.port}`,
    { host: 'desktop' },
    'production',
  )
}, 60_000)
afterAll(async () => {
  await house.core.close()
  await service.stop()
})

const wrong = { ok: false, error: { code: 'submission.confirmation', field: 'rowsToSend' } }

describe('a list in production', { timeout: 60_000 }, () => {
  test('is sent only if the right number of rows is typed; with a wrong number nothing is sent or recorded', async () => {
    // The fourth row repeats the first, so it is not sent.
    const { listId, counts, environment } = await checkedList(
      house,
      listText(3) + 'L-1,First1,Last1,ACME401K,401K,Branch 1\r\n',
    )
    expect(environment?.kind).toBe('production')
    expect(counts).toMatchObject({ ready: 3, skipped: 1 })
    for (const rowsToSend of [1, 2, 4, 30]) {
      const refused = await house.call('list.start', {
        listId,
        options: plainOptions,
        rowsToSend,
      })
      expect([rowsToSend, refused]).toMatchObject([rowsToSend, wrong])
    }
    expect(service.executed.size).toBe(0)
    expect(rowsIn(dataDir, 'SELECT id FROM submissions')).toEqual([])
    expect(await viewOf(house, listId)).toMatchObject({ state: 'checked', startedAt: null })
    expect(house.core.busy()).toBeNull()

    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 3 })
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 3, skipped: 1 },
    })
    expect(Object.fromEntries(service.executed)).toEqual({ 'L-1': 1, 'L-2': 1, 'L-3': 1 })
  })

  test('continues only if the number of remaining rows is typed, not the original number', async () => {
    service.end('refuse')
    const { listId } = await checkedList(house, listText(6, ',', '\r\n', 11))
    const options = { ...plainOptions, concurrency: 1, stopAfterErrors: 2 }
    await house.must('list.start', { listId, options, rowsToSend: 6 })
    expect(await settledList(house, listId)).toMatchObject({
      state: 'paused',
      counts: { ready: 4, rejected: 2 },
    })
    service.end('accept')
    expect(await house.call('list.start', { listId, options, rowsToSend: 6 })).toMatchObject(wrong)
    expect((await viewOf(house, listId)).counts).toMatchObject({ ready: 4, rejected: 2 })
    await house.must('list.start', { listId, options, rowsToSend: 4 })
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 4, rejected: 2 },
    })
    expect(service.executed.get('L-11')).toBeUndefined()
  })
})
