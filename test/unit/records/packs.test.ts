import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createPacks } from '#electron/core/records/packs.ts'
import type { Files } from '#electron/core/platform/ports.ts'
import { fail, type Result } from '#shared/result.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'

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
const open = (files: Files = createFiles(dir)) =>
  createPacks(files, 'library', (id) => /^[a-z0-9-]+$/.test(id))
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

test('lines without a whole record are told of, and go with the record that was written again', async () => {
  const [first, second, third] = records(3)
  if (!first || !second || !third) throw new Error('three records')
  const whole = open()
  for (const { id, bytes } of [first, second, third]) must(await whole.append(pack, id, bytes))
  expect(must(await whole.torn())).toEqual([])
  const bytes = await readFile(file())
  const { length } = bytes

  await truncate(file(), length - 100)
  expect(must(await open().torn())).toEqual([third.id])
  // Only a part of the id is left.
  await truncate(file(), bytes.lastIndexOf(10) + 9)
  const cut = open()
  expect(must(await cut.torn())).toEqual([third.id.slice(0, 8)])
  must(await cut.append(pack, third.id, third.bytes))
  must(await cut.remove(third.id))
  expect(must(await open().torn())).toEqual([])
  expect(must(await open().ids())).toEqual([first.id, second.id])

  // A damaged line feed makes one line of two.
  const merged = Buffer.from(bytes)
  merged[merged.lastIndexOf(10)] = 0x41
  await writeFile(file(), merged)
  expect(must(await open().torn())).toEqual([`A${third.id}`])

  const bridged = Buffer.from(bytes)
  bridged.fill(0, bridged.lastIndexOf(10) - 100, bridged.lastIndexOf(10) + 100)
  await writeFile(file(), bridged)
  expect(must(await open().torn())).toHaveLength(1)

  const zeroed = Buffer.from(bytes)
  zeroed.fill(0, zeroed.lastIndexOf(10) + 1, zeroed.lastIndexOf(10) + 60)
  await writeFile(file(), zeroed)
  expect(must(await open().torn())).toHaveLength(1)
})

test('a removed record leaves nothing behind, and the others are found at their new places', async () => {
  const all = records(5)
  const packs = open()
  for (const { id, bytes } of all) must(await packs.append(pack, id, bytes))
  const [gone, ...rest] = all
  if (!gone) throw new Error('five records')
  must(await packs.remove(gone.id))
  expect(
    (await readFile(file(), 'utf8')).includes(
      Buffer.from(gone.bytes).toString('base64').slice(0, 40),
    ),
  ).toBe(false)
  for (const reader of [packs, open()]) {
    expect(must(await reader.read(gone.id))).toBeNull()
    for (const { id, bytes } of rest) expect(must(await reader.read(id))).toEqual(bytes)
  }
  for (const { id } of rest) must(await packs.remove(id))
  await expect(readFile(file())).rejects.toThrow('ENOENT')
  for (const reader of [packs, open()]) expect(must(await reader.ids())).toEqual([])
})

