import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files.ts'
import { isRecordId } from '#electron/core/library/record-store.ts'
import { createRowPacks } from '#electron/core/library/row-packs.ts'
import type { Files } from '#electron/core/ports.ts'
import type { Result } from '#shared/result.ts'
import { createMemoryFiles } from '#test/support/memory-files.ts'

const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-packs-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const pack = randomUUID()
const file = (): string => join(dir, 'library', `${pack}.rows`)
const open = (files: Files = createFiles(dir)) => createRowPacks(files, isRecordId)
const records = (count: number) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    bytes: new Uint8Array(randomBytes(900)),
  }))

test('records come back to the last bit, at once and in a later run', async () => {
  const packs = open()
  const all = records(300)
  await Promise.all(all.map(async ({ id, bytes }) => must(await packs.append(pack, id, bytes))))
  for (const reader of [packs, open()]) {
    for (const { id, bytes } of all) expect(must(await reader.read(id))).toEqual(bytes)
    expect(must(await reader.ids()).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(must(await reader.read(randomUUID()))).toBeNull()
  }
})

test('records that come while others are written share an append, and are durable when their writer is told', async () => {
  const disk = createMemoryFiles()
  let appends = 0
  const packs = open({
    ...disk.files,
    append: async (name, bytes) => {
      appends += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return disk.files.append(name, bytes)
    },
  })
  const all = records(40)
  const kept = await Promise.all(
    all.map(async ({ id, bytes }) => {
      must(await packs.append(pack, id, bytes))
      return Buffer.from(disk.contents.get(`library/${pack}.rows`) ?? []).includes(id)
    }),
  )
  expect(kept).toEqual(all.map(() => true))
  expect(appends).toBeLessThanOrEqual(3)
})

test('a line that a power cut has left half-written hides neither those before nor those after it', async () => {
  const [first, torn, next] = records(3)
  if (!first || !torn || !next) throw new Error('three records')
  for (const cut of [1, 10, 40, 500, 1200]) {
    await rm(join(dir, 'library'), { recursive: true, force: true })
    const before = open()
    must(await before.append(pack, first.id, first.bytes))
    const { length } = await readFile(file())
    must(await before.append(pack, torn.id, torn.bytes))
    await truncate(file(), length + cut)
    const after = open()
    must(await after.append(pack, next.id, next.bytes))
    for (const reader of [after, open()]) {
      expect(must(await reader.ids()).toSorted()).toEqual([first.id, next.id].toSorted())
      expect(must(await reader.read(first.id))).toEqual(first.bytes)
      expect(must(await reader.read(torn.id))).toBeNull()
      expect(must(await reader.read(next.id))).toEqual(next.bytes)
    }
  }
})

test('what is removed leaves nothing behind, and the others stay where another program finds them', async () => {
  const all = records(5)
  const packs = open()
  for (const { id, bytes } of all) must(await packs.append(pack, id, bytes))
  const other = open()
  expect(must(await other.ids())).toHaveLength(5)
  const [gone, ...rest] = all
  if (!gone) throw new Error('five records')
  must(await packs.remove(gone.id))
  expect(
    (await readFile(file(), 'utf8')).includes(
      Buffer.from(gone.bytes).toString('base64').slice(0, 40),
    ),
  ).toBe(false)
  for (const reader of [packs, other, open()]) {
    expect(must(await reader.read(gone.id))).toBeNull()
    for (const { id, bytes } of rest) expect(must(await reader.read(id))).toEqual(bytes)
  }
  for (const { id } of rest) must(await packs.remove(id))
  await expect(readFile(file())).rejects.toThrow('ENOENT')
  expect(must(await other.ids())).toEqual([])
})

test('what another program appends is found, and a failed append is told and hides nothing', async () => {
  const disk = createMemoryFiles()
  const [mine, theirs, failed, last] = records(4)
  if (!mine || !theirs || !failed || !last) throw new Error('four records')
  const one = open(disk.files)
  const two = open(disk.files)
  must(await one.append(pack, mine.id, mine.bytes))
  must(await two.append(pack, theirs.id, theirs.bytes))
  expect(must(await one.ids()).toSorted()).toEqual([mine.id, theirs.id].toSorted())
  disk.failNextWrite()
  expect(await one.append(pack, failed.id, failed.bytes)).toMatchObject({
    ok: false,
    error: { code: 'library.diskFull' },
  })
  must(await one.append(pack, last.id, last.bytes))
  for (const { id, bytes } of [mine, theirs, last]) expect(must(await one.read(id))).toEqual(bytes)
  expect(must(await one.read(failed.id))).toBeNull()
})

test('lines that are none of ours are passed over', async () => {
  const [one] = records(1)
  if (!one) throw new Error('one record')
  const packs = open()
  must(await packs.append(pack, one.id, one.bytes))
  const whole = await readFile(file())
  await writeFile(
    file(),
    Buffer.concat([
      Buffer.from('\nnothing\n../../etc/passwd AAAA.\n .\n'),
      whole,
      Buffer.from('\n'),
    ]),
  )
  const later = open()
  expect(must(await later.ids())).toEqual([one.id])
  expect(must(await later.read(one.id))).toEqual(one.bytes)
})

test('readers that find a pack rewritten while it is read anew lose none of its records', async () => {
  const all = Array.from({ length: 6 }, () => ({
    id: randomUUID(),
    bytes: new Uint8Array(randomBytes(400_000)),
  }))
  const first = open()
  for (const { id, bytes } of all) must(await first.append(pack, id, bytes))
  const [gone, ...rest] = all
  if (!gone) throw new Error('six records')
  const real = createFiles(dir)
  let parts = 0
  /** The second reader learns that the record is elsewhere while the first one is having the pack read anew. */
  const slow: Files = {
    ...real,
    readPart: async (name, offset, length) => {
      const part = await (real.readPart?.(name, offset, length) ??
        Promise.reject(new Error('real files read parts')))
      parts += 1
      if (length < 1_000_000)
        await new Promise((resolve) => setTimeout(resolve, parts % 2 === 0 ? 30 : 1))
      else await new Promise((resolve) => setTimeout(resolve, 12))
      return part
    },
  }
  const packs = open(slow)
  expect(must(await packs.ids())).toHaveLength(6)
  must(await open().remove(gone.id))
  parts = 0
  const [one, two] = rest
  await Promise.all([packs.read(one?.id ?? ''), packs.read(two?.id ?? '')])
  expect(must(await packs.ids()).toSorted()).toEqual(rest.map(({ id }) => id).toSorted())
  for (const { id, bytes } of rest) expect(must(await packs.read(id))).toEqual(bytes)
})

test('whoever looks while a record is taken out sees all the others', async () => {
  const all = records(4)
  const real = createFiles(dir)
  const other = randomUUID()
  const slow: Files = {
    ...real,
    readPart: async (name, offset, length) => {
      if (name.includes(other)) await new Promise((resolve) => setTimeout(resolve, 30))
      return (
        real.readPart?.(name, offset, length) ?? Promise.reject(new Error('real files read parts'))
      )
    },
  }
  const packs = open(slow)
  for (const { id, bytes } of all) must(await packs.append(pack, id, bytes))
  const [elsewhere] = records(1)
  const [gone, ...rest] = all
  if (!gone || !elsewhere) throw new Error('records')
  must(await packs.append(other, elsewhere.id, elsewhere.bytes))
  const [seen] = await Promise.all([packs.ids(), packs.remove(gone.id)])
  expect(must(seen)).toEqual(expect.arrayContaining(rest.map(({ id }) => id)))
})

test('after a half-written line a new record is where it is said to be, and no other is made up', async () => {
  const [first, torn, next] = records(3)
  if (!first || !torn || !next) throw new Error('three records')
  const before = open()
  must(await before.append(pack, first.id, first.bytes))
  must(await before.append(pack, torn.id, torn.bytes))
  const { length } = await readFile(file())
  await truncate(file(), length - 8)
  const real = createFiles(dir)
  let reads = 0
  const after = open({
    ...real,
    readPart: (name, offset, many) => {
      reads += 1
      return (
        real.readPart?.(name, offset, many) ?? Promise.reject(new Error('real files read parts'))
      )
    },
  })
  must(await after.append(pack, next.id, next.bytes))
  reads = 0
  expect(must(await after.read(next.id))).toEqual(next.bytes)
  expect(reads).toBe(1)
  expect(must(await after.ids()).toSorted()).toEqual([first.id, next.id].toSorted())
})

test('two programs that append to one pack and take out of it find each other’s records', async () => {
  const [a, b, c, d, e] = records(5)
  if (!a || !b || !c || !d || !e) throw new Error('five records')
  const one = open()
  const two = open()
  must(await one.append(pack, a.id, a.bytes))
  must(await two.append(pack, b.id, b.bytes))
  // Where it stands the first program does not know: it has not looked since.
  must(await one.append(pack, c.id, c.bytes))
  expect(must(await one.ids()).toSorted()).toEqual([a, b, c].map(({ id }) => id).toSorted())
  must(await two.remove(a.id))
  must(await two.append(pack, d.id, d.bytes))
  must(await two.append(pack, e.id, e.bytes))
  expect(must(await one.ids()).toSorted()).toEqual([b, c, d, e].map(({ id }) => id).toSorted())
})

test('many at a look are the same as one after the other, and what is no longer there is left out', async () => {
  const others = randomUUID()
  const packs = open()
  const all = records(400)
  const large = { id: randomUUID(), bytes: new Uint8Array(randomBytes(300_000)) }
  const odd = all.filter((_, index) => index % 2 === 1)
  await Promise.all(
    [...all, large].map(async ({ id, bytes }, index) =>
      must(await packs.append(index % 3 === 0 ? others : pack, id, bytes)),
    ),
  )
  const wanted = [...all, large].toSorted((a, b) => a.id.localeCompare(b.id))
  const readAll = async (reader: typeof packs, ids: readonly string[]) => {
    const found = new Map<string, Uint8Array>()
    must(await reader.readMany([...ids, randomUUID()], (id, sealed) => void found.set(id, sealed)))
    return found
  }
  expect(
    await readAll(
      packs,
      wanted.map(({ id }) => id),
    ),
  ).toEqual(new Map(wanted.map(({ id, bytes }) => [id, bytes])))

  // Another program takes some out: the places of all behind them change.
  const other = open()
  for (const { id } of odd.slice(0, 20)) must(await other.remove(id))
  const found = await readAll(
    packs,
    wanted.map(({ id }) => id),
  )
  for (const [id, sealed] of found)
    expect(sealed).toEqual(wanted.find((each) => each.id === id)?.bytes)
  for (const { id } of odd.slice(0, 20)) expect(found.has(id)).toBe(false)
})
