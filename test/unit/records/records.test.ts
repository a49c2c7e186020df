import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import type { Files } from '#electron/core/platform/ports.ts'
import { createKeyRing } from '#electron/core/records/key-ring.ts'
import { damaged } from '#electron/core/records/record-file.ts'
import { createRecords } from '#electron/core/records/records.ts'
import type { RecordForm } from '#electron/core/records/sealed-records.ts'
import { fail, ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { codeOf, valueOf } from '#test/support/results.ts'

/** Sealed records of one kind: put, get, list, remove, and a key that was away and came back. */

let dir: string
let secrets: ReturnType<typeof createStatefulSecrets>
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-records-'))
  secrets = createStatefulSecrets()
  clock = createManualClock()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

type Words = readonly string[]
const form: RecordForm<Words, null> = {
  folder: 'sealed',
  isId: (id) => /^[a-z]+-\d+$/.test(id),
  read: (_id, body) =>
    Array.isArray(body) && body.every((word): word is string => typeof word === 'string')
      ? ok(body)
      : damaged('no words'),
}
const open = (
  files: Files = createFiles(dir),
  over: Partial<Pick<RecordForm<Words, null>, 'join'>> = {},
) => {
  const { logger } = createListeningLogger()
  const keyRing = createKeyRing({ files, secrets: secrets.store, clock, logger })
  return createRecords({ files, keyRing }, { ...form, ...over })
}
const keyIsBack = (): void => {
  secrets.setReachable(true)
  clock.advance(31_000)
}

describe('with a key', () => {
  test('keeps a value over a restart, sealed, and removes it', async () => {
    const records = open()
    expect(valueOf(await records.get('w-1'))).toBeNull()
    valueOf(await records.put('w-1', ['Zephyrine']))
    const later = open()
    expect(valueOf(await later.get('w-1'))).toEqual(['Zephyrine'])
    expect(valueOf(await later.ids())).toEqual(new Set(['w-1']))
    expect((await readFile(join(dir, 'sealed/w-1.gpr'))).includes('Zephyrine')).toBe(false)
    expect(valueOf(await later.remove('w-1'))).toBe(true)
    expect(valueOf(await later.remove('w-1'))).toBe(false)
    expect(valueOf(await later.get('w-1'))).toBeNull()
    expect(await readdir(join(dir, 'sealed'))).toEqual([])
  })

  test('says what is damaged, does not fit, is of another place or kind, and leaves all of it alone', async () => {
    const records = open()
    valueOf(await records.put('w-1', ['one']))
    const sealed = await readFile(join(dir, 'sealed/w-1.gpr'))
    await writeFile(join(dir, 'sealed/w-2.gpr'), sealed)
    await writeFile(join(dir, 'sealed/w-3.gpr'), 'junk')
    await writeFile(join(dir, 'sealed/other.gpr'), sealed)
    for (const id of ['w-2', 'w-3']) expect(codeOf(await records.get(id))).toBe('records.damaged')
    expect(valueOf(await records.get('other'))).toBeNull()
    expect(valueOf(await records.get('../w-1'))).toBeNull()
    expect(valueOf(await records.ids())).toEqual(new Set(['w-1', 'w-2', 'w-3']))
    expect(await readdir(join(dir, 'sealed'))).toHaveLength(4)
    await expect(records.put('../w-1', [])).rejects.toThrow('cannot name a file')
  })

  test('a change that is refused, and a removal that is not allowed, change nothing', async () => {
    const records = open()
    valueOf(await records.put('w-1', ['one']))
    const refused = fail({ code: 'input.invalid', message: 'no' })
    expect(codeOf(await records.change('w-1', () => refused))).toBe('input.invalid')
    expect(codeOf(await records.remove('w-1', () => refused))).toBe('input.invalid')
    expect(valueOf(await open().get('w-1'))).toEqual(['one'])
  })

  test('a value that the disk does not take stays unchanged, or is held until there is space', async () => {
    const memory = createMemoryFiles()
    const records = open(memory.files)
    valueOf(await records.put('w-1', ['old']))
    memory.failNextWrite(2)
    expect(codeOf(await records.put('w-1', ['lost']))).toBe('records.diskFull')
    expect(valueOf(await records.get('w-1'))).toEqual(['old'])
    expect(codeOf(await records.put('w-1', ['held'], { hold: true }))).toBe('records.diskFull')
    expect(valueOf(await records.get('w-1'))).toEqual(['held'])
    expect(valueOf(await open(memory.files).get('w-1'))).toEqual(['old'])
    valueOf(await records.settle())
    expect(records.held.size()).toBe(0)
    expect(valueOf(await open(memory.files).get('w-1'))).toEqual(['held'])
  })
})

describe('the key was away and comes back', () => {
  test('nothing is written meanwhile, what is sealed cannot be read, and both are there afterwards', async () => {
    valueOf(await open().put('w-1', ['sealed']))
    secrets.setReachable(false)
    const records = open()
    expect(codeOf(await records.get('w-1'))).toBe('records.keyUnreachable')
    expect(valueOf(await records.get('w-2'))).toBeNull()
    valueOf(await records.put('w-2', ['held']))
    expect(codeOf(await records.reach())).toBe('records.keyUnreachable')
    valueOf(await records.settle())
    expect(await readdir(join(dir, 'sealed'))).toEqual(['w-1.gpr'])
    keyIsBack()
    valueOf(await records.reach())
    expect(records.held.size()).toBe(0)
    for (const id of ['w-1', 'w-2'])
      expect(valueOf(await open().get(id))).toEqual([id === 'w-1' ? 'sealed' : 'held'])
  })

  test('a held value takes the place of the sealed one, or is joined with it', async () => {
    for (const [join, expected] of [
      [undefined, ['held']],
      [(sealed: Words, held: Words) => [...sealed, ...held], ['sealed', 'held']],
      [(sealed: Words) => sealed, ['sealed']],
    ] as const) {
      const memory = createMemoryFiles()
      secrets = createStatefulSecrets()
      valueOf(await open(memory.files).put('w-1', ['sealed']))
      secrets.setReachable(false)
      const records = open(memory.files, join ? { join } : {})
      valueOf(await records.put('w-1', ['held']))
      keyIsBack()
      valueOf(await records.settle())
      expect(records.held.size()).toBe(0)
      expect(valueOf(await open(memory.files).get('w-1'))).toEqual(expected)
    }
  })

  test('one that cannot be sealed yet stays held, is said, and does not stop the others', async () => {
    const memory = createMemoryFiles()
    secrets.setReachable(false)
    const isFull = { now: true }
    const full = fail({ code: 'records.diskFull', message: 'full' })
    const records = open({
      ...memory.files,
      replace: async (name, bytes) =>
        isFull.now && name.includes('w-2') ? full : memory.files.replace(name, bytes),
    })
    for (const id of ['w-1', 'w-2', 'w-3']) valueOf(await records.put(id, [id]))
    keyIsBack()
    expect(codeOf(await records.settle())).toBe('records.diskFull')
    expect(records.held.ids()).toEqual(['w-2'])
    expect(valueOf(await records.get('w-2'))).toEqual(['w-2'])
    valueOf(await records.put('w-2', ['newer']))
    isFull.now = false
    valueOf(await records.settle())
    expect(valueOf(await open(memory.files).get('w-2'))).toEqual(['newer'])
  })
})

const seed = Number(process.env['GLIDEPATH_SEED'] ?? randomInt(2 ** 31))
test(`whatever two windows do at once while key and disk come and go, nothing that was told is lost, seed ${seed} (GLIDEPATH_SEED)`, async () => {
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  }
  for (let round = 0; round < 40; round += 1) {
    const memory = createMemoryFiles()
    secrets = createStatefulSecrets()
    secrets.setReachable(random(2) === 0)
    const full = fail({ code: 'records.diskFull', message: 'full' })
    const slow = async <T>(work: () => Promise<T>): Promise<T> => {
      await turns(random(4))
      return work()
    }
    const files: Files = {
      ...memory.files,
      read: (name) => slow(() => memory.files.read(name)),
      replace: (name, bytes) =>
        slow(async () => (random(5) === 0 ? full : memory.files.replace(name, bytes))),
    }
    const records = open(files, {
      join: (sealed, held) => [...sealed, ...held.filter((word) => !sealed.includes(word))],
    })
    /** Words that the program reported as kept. */
    const told = new Set<string>()
    const add = async (id: string): Promise<void> => {
      const word = randomUUID()
      const done = await records.change(id, (words) => ok([...(words ?? []), word]))
      if (done.ok) told.add(`${id} ${word}`)
    }
    const actions = Array.from({ length: 30 }, async () => {
      await turns(random(20))
      const id = `w-${random(3)}`
      if (random(4) === 0) await records.settle()
      else if (random(8) === 0) keyIsBack()
      else await add(id)
    })
    await Promise.all(actions)
    for (let tries = 0; tries < 50 && records.held.size() > 0; tries += 1) {
      keyIsBack()
      await records.settle()
    }
    expect(records.held.size()).toBe(0)
    const later = open(memory.files)
    const kept = new Set<string>()
    for (const id of ['w-0', 'w-1', 'w-2'])
      for (const word of valueOf(await later.get(id)) ?? []) kept.add(`${id} ${word}`)
    expect([...told].filter((word) => !kept.has(word))).toEqual([])
  }
})
