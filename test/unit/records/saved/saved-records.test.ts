import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { keyNoteName, masterKeyAccount } from '#electron/core/records/key-ring.ts'
import type { Files } from '#electron/core/platform/ports.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import {
  caseRecord,
  forecastRecord,
  forecastText,
  receiptRecord,
} from '#test/support/samples/saved-records.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { plain } from '#test/support/figures/plain.ts'

let dir: string
let secrets: ReturnType<typeof createStatefulSecrets>
const clock = createManualClock()
const { logger } = createListeningLogger()
const create = () =>
  createSavedRecords({ files: createFiles(dir), secrets: secrets.store, clock, logger })
const sealedNames = async () => (await readdir(join(dir, 'library'))).toSorted()

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-library-'))
  secrets = createStatefulSecrets()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('with a keychain', () => {
  it('gives back after a restart what was saved, to the last bit', async () => {
    const record = forecastRecord('f-1')
    const item = valueOf(await create().save(record, forecastText))
    expect(plain(item.summary)).toBe('with retirement age 67')
    const later = create()
    expect(valueOf(await later.list())).toEqual([item])
    expect(valueOf(await later.open('f-1'))).toEqual(record)
    expect(valueOf(await later.verbatim('f-1'))).toBe(forecastText)
    expect(await later.state()).toEqual({ persistent: true, message: '' })
  })

  it('writes nothing of the person in clear, in contents or names', async () => {
    const saved = create()
    await saved.save(forecastRecord('f-1'), forecastText)
    await saved.save(receiptRecord('r-1'), 'Zephyrine Quill U-1001')
    for (const name of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue
      const bytes = await readFile(join(name.parentPath, name.name))
      for (const word of ['Zephyrine', 'Quill', 'U-1001', 'StrategyOutput']) {
        expect(bytes.includes(word)).toBe(false)
        expect(name.name).not.toContain(word)
      }
      const key = secrets.values.get(masterKeyAccount)?.split('.')[2] ?? '?'
      expect(bytes.includes(key)).toBe(false)
    }
  })

  it('keeps the receipts of a list in one file, each to be opened, settled and removed by itself', async () => {
    const listId = randomUUID()
    const row = (number: number, outcome: Receipt['outcome'] = 'inDoubt'): Receipt => ({
      ...receiptRecord(`r-${number}`, outcome),
      list: { listId, row: number, attempt: 1 },
    })
    const saved = create()
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        saved.save(row(number, number === 4 ? 'declined' : 'inDoubt'), `answer ${number}`),
      ),
    )
    expect(await sealedNames()).toEqual([`${listId}.rows`])
    const later = create()
    expect(valueOf(await later.list()).map(({ id }) => id)).toEqual(['r-1', 'r-2', 'r-3', 'r-4'])
    expect(valueOf(await later.open('r-2'))).toEqual(row(2))
    expect(valueOf(await later.verbatim('r-2'))).toBe('answer 2')
    expect(
      valueOf(await later.receiptsAbout({ participantId: 'u-1001', body: '', file: '' })),
    ).toHaveLength(4)
    // Once settled, its newer state is in a separate file and counts before the line in the pack.
    expect(codeOf(await later.update('r-2', () => ok(row(2, 'accepted'))))).toBe('ok')
    expect(await sealedNames()).toEqual([`${listId}.rows`, 'r-2.gpr'].toSorted())
    for (const reader of [saved, create()]) {
      expect(valueOf(await reader.open('r-2'))).toMatchObject({ outcome: 'accepted' })
      expect(valueOf(await reader.verbatim('r-2'))).toBe('answer 2')
    }
    expect(valueOf(await create().list()).find(({ id }) => id === 'r-2')).toMatchObject({
      outcome: 'accepted',
    })
    expect(codeOf(await saved.remove('r-2'))).toBe('ok')
    expect(codeOf(await saved.remove('r-4'))).toBe('ok')
    // It is in doubt, so somebody must still be able to settle it.
    for (const reader of [saved, create()])
      expect(codeOf(await reader.remove('r-1'))).toBe('submission.inDoubt')
    expect(await sealedNames()).toEqual([`${listId}.rows`])
    const last = create()
    expect(valueOf(await last.list()).map(({ id }) => id)).toEqual(['r-1', 'r-3'])
    expect(codeOf(await last.open('r-2'))).toBe('records.notFound')
    expect(codeOf(await last.remove('r-2'))).toBe('records.notFound')
  })

  it('says whether all of it can be read, without having been asked for anything else', async () => {
    await create().save(receiptRecord('r-1'), 'verbatim')
    expect(await create().readsAll()).toBe(true)
    await writeFile(join(dir, 'library', 'r-2.gpr'), 'not a record')
    expect(await create().readsAll()).toBe(false)
  })

  it('removes nothing that cannot be opened now: it may be in doubt', async () => {
    await create().save(receiptRecord('r-1'), 'verbatim')
    const unread = fail({
      code: 'internal',
      message: 'The data folder could not be used (EMFILE).',
    })
    let isShut = true
    const files = createFiles(dir)
    const read: Files['read'] = async (name) =>
      isShut && name.endsWith('.gpr') ? unread : files.read(name)
    const saved = createSavedRecords({
      files: { ...files, read },
      secrets: secrets.store,
      clock,
      logger,
    })
    expect(await saved.remove('r-1')).toEqual(unread)
    expect(await sealedNames()).toEqual(['r-1.gpr'])
    isShut = false
    expect(codeOf(await saved.remove('r-1'))).toBe('submission.inDoubt')
    expect(await sealedNames()).toEqual(['r-1.gpr'])
  })

  it('loses no change of a receipt that is made while another one is', async () => {
    const saved = create()
    await saved.save(receiptRecord('r-1'), 'verbatim')
    const add = (word: string) =>
      saved.update('r-1', (record) =>
        record.kind === 'receipt'
          ? ok({ ...record, explanation: `${record.explanation} ${word}` })
          : ok(record),
      )
    await Promise.all(['a', 'b', 'c', 'd'].map(add))
    expect(
      codeOf(await saved.update('r-1', () => fail({ code: 'input.invalid', message: 'no' }))),
    ).toBe('input.invalid')
    expect(valueOf(await create().open('r-1'))).toMatchObject({
      explanation: 'The connection was lost. a b c d',
    })
  })

  it('never makes a new key where only receipts of lists are there', async () => {
    const saved = create()
    await saved.save(
      { ...receiptRecord('r-1'), list: { listId: randomUUID(), row: 1, attempt: 1 } },
      '',
    )
    secrets.values.clear()
    const later = create()
    expect(codeOf(await later.open('r-1'))).toBe('records.keyUnreachable')
    expect((await later.state()).persistent).toBe(false)
    expect(secrets.values.size).toBe(0)
  })

  it('lists newest first, replaces a receipt and keeps its verbatim answer, removes, and says so', async () => {
    const saved = create()
    let changes = 0
    const stop = saved.onChange(() => (changes += 1))
    await saved.save(caseRecord('c-1', '2026-11-19T00:00:00.000Z'), '{"old":1}')
    await saved.save(receiptRecord('r-1'), 'verbatim')
    expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['r-1', 'c-1'])
    expect(codeOf(await saved.update('r-1', () => ok(receiptRecord('r-1', 'accepted'))))).toBe('ok')
    const later = create()
    expect(valueOf(await later.open('r-1'))).toMatchObject({ outcome: 'accepted' })
    expect(valueOf(await later.verbatim('r-1'))).toBe('verbatim')
    expect(codeOf(await saved.remove('c-1'))).toBe('ok')
    expect(codeOf(await saved.remove('c-1'))).toBe('records.notFound')
    expect(codeOf(await saved.update('c-1', ok))).toBe('records.notFound')
    expect(codeOf(await saved.open('../../etc/passwd'))).toBe('records.notFound')
    expect(changes).toBe(4)
    stop()
    await saved.save(caseRecord('c-2'), '')
    expect(changes).toBe(4)
  })

  it('counts damaged, foreign and newer files, opens the rest and leaves them all alone', async () => {
    await create().save(caseRecord('good'), 'x')
    const good = await readFile(join(dir, 'library/good.gpr'))
    await writeFile(join(dir, 'library/cut.gpr'), good.subarray(0, 100))
    await writeFile(join(dir, 'library/empty.gpr'), '')
    await writeFile(join(dir, 'library/foreign.gpr'), 'not ours')
    await writeFile(join(dir, 'library/renamed.gpr'), good)
    const newer = Buffer.from(good)
    newer[4] = 2
    await writeFile(join(dir, 'library/newer.gpr'), newer)
    await writeFile(join(dir, 'library/notes.txt'), 'mine')
    const names = await sealedNames()
    const saved = create()
    expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['good'])
    expect((await saved.state()).message).toBe(
      '4 saved results damaged and left as found. 1 saved result from a newer version of the program.',
    )
    expect(codeOf(await saved.open('cut'))).toBe('records.damaged')
    expect(codeOf(await saved.open('renamed'))).toBe('records.damaged')
    expect(codeOf(await saved.open('newer'))).toBe('records.newerVersion')
    expect(await sealedNames()).toEqual(names)
  })

  it('lists 1,000 records by the start of each file, and again without looking into one', async () => {
    const disk = createMemoryFiles()
    const saved = createSavedRecords({ files: disk.files, secrets: secrets.store, clock, logger })
    await saved.save(forecastRecord('f-0'), forecastText)
    for (let index = 1; index < 1000; index += 1) await saved.save(caseRecord(`c-${index}`), '{}')
    const reads = { whole: 0, starts: 0 }
    const files: Files = {
      ...disk.files,
      read: (name) => {
        if (name.startsWith('library/')) reads.whole += 1
        return disk.files.read(name)
      },
      readPart: (name, offset, length) => {
        reads.starts += 1
        return disk.files.readPart(name, offset, length)
      },
    }
    const later = createSavedRecords({ files, secrets: secrets.store, clock, logger })
    for (const _time of ['first', 'again']) {
      expect(valueOf(await later.list())).toHaveLength(1000)
      expect(reads).toEqual({ whole: 0, starts: 1000 })
    }
  })
})

