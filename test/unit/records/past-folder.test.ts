import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createListStore } from '#electron/core/lists/list-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { createEndedCalls } from '#electron/core/desk/ended-calls.ts'
import { createRecents } from '#electron/core/participant/recents.ts'
import { createKeyRing, masterKeyAccount } from '#electron/core/records/key-ring.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { valueOf } from '#test/support/results.ts'

/**
 * A data folder of version 0.1, frozen byte by byte with its key: saved records in separate files and in the pack of a
 * list, the list with its file in two pieces, calls that ended in two runs of the program, recent files.
 */
const past = z
  .strictObject({ key: z.string(), files: z.record(z.string(), z.array(z.string())) })
  .parse(JSON.parse(readFileSync(new URL('past-folder.json', import.meta.url), 'utf8')))

const listId = '11111111-2222-4333-8444-555555555555'
const day = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'] as const

const openPast = () => {
  const memory = createMemoryFiles()
  for (const [name, lines] of Object.entries(past.files))
    memory.contents.set(name, Buffer.from(lines.join(''), 'base64'))
  const secrets = createStatefulSecrets()
  secrets.values.set(masterKeyAccount, past.key)
  const { logger, lines } = createListeningLogger()
  const clock = createManualClock()
  const { files } = memory
  const keyRing = createKeyRing({ files, secrets: secrets.store, clock, logger })
  return { memory, needs: { files, secrets: secrets.store, clock, logger, keyRing }, lines }
}

test('saved results open, those in the pack of a list and the one that was settled since too', async () => {
  const { needs, lines } = openPast()
  const savedRecords = createSavedRecords(needs)
  expect(valueOf(await savedRecords.list()).map(({ id, outcome }) => [id, outcome])).toEqual([
    ['r-1', 'accepted'],
    ['r-2', 'accepted'],
    ['r-3', 'accepted'],
    ['c-1', null],
  ])
  expect(valueOf(await savedRecords.open('r-2'))).toMatchObject({ list: { listId, row: 2 } })
  expect(valueOf(await savedRecords.verbatim('r-3'))).toBe('answer 3')
  expect(valueOf(await savedRecords.verbatim('c-1'))).toBe('{"as":"it came"}')
  expect(await savedRecords.state()).toEqual({ persistent: true, message: '' })
  expect(lines).toEqual([])
})

test('a list opens with its file, goes on and is removed whole', async () => {
  const { needs, memory } = openPast()
  const lists = createListStore(needs)
  const { lists: found, locked } = valueOf(await lists.all())
  expect(locked).toBe(0)
  expect(found).toMatchObject([{ listId, fileName: 'people.csv', rows: 2, pieces: 2 }])
  expect(Buffer.concat(valueOf(await lists.pieces(listId, 2))).toString()).toBe('Id\nU-1')
  const [list] = found
  if (list) valueOf(await lists.save({ ...list, state: 'done' }))
  expect(valueOf(await createListStore(needs).all()).lists).toMatchObject([{ state: 'done' }])
  valueOf(await lists.remove(listId, 2))
  expect([...memory.contents.keys()].filter((name) => name.includes('/list-'))).toEqual([])
})

test('calls of two runs are there, and further ones join them without touching those', async () => {
  const { needs, memory } = openPast()
  const calls = createEndedCalls(needs)
  const [first] = valueOf(await calls.between(...day))
  expect(valueOf(await calls.between(...day))).toHaveLength(4)
  const before = new Map(memory.contents)
  if (first) valueOf(await calls.add(first))
  if (first) valueOf(await calls.add(first))
  for (const [name, bytes] of before) expect(memory.contents.get(name)).toEqual(bytes)
  expect(memory.contents.size).toBe(before.size + 1)
  for (const reader of [calls, createEndedCalls(needs)])
    expect(valueOf(await reader.between(...day))).toHaveLength(6)
})

test('recent files are there with the copies that were kept of them', async () => {
  const recents = createRecents(openPast().needs)
  const [recent] = valueOf(await recents.list())
  expect(recent).toMatchObject({ fileName: 'a.xml', participantName: 'Ada Quill' })
  const found = valueOf(await recents.find(recent?.id ?? ''))
  expect(Buffer.from(found?.copy ?? []).toString()).toBe('<a/>')
})
