import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import {
  caseRecord,
  forecastRecord,
  forecastText,
  receiptRecord,
} from '#test/support/samples/saved-records.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { plain } from '#test/support/figures/plain.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

let house: ReturnType<typeof recordHouse>
const create = () => house.saved()
const sealedIds = () => house.rows('SELECT id FROM results ORDER BY id').map(({ id }) => id)

beforeEach(() => {
  house = recordHouse()
})

describe('with a keychain', () => {
  it('returns saved results unchanged after a restart', async () => {
    const record = forecastRecord('f-1')
    const item = valueOf(await create().save(record, forecastText))
    expect(plain(item.summary)).toBe('with retirement age 67')
    const later = create()
    expect(valueOf(await later.list())).toEqual([item])
    expect(valueOf(await later.open('f-1'))).toEqual(record)
    expect(valueOf(await later.verbatim('f-1'))).toBe(forecastText)
    expect(await later.state()).toEqual({ persistent: true, message: '' })
  })

  it('writes only ids, times, kinds and environments in clear, nothing about the person', async () => {
    const saved = create()
    await saved.save(forecastRecord('f-1'), forecastText)
    await saved.save(receiptRecord('r-1'), 'Zephyrine Quill U-1001')
    const key = [...house.secrets.values.values()][0]?.split('.')[2] ?? '?'
    const everything = everythingIn(house.dataDir)
    const words = ['Zephyrine', 'Quill', 'U-1001', 'u-1001', 'StrategyOutput', 'GP-2026', key]
    expect(['r-1', ...words].filter((word) => everything.includes(word))).toEqual(['r-1'])
    expect(readdirSync(house.dataDir).toSorted()).toEqual([
      'glidepath.db',
      'glidepath.db-shm',
      'glidepath.db-wal',
    ])
    expect(house.rows('SELECT id, kind, environment_id, saved_at FROM results')).toMatchObject([
      { id: 'f-1', kind: 'forecast', environment_id: forecastRecord('f-1').environment.id },
      { id: 'r-1', kind: 'receipt', saved_at: receiptRecord('r-1').savedAt },
    ])
  })

  it('keeps the receipts of a list, each of which can be opened, settled and removed separately', async () => {
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
    const later = create()
    expect(valueOf(await later.list()).map(({ id }) => id)).toEqual(['r-1', 'r-2', 'r-3', 'r-4'])
    expect(valueOf(await later.open('r-2'))).toEqual(row(2))
    expect(valueOf(await later.verbatim('r-2'))).toBe('answer 2')
    expect(codeOf(await later.update('r-2', () => ok(row(2, 'accepted'))))).toBe('ok')
    for (const reader of [saved, create()]) {
      expect(valueOf(await reader.open('r-2'))).toMatchObject({ outcome: 'accepted' })
      expect(valueOf(await reader.verbatim('r-2'))).toBe('answer 2')
    }
    expect(codeOf(await later.remove('r-2'))).toBe('ok')
    expect(codeOf(await later.remove('r-4'))).toBe('ok')
    // The receipt is in doubt, so somebody must still be able to settle it.
    for (const reader of [saved, create()])
      expect(codeOf(await reader.remove('r-1'))).toBe('submission.inDoubt')
    const last = create()
    expect(valueOf(await last.list()).map(({ id }) => id)).toEqual(['r-1', 'r-3'])
    expect(codeOf(await last.open('r-2'))).toBe('records.notFound')
    expect(codeOf(await last.remove('r-2'))).toBe('records.notFound')
  })

  it('keeps a receipt that cannot be opened, because it may be in doubt', async () => {
    await create().save(receiptRecord('r-1'), 'verbatim')
    house.secrets.setReachable(false)
    const saved = create()
    expect(codeOf(await saved.remove('r-1'))).toBe('records.keyUnreachable')
    expect(sealedIds()).toEqual(['r-1'])
    house.keyIsBack()
    expect(codeOf(await saved.remove('r-1'))).toBe('submission.inDoubt')
    expect(sealedIds()).toEqual(['r-1'])
  })

  it('loses no change to a receipt that is made during another change', async () => {
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

  it('never makes a new key if even one receipt exists', async () => {
    const saved = create()
    await saved.save(receiptRecord('r-1'), '')
    house.secrets.values.clear()
    const later = create()
    expect(codeOf(await later.open('r-1'))).toBe('records.keyLost')
    expect((await later.state()).persistent).toBe(false)
    expect(house.secrets.values.size).toBe(0)
  })

  it('lists newest first, replaces a receipt but keeps its verbatim answer, removes, and reports each change', async () => {
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

  it('counts rows that cannot be opened, opens the rest, and changes none', async () => {
    await create().save(caseRecord('good'), 'x')
    const copy = (id: string, change = '') =>
      `INSERT INTO results (id, kind, environment_id, saved_at, summary, revision, key_id, wrapped_key, body)
       SELECT '${id}', kind, environment_id, saved_at, summary, revision, key_id, wrapped_key, body
       FROM results WHERE id = 'good'; ${change}`
    house.run(
      `${copy('renamed')} ${copy('cut', "UPDATE results SET summary = x'00' WHERE id = 'cut';")}
       ${copy('foreign', "UPDATE results SET key_id = zeroblob(16) WHERE id = 'foreign';")}`,
    )
    const saved = create()
    expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['good'])
    expect((await saved.state()).message).toBe(
      '2 saved results damaged and left as found. 1 saved result locked with another key.',
    )
    expect(codeOf(await saved.open('cut'))).toBe('records.damaged')
    expect(codeOf(await saved.open('renamed'))).toBe('records.damaged')
    expect(codeOf(await saved.open('foreign'))).toBe('records.keyUnreachable')
    expect(sealedIds()).toEqual(['cut', 'foreign', 'good', 'renamed'])
  })

  it('counts each result on a damaged or swapped page, and never shows a result under another’s id', async () => {
    const first = create()
    const ids = Array.from({ length: 40 }, (_, index) => `c-${index}`)
    for (const id of ids) await first.save(caseRecord(id), `${id} ${randomUUID().repeat(60)}`)
    const records = new Map(ids.map((id) => [id, `${id} `]))
    house.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const whole = readFileSync(house.file)
    const pages = whole.length / 4096
    const pageOf = (page: number) => whole.subarray(page * 4096, (page + 1) * 4096)
    const harms: ((bytes: Buffer) => void)[] = []
    for (let page = 1; page < pages; page += 1) {
      harms.push((bytes) => void bytes.fill(0, page * 4096, (page + 1) * 4096))
      harms.push((bytes) => void (bytes[page * 4096 + 2048] = (bytes[page * 4096 + 2048] ?? 0) ^ 4))
      const other = 1 + ((page * 7) % (pages - 1))
      harms.push((bytes) => {
        pageOf(other).copy(bytes, page * 4096)
        pageOf(page).copy(bytes, other * 4096)
      })
    }
    for (let at = whole.indexOf('c-37'); at !== -1; at = whole.indexOf('c-37', at + 1)) {
      const last = at + 3
      harms.push((bytes) => void (bytes[last] = (bytes[last] ?? 0) ^ 64))
    }
    let damagedOnes = 0
    for (const harm of harms) {
      const bytes = Buffer.from(whole)
      harm(bytes)
      const place = recordHouse(undefined, house.secrets)
      writeFileSync(place.file, bytes)
      const store = place.store()
      const saved = createSavedRecords({ store, logger: place.logger })
      const listed = await saved.list()
      const { message } = await saved.state()
      const shown = listed.ok ? listed.value.map(({ id }) => id) : []
      const named = [...message.matchAll(/(\d+) saved results? /g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
      const isWholeDamaged = !listed.ok || message.includes('glidepath.db')
      if (!isWholeDamaged) expect(shown.length + named).toBeGreaterThanOrEqual(ids.length)
      damagedOnes += named
      for (const id of ids) {
        const text = await saved.verbatim(id)
        if (text.ok) expect(text.value.startsWith(records.get(id) ?? '?')).toBe(true)
        else if (shown.includes(id)) expect(text.error.code).toBe('records.damaged')
      }
      await store.close()
    }
    expect(damagedOnes).toBeGreaterThan(20)
  })

  it('finds every result after two pages of the index were swapped', async () => {
    const first = create()
    const ids = Array.from({ length: 250 }, (_, index) => `${index}-${randomUUID()}`)
    for (const id of ids) await first.save(caseRecord(id), id)
    house.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(house.file)
    const leafOfIndex = 10
    const leaves = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096).filter(
      (at) =>
        bytes[at] === leafOfIndex && ids.some((id) => bytes.subarray(at, at + 4096).includes(id)),
    )
    const [one = 0, other = 0] = leaves.slice(-2)
    expect(one).toBeLessThan(other)
    const page = Buffer.from(bytes.subarray(one, one + 4096))
    bytes.copy(bytes, one, other, other + 4096)
    page.copy(bytes, other)
    const place = recordHouse(undefined, house.secrets)
    writeFileSync(place.file, bytes)
    const saved = place.saved()
    expect(valueOf(await saved.list())).toHaveLength(250)
    for (const id of ids) expect(valueOf(await saved.verbatim(id))).toBe(id)
  })

  it('lists results from their summaries, and the second time without reading the database', async () => {
    const saved = create()
    await saved.save(forecastRecord('f-0'), forecastText)
    await saved.save(caseRecord('c-1'), '{}')
    house.run("UPDATE results SET body = x'00'")
    const later = create()
    expect(valueOf(await later.list())).toHaveLength(2)
    house.run('DELETE FROM results')
    expect(valueOf(await later.list())).toHaveLength(2)
  })
})

describe('when the key is unavailable', () => {
  it('keeps everything in memory and writes nothing without a keychain', async () => {
    house.secrets.control.state = {
      kind: 'memory',
      reason: 'unavailable',
      message: 'no secret service answers.',
    }
    const saved = create()
    valueOf(await saved.save(forecastRecord('f-1'), forecastText))
    expect(valueOf(await saved.list())).toHaveLength(1)
    expect(valueOf(await saved.verbatim('f-1'))).toBe(forecastText)
    valueOf(await saved.update('f-1', () => ok(caseRecord('f-1'))))
    expect(readdirSync(house.dataDir)).toEqual([])
    expect(await saved.state()).toMatchObject({ persistent: false })
    expect((await saved.state()).message).toContain(
      'because no secret service answers. Results are kept until Glidepath closes.',
    )
    valueOf(await saved.remove('f-1'))
    expect(valueOf(await saved.list())).toEqual([])
  })

  it.each([
    ['the keychain is locked', 'records.keyUnreachable', () => house.secrets.setReachable(false)],
    ['the key is gone', 'records.keyLost', () => house.secrets.values.clear()],
    [
      'the key is cut off',
      'records.keyLost',
      () => {
        for (const account of house.secrets.values.keys())
          house.secrets.values.set(account, 'v1.abc.def')
      },
    ],
    [
      'there is no keychain now',
      'records.keyUnreachable',
      () =>
        (house.secrets.control.state = {
          kind: 'memory',
          reason: 'locked',
          message: 'it is locked.',
        }),
    ],
  ])('never makes a new key when %s', async (_, code, change) => {
    await create().save(caseRecord('c-1'), 'x')
    const before = new Map(house.secrets.values)
    change()
    const after = new Map(house.secrets.values)
    const saved = create()
    valueOf(await saved.save(caseRecord('c-2'), 'y'))
    expect(codeOf(await saved.open('c-1'))).toBe(code)
    expect(codeOf(await saved.open('c-9'))).toBe('records.notFound')
    expect(valueOf(await saved.open('c-2')).id).toBe('c-2')
    expect(await saved.state()).toMatchObject({ persistent: false })
    expect(sealedIds()).toEqual(['c-1'])
    expect(house.secrets.values).toEqual(after)

    house.secrets.setReachable(true)
    house.secrets.control.state = { kind: 'system' }
    for (const [account, value] of before) house.secrets.values.set(account, value)
    house.clock.advance(31_000)
    expect(valueOf(await saved.open('c-1')).id).toBe('c-1')
    expect(await saved.state()).toEqual({ persistent: true, message: '' })
    expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['c-1', 'c-2'])
    expect(valueOf(await create().verbatim('c-2'))).toBe('y')
  })

  it('leaves the keys of other folders in the keychain, and does not use them', async () => {
    await create().save(caseRecord('c-1'), 'x')
    const other = createStatefulSecrets()
    await recordHouse(undefined, other).saved().save(caseRecord('c-2'), '')
    const saved = recordHouse(house.dataDir, other).saved()
    expect(valueOf(await saved.list())).toEqual([])
    expect(codeOf(await saved.open('c-1'))).toBe('records.keyLost')
    expect(other.values.size).toBe(1)
  })

  it('makes only one key for simultaneous callers', async () => {
    const saved = create()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => saved.save(caseRecord(`c-${index}`), '')),
    )
    expect(valueOf(await create().list())).toHaveLength(20)
  })

  it('says that the disk is full, and keeps the earlier receipt', async () => {
    const saved = create()
    await saved.save(receiptRecord('r-1'), 'v')
    house.failNextWrite()
    expect(codeOf(await saved.update('r-1', () => ok(receiptRecord('r-1', 'accepted'))))).toBe(
      'records.diskFull',
    )
    expect(valueOf(await saved.open('r-1'))).toMatchObject({ outcome: 'inDoubt' })
  })
})

describe('when the database cannot be used', () => {
  it.each([
    ['of a newer version', /newer version/, () => house.run('PRAGMA user_version = 99')],
    ['damaged', /glidepath\.db\) is damaged/, () => writeFileSync(house.file, 'x'.repeat(8192))],
  ])(
    'keeps results in memory, says that the database is %s, and does not change it',
    async (_, why, harm) => {
      const before = house.store()
      await createSavedRecords({ store: before, logger: house.logger }).save(caseRecord('c-1'), 'x')
      await before.close()
      harm()
      const bytes = readFileSync(house.file)
      const saved = create()
      valueOf(await saved.save(caseRecord('c-2'), 'y'))
      expect(valueOf(await saved.list()).map(({ id }) => id)).toEqual(['c-2'])
      expect(valueOf(await saved.verbatim('c-2'))).toBe('y')
      const { persistent, message } = await saved.state()
      expect(persistent).toBe(false)
      expect(message).toMatch(why)
      expect(message).toContain('Results are kept until Glidepath closes.')
      expect(await saved.knowsEarlier()).toBe(false)
      expect(readFileSync(house.file).equals(bytes)).toBe(true)
    },
  )
})