describe('when the key is unavailable', () => {
  it('keeps everything in memory and writes nothing without a keychain', async () => {
    secrets.control.state = {
      kind: 'memory',
      reason: 'unavailable',
      message: 'no secret service answers.',
    }
    const saved = create()
    valueOf(await saved.save(forecastRecord('f-1'), forecastText))
    expect(valueOf(await saved.list())).toHaveLength(1)
    expect(valueOf(await saved.verbatim('f-1'))).toBe(forecastText)
    valueOf(await saved.update('f-1', () => ok(caseRecord('f-1'))))
    expect(await readdir(dir)).toEqual([])
    expect(await saved.state()).toMatchObject({ persistent: false })
    expect((await saved.state()).message).toContain(
      'because no secret service answers. Results are kept until Glidepath closes.',
    )
    valueOf(await saved.remove('f-1'))
    expect(valueOf(await saved.list())).toEqual([])
  })

  it.each([
    ['the keychain is locked', () => secrets.setReachable(false)],
    ['the key is gone', () => secrets.values.clear()],
    ['the key is cut off', () => secrets.values.set(masterKeyAccount, 'v1.abc.def')],
    [
      'there is no keychain now',
      () =>
        (secrets.control.state = { kind: 'memory', reason: 'locked', message: 'it is locked.' }),
    ],
  ])('never makes a new key when %s', async (_, change) => {
    await create().save(caseRecord('c-1'), 'x')
    const key = secrets.values.get(masterKeyAccount)
    change()
    const after = new Map(secrets.values)
    const saved = create()
    valueOf(await saved.save(caseRecord('c-2'), 'y'))
    expect(codeOf(await saved.open('c-1'))).toBe('records.keyUnreachable')
    expect(codeOf(await saved.open('c-9'))).toBe('records.notFound')
    expect(valueOf(await saved.open('c-2')).id).toBe('c-2')
    expect(await saved.state()).toMatchObject({ persistent: false })
    expect(await sealedNames()).toEqual(['c-1.gpr'])
    expect(secrets.values).toEqual(after)

    secrets.setReachable(true)
    secrets.control.state = { kind: 'system' }
    secrets.values.set(masterKeyAccount, key ?? '')
    clock.advance(31_000)
    expect(valueOf(await saved.open('c-1')).id).toBe('c-1')
    expect(await saved.state()).toEqual({ persistent: true, message: '' })
    expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['c-1', 'c-2'])
    expect(valueOf(await create().verbatim('c-2'))).toBe('y')
  })

  it('does not open files of another key', async () => {
    await create().save(caseRecord('c-1'), 'x')
    const other = createStatefulSecrets()
    const otherDir = await mkdtemp(join(tmpdir(), 'glidepath-other-'))
    await createSavedRecords({
      files: createFiles(otherDir),
      secrets: other.store,
      clock,
      logger,
    }).save(caseRecord('c-2'), '')
    await rm(otherDir, { recursive: true })
    const saved = createSavedRecords({
      files: createFiles(dir),
      secrets: other.store,
      clock,
      logger,
    })
    expect(valueOf(await saved.list())).toEqual([])
    expect((await saved.state()).message).toBe('1 saved result locked with another key.')
    expect(codeOf(await saved.open('c-1'))).toBe('records.keyUnreachable')
  })

  it('makes one key for callers at the same time, and notes which', async () => {
    const saved = create()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => saved.save(caseRecord(`c-${index}`), '')),
    )
    expect(valueOf(await create().list())).toHaveLength(20)
    const note: unknown = JSON.parse(await readFile(join(dir, keyNoteName), 'utf8'))
    expect(note).toMatchObject({
      store: 'keychain',
      keyId: secrets.values.get(masterKeyAccount)?.split('.')[1],
    })
  })

  it('says that the disk is full, and the receipt before is still there', async () => {
    const memory = createMemoryFiles()
    const saved = createSavedRecords({ files: memory.files, secrets: secrets.store, clock, logger })
    await saved.save(receiptRecord('r-1'), 'v')
    memory.failNextWrite()
    expect(codeOf(await saved.update('r-1', () => ok(receiptRecord('r-1', 'accepted'))))).toBe(
      'records.diskFull',
    )
    expect(valueOf(await saved.open('r-1'))).toMatchObject({ outcome: 'inDoubt' })
  })
})