test('a failed append is reported, and its partial line on a full disk hides nothing and is not completed', async () => {
  const disk = createMemoryFiles()
  const [first, whole, cut, last] = records(4)
  if (!first || !whole || !cut || !last) throw new Error('four records')
  let takes: number | null = null
  const packs = open({
    ...disk.files,
    append: async (name, bytes) => {
      if (takes === null) return disk.files.append(name, bytes)
      await disk.files.append(name, bytes.subarray(0, takes))
      return fail({ code: 'records.diskFull', message: 'full' })
    },
  })
  must(await packs.append(pack, first.id, first.bytes))
  takes = 1500
  const failed = await Promise.all(
    [whole, cut].map(({ id, bytes }) => packs.append(pack, id, bytes)),
  )
  expect(failed.map(({ ok }) => ok)).toEqual([false, false])
  takes = null
  must(await packs.append(pack, last.id, last.bytes))
  // Whole lines on the disk are found, now and at the next start.
  for (const reader of [packs, open(disk.files)]) {
    expect(must(await reader.ids()).toSorted()).toEqual([first.id, whole.id, last.id].toSorted())
    for (const { id, bytes } of [first, whole, last])
      expect(must(await reader.read(id))).toEqual(bytes)
    expect(must(await reader.read(cut.id))).toBeNull()
  }
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

test('a pack that cannot be read is an error and no reason to take its records for gone', async () => {
  const [one] = records(1)
  if (!one) throw new Error('one record')
  must(await open().append(pack, one.id, one.bytes))
  const real = createFiles(dir)
  const unread = fail({ code: 'internal', message: 'EIO' })
  let isShut = true
  const packs = open({
    ...real,
    readPart: async (name, offset, length) =>
      isShut ? unread : await real.readPart(name, offset, length),
  })
  expect(await packs.ids()).toEqual(unread)
  expect(await packs.read(one.id)).toEqual(unread)
  isShut = false
  expect(must(await packs.read(one.id))).toEqual(one.bytes)
})

const seed = Number(process.env['GLIDEPATH_SEED'] ?? randomInt(2 ** 31))
test(`whoever reads while others append and take out gets the record or is told it is gone, seed ${seed} (GLIDEPATH_SEED)`, async () => {
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const real = createFiles(dir)
  const slowly = async (): Promise<void> => {
    for (let turn = random(5); turn > 0; turn -= 1) await new Promise(setImmediate)
  }
  const packs = open({
    ...real,
    readPart: async (name, offset, length) => {
      await slowly()
      const part = await real.readPart(name, offset, length)
      await slowly()
      return part
    },
  })
  const names = [pack, randomUUID()]
  const there = new Map<string, Uint8Array>()
  for (let round = 0; round < 12; round += 1) {
    const before = [...there]
    const gone = new Set(before.filter(() => random(4) === 0).map(([id]) => id))
    const fresh = records(15)
    await Promise.all([
      ...fresh.map(async ({ id, bytes }) =>
        must(await packs.append(names[random(2)] ?? pack, id, bytes)),
      ),
      ...[...gone].map(async (id) => must(await packs.remove(id))),
      ...before.map(async ([id, bytes]) => {
        await slowly()
        const read = must(await packs.read(id))
        if (gone.has(id)) expect(read === null || Buffer.from(bytes).equals(read)).toBe(true)
        else expect(read).toEqual(bytes)
      }),
    ])
    for (const { id, bytes } of fresh) there.set(id, bytes)
    for (const id of gone) there.delete(id)
  }
  for (const reader of [packs, open()]) {
    expect(must(await reader.ids()).toSorted()).toEqual([...there.keys()].toSorted())
    for (const [id, bytes] of there) expect(must(await reader.read(id))).toEqual(bytes)
  }
})

test('a reader during a removal sees all other records', async () => {
  const all = records(4)
  const real = createFiles(dir)
  const other = randomUUID()
  const slow: Files = {
    ...real,
    readPart: async (name, offset, length) => {
      if (name.includes(other)) await new Promise((resolve) => setTimeout(resolve, 30))
      return real.readPart(name, offset, length)
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
      return real.readPart(name, offset, many)
    },
  })
  must(await after.append(pack, next.id, next.bytes))
  reads = 0
  expect(must(await after.read(next.id))).toEqual(next.bytes)
  expect(reads).toBe(1)
  expect(must(await after.ids()).toSorted()).toEqual([first.id, next.id].toSorted())
})

test('reading many at once equals reading one by one, and missing records are left out', async () => {
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

  // The places of all later records change.
  for (const { id } of odd.slice(0, 20)) must(await packs.remove(id))
  const found = await readAll(
    packs,
    wanted.map(({ id }) => id),
  )
  for (const [id, sealed] of found)
    expect(sealed).toEqual(wanted.find((each) => each.id === id)?.bytes)
  for (const { id } of odd.slice(0, 20)) expect(found.has(id)).toBe(false)
})
