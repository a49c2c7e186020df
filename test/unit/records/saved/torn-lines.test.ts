import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'

let dir: string
let secrets: ReturnType<typeof createStatefulSecrets>
const { logger } = createListeningLogger()
const create = () =>
  createSavedRecords({
    files: createFiles(dir),
    secrets: secrets.store,
    clock: createManualClock(),
    logger,
  })

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-torn-'))
  secrets = createStatefulSecrets()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('a receipt whose line is torn counts as unreadable until it is written again, and never after that', async () => {
  const listId = randomUUID()
  const ids = [randomUUID(), randomUUID()]
  const row = (number: number): Receipt => ({
    ...receiptRecord(ids[number - 1] ?? ''),
    list: { listId, row: number, attempt: 1 },
  })
  const [first = '', second = ''] = ids
  const pack = join(dir, 'library', `${listId}.rows`)
  await create().save(row(1), 'answer 1')
  await create().save(row(2), 'answer 2')
  const bytes = await readFile(pack)
  const beginsAt = bytes.lastIndexOf(10)
  for (const length of [bytes.length - 20, beginsAt + 30]) {
    await writeFile(pack, bytes.subarray(0, length))
    const cut = create()
    expect(await cut.readsAll()).toBe(false)
    expect(await cut.holdsAll([first])).toBe(true)
    expect(await cut.holdsAll(ids)).toBe(false)
    expect((await cut.state()).message).toBe('1 saved result damaged and left as found.')
    await cut.save(row(2), 'answer 2')
    for (const reader of [cut, create()]) {
      expect(await reader.readsAll()).toBe(true)
      expect(valueOf(await reader.open(second))).toEqual(row(2))
    }
    await rm(join(dir, 'library', `${second}.gpr`), { force: true })
  }
  await writeFile(pack, bytes.subarray(0, bytes.length - 20))
  const again = create()
  await again.save({ ...row(2), outcome: 'accepted' }, 'answer 2')
  expect(codeOf(await again.remove(second))).toBe('ok')
  expect(await create().readsAll()).toBe(true)
})
