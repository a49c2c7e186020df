import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { damaged } from '#electron/core/records/damaged.ts'
import type { RecordStore } from '#electron/core/records/record-store.ts'
import { createRecords } from '#electron/core/records/records.ts'
import type { RecordForm } from '#electron/core/records/sealed-table.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

/**
 * Tests sealed records of one kind: put, get, list, remove, and a key that is unavailable for a
 * while.
 */

let house: ReturnType<typeof recordHouse>
beforeEach(() => {
  house = recordHouse()
})

type Words = readonly string[]
const form: RecordForm<Words, null> = {
  table: 'lists',
  read: (_id, body) =>
    Array.isArray(body) && body.every((word): word is string => typeof word === 'string')
      ? ok(body)
      : damaged('no words'),
}
const open = (
  over: Partial<Pick<RecordForm<Words, null>, 'join' | 'table'>> = {},
  store: RecordStore = house.store(),
) => createRecords(store, { ...form, ...over })

describe('with a key', () => {
  test('a value is sealed, survives a restart, and can be removed', async () => {
    const records = open()
    expect(valueOf(await records.get('w-1'))).toBeNull()
    valueOf(await records.put('w-1', ['Zephyrine']))
    const later = open()
    expect(valueOf(await later.get('w-1'))).toEqual(['Zephyrine'])
    expect(valueOf(later.ids())).toEqual(new Set(['w-1']))
    expect(everythingIn(house.dataDir).includes('Zephyrine')).toBe(false)
    expect(valueOf(await later.remove('w-1'))).toBe(true)
    expect(valueOf(await later.remove('w-1'))).toBe(false)
    expect(valueOf(await later.get('w-1'))).toBeNull()
    expect(valueOf(open().ids())).toEqual(new Set())
  })

  test('a removed record leaves nothing in the files, not even its data key', async () => {
    const store = house.store()
    const records = open({}, store)
    for (let number = 0; number < 20; number += 1)
      valueOf(await records.put(`w-${number}`, [randomUUID().repeat(number * 40)]))
    valueOf(await records.put('w-7', ['replaced', randomUUID().repeat(50)]))
    const pieces = () =>
      house
        .rows("SELECT wrapped_key, body FROM lists WHERE id = 'w-7'")
        .flatMap((row) => Object.values(row))
        .flatMap((bytes) =>
          bytes instanceof Uint8Array
            ? [bytes.subarray(0, 60), bytes.subarray(-60)].map((part) =>
                Buffer.from(part).toString('latin1'),
              )
            : [],
        )
    const before = pieces()
    expect(before).toHaveLength(4)
    const still = (): string[] => {
      const everything = everythingIn(house.dataDir)
      return [...before, 'w-7'].filter((piece) => everything.includes(piece))
    }
    expect(still()).toHaveLength(5)
    expect(valueOf(await records.remove('w-7'))).toBe(true)
    expect(still()).toEqual([])
    expect(valueOf(await records.get('w-8'))).toHaveLength(1)
  })

  test('data that a removal could not wipe because of a reader is gone after the next start', async () => {
    const records = open()
    valueOf(await records.put('w-7', ['Zephyrine']))
    const reader = new DatabaseSync(house.file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM lists').get()
    expect(valueOf(await records.remove('w-7'))).toBe(true)
    expect(everythingIn(house.dataDir).includes('w-7')).toBe(true)
    reader.close()
    expect(valueOf(open().ids())).toEqual(new Set())
    expect(everythingIn(house.dataDir).includes('w-7')).toBe(false)
  })

  test('damaged records, and records of another row or table, are reported and left unchanged', async () => {
    valueOf(await open().put('w-1', ['one']))
    house.run(`
      INSERT INTO lists SELECT 'w-2', revision, key_id, wrapped_key, body FROM lists;
      INSERT INTO lists SELECT 'w-3', revision, key_id, wrapped_key, x'00' FROM lists WHERE id = 'w-1';
      INSERT INTO list_pieces SELECT * FROM lists WHERE id = 'w-1'`)
    const records = open()
    for (const id of ['w-2', 'w-3']) expect(codeOf(await records.get(id))).toBe('records.damaged')
    expect(codeOf(await open({ table: 'list_pieces' }).get('w-1'))).toBe('records.damaged')
    expect(valueOf(await records.get("w-1' OR 1 --"))).toBeNull()
    expect(valueOf(records.ids())).toEqual(new Set(['w-1', 'w-2', 'w-3']))
    expect(valueOf(await records.get('w-1'))).toEqual(['one'])
  })

  test('a refused change or removal changes nothing', async () => {
    const records = open()
    valueOf(await records.put('w-1', ['one']))
    const refused = fail({ code: 'input.invalid', message: 'no' })
    expect(codeOf(await records.change('w-1', () => refused))).toBe('input.invalid')
    expect(codeOf(await records.remove('w-1', () => refused))).toBe('input.invalid')
    expect(valueOf(await open().get('w-1'))).toEqual(['one'])
  })

  test('on a full disk a value stays as it was, or the new one is held until there is space', async () => {
    const records = open()
    valueOf(await records.put('w-1', ['old']))
    house.failNextWrite(2)
    expect(codeOf(await records.put('w-1', ['lost']))).toBe('records.diskFull')
    expect(valueOf(await records.get('w-1'))).toEqual(['old'])
    expect(codeOf(await records.put('w-1', ['held'], { hold: true }))).toBe('records.diskFull')
    expect(valueOf(await records.get('w-1'))).toEqual(['held'])
    expect(valueOf(await open().get('w-1'))).toEqual(['old'])
    valueOf(await records.settle())
    expect(records.held.size).toBe(0)
    expect(valueOf(await open().get('w-1'))).toEqual(['held'])
  })
})

describe('when the key was unavailable and comes back', () => {
  test('nothing is written and sealed values cannot be read in the meantime, but afterwards all values are there', async () => {
    valueOf(await open().put('w-1', ['sealed']))
    house.secrets.setReachable(false)
    const records = open()
    expect(codeOf(await records.get('w-1'))).toBe('records.keyUnreachable')
    expect(valueOf(await records.get('w-2'))).toBeNull()
    valueOf(await records.put('w-2', ['held']))
    expect(codeOf(await records.reach())).toBe('records.keyUnreachable')
    valueOf(await records.settle())
    expect(valueOf(records.ids())).toEqual(new Set(['w-1']))
    house.keyIsBack()
    valueOf(await records.reach())
    expect(records.held.size).toBe(0)
    for (const id of ['w-1', 'w-2'])
      expect(valueOf(await open().get(id))).toEqual([id === 'w-1' ? 'sealed' : 'held'])
  })

  test('a held value replaces the sealed one, or is joined with it', async () => {
    for (const [join, expected] of [
      [undefined, ['held']],
      [(sealed: Words, held: Words) => [...sealed, ...held], ['sealed', 'held']],
      [(sealed: Words) => sealed, ['sealed']],
    ] as const) {
      house = recordHouse()
      valueOf(await open().put('w-1', ['sealed']))
      house.secrets.setReachable(false)
      const records = open(join ? { join } : {})
      valueOf(await records.put('w-1', ['held']))
      house.keyIsBack()
      valueOf(await records.settle())
      expect(records.held.size).toBe(0)
      expect(valueOf(await open().get('w-1'))).toEqual(expected)
    }
  })

  test('held values of all kinds are written in one transaction, so a full disk leaves all of them in memory', async () => {
    house.secrets.setReachable(false)
    const store = house.store()
    const [records, pieces] = [open({}, store), open({ table: 'list_pieces' }, store)]
    for (const id of ['w-1', 'w-2']) valueOf(await records.put(id, [id]))
    valueOf(await pieces.put('p-1', ['piece']))
    expect(readdirSync(house.dataDir)).toEqual([])
    house.keyIsBack()
    house.failAfter(2)
    expect(codeOf(await store.settle())).toBe('records.diskFull')
    expect([records.held.size, pieces.held.size]).toEqual([2, 1])
    expect(valueOf(open().ids())).toEqual(new Set())
    expect(valueOf(await records.get('w-2'))).toEqual(['w-2'])
    valueOf(await records.put('w-2', ['newer']))
    valueOf(await store.settle())
    expect([records.held.size, pieces.held.size]).toEqual([0, 0])
    expect(valueOf(await open().get('w-2'))).toEqual(['newer'])
    expect(valueOf(await open({ table: 'list_pieces' }).get('p-1'))).toEqual(['piece'])
  })

  test('a held value whose sealed one cannot be read stays in memory, is reported, and does not stop the others', async () => {
    valueOf(await open().put('w-2', ['sealed']))
    house.run("UPDATE lists SET body = x'00'")
    house.secrets.setReachable(false)
    const records = open({ join: (sealed, held) => [...sealed, ...held] })
    for (const id of ['w-1', 'w-2', 'w-3']) valueOf(await records.put(id, [id]))
    house.keyIsBack()
    expect(codeOf(await records.settle())).toBe('records.damaged')
    expect([...records.held]).toEqual(['w-2'])
    expect(valueOf(await records.get('w-2'))).toEqual(['w-2'])
    expect(valueOf(await open().get('w-3'))).toEqual(['w-3'])
  })
})

const seed = Number(process.env['GLIDEPATH_SEED'] ?? randomInt(2 ** 31))
test(`nothing reported as stored is lost, whatever two windows do while key and disk come and go, seed ${seed} (GLIDEPATH_SEED)`, async () => {
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  }
  for (let round = 0; round < 20; round += 1) {
    house = recordHouse()
    house.secrets.setReachable(random(2) === 0)
    const records = open({
      join: (sealed, held) => [...sealed, ...held.filter((word) => !sealed.includes(word))],
    })
    /** Words that the program reported as stored. */
    const told = new Set<string>()
    const add = async (id: string): Promise<void> => {
      const word = randomUUID()
      const done = await records.change(id, (words) => ok([...(words ?? []), word]))
      if (done.ok) told.add(`${id} ${word}`)
    }
    const actions = Array.from({ length: 30 }, async () => {
      await turns(random(20))
      const id = `w-${random(3)}`
      if (random(5) === 0) house.failNextWrite(random(3))
      if (random(4) === 0) await records.settle()
      else if (random(8) === 0) house.keyIsBack()
      else await add(id)
    })
    await Promise.all(actions)
    house.failNextWrite(0)
    for (let tries = 0; tries < 50 && records.held.size > 0; tries += 1) {
      house.keyIsBack()
      await records.settle()
    }
    expect(records.held.size).toBe(0)
    const later = open()
    const kept = new Set<string>()
    for (const id of ['w-0', 'w-1', 'w-2'])
      for (const word of valueOf(await later.get(id)) ?? []) kept.add(`${id} ${word}`)
    expect([...told].filter((word) => !kept.has(word))).toEqual([])
  }
})
