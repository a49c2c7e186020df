import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSubmissionTable } from '#electron/core/submission/table/submission-table.ts'
import { rowSubmissionId } from '#electron/core/submission/table/row-record.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { someTraits, writeSubmission } from '#test/support/samples/submission-rows.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'
import { createDisk, tableOn } from '#test/support/worlds/submissions-house.ts'

const listId = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'
const place = (row: number, attempt = 1) => ({ listId, row, attempt })
const idOf = (row: number, attempt = 1): string => rowSubmissionId(place(row, attempt))

describe('a row of a list', () => {
  test('has the same state when followed live as when read from disk', async () => {
    const disk = createDisk()
    const { table } = tableOn(disk)
    const followed = valueOf(table.rowsOf(listId))
    const told: number[] = []
    table.onRow((_list, row) => told.push(row))
    const begin = (row: number, states: Parameters<typeof writeSubmission>[2], attempt = 1) =>
      writeSubmission(
        table,
        { submissionId: idOf(row, attempt), list: place(row, attempt) },
        states,
      )
    await begin(1, ['sending', 'accepted'])
    await begin(2, ['sending'])
    await begin(3, [])
    await begin(4, ['notSent'])
    await begin(5, ['sending', 'declined'])
    await begin(5, ['sending', 'accepted'], 2)
    valueOf(table.write(table.moved(idOf(2), 'notSent', { settled: true })))
    // A late outcome of an earlier attempt changes nothing.
    valueOf(table.write(table.moved(idOf(5), 'rejected')))
    const read = valueOf(tableOn(disk).table.rowsOf(listId))
    const brief = (rows: typeof read) =>
      [...rows].map(([row, { begun, outcome, attempt, settled }]) => [
        ...[row, begun, outcome, attempt, settled],
      ])
    expect(brief(read).toSorted()).toEqual([
      [1, true, 'accepted', 1, false],
      [2, true, 'notSent', 1, true],
      [3, false, null, 1, false],
      [4, false, 'notSent', 1, false],
      [5, true, 'accepted', 2, false],
    ])
    expect(brief(followed).toSorted()).toEqual(brief(read).toSorted())
    expect(new Set(told)).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(valueOf(table.rowsOf(randomUUID())).size).toBe(0)
  })

  test('has an id computed from list, row and attempt, the same in every version of the program', () => {
    // A list continues after an update; if the ids changed, its rows would be sent again.
    expect(idOf(7)).toBe('8573b031-be40-8406-8080-a14a2cdde6b2')
    expect(idOf(7, 2)).toBe('db8bc79c-22b3-89af-89a8-690087fd9a0a')
    const ids = new Set(
      Array.from({ length: 2000 }, (_, index) => idOf((index % 1000) + 1, index < 1000 ? 1 : 2)),
    )
    expect(ids.size).toBe(2000)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('can begin only once under its id', async () => {
    const { table } = tableOn(createDisk())
    await writeSubmission(table, { submissionId: idOf(1), list: place(1) }, ['sending'])
    await expect(
      writeSubmission(table, { submissionId: idOf(1), list: place(1) }, []),
    ).rejects.toThrow('internal')
  })
})

describe('with the real records', () => {
  const open = (house: ReturnType<typeof recordHouse>) => {
    const store = house.store()
    return {
      table: createSubmissionTable(store),
      savedRecords: createSavedRecords({ store, logger: house.logger }),
      settle: store.settle,
    }
  }
  const entry = {
    ...{ submissionId: 's-1', receiptId: 'r-1', receiptNumber: 'GP-1', list: null },
    ...{ sentAt: '2026-11-19T10:00:00.000Z', countsFrom: '2026-11-19T10:00:00.000Z' },
  }
  const intend = async ({ table, savedRecords }: ReturnType<typeof open>) =>
    savedRecords.save(receiptRecord('r-1'), '', { along: await table.intended(entry, someTraits) })
  const stateOn = (house: ReturnType<typeof recordHouse>) =>
    house.rows(
      'SELECT state, unkept, results.id AS receipt FROM submissions LEFT JOIN results ON results.id = receipt_id',
    )

  test('a submission and its receipt are written together or not at all', async () => {
    const house = recordHouse()
    const made = open(house)
    valueOf(await made.savedRecords.save(receiptRecord('other'), ''))
    for (const writesBefore of [0, 2, 4]) {
      house.failAfter(writesBefore)
      expect(codeOf(await intend(made))).toBe('records.diskFull')
      expect([stateOn(house), codeOf(await made.savedRecords.open('r-1'))]).toEqual([
        [],
        'records.notFound',
      ])
    }
    valueOf(await intend(made))
    expect(stateOn(house)).toEqual([{ state: 'intended', unkept: 0, receipt: 'r-1' }])
  })

  test('an outcome that could not be written is written later, together with its receipt', async () => {
    const house = recordHouse()
    const made = open(house)
    valueOf(await intend(made))
    house.failNextWrite()
    const answered = receiptRecord('r-1', 'accepted')
    const along = made.table.moved('s-1', 'accepted')
    expect(codeOf(await made.savedRecords.save(answered, 'it', { hold: true, along }))).toBe(
      'records.diskFull',
    )
    expect(stateOn(house)).toMatchObject([{ state: 'intended' }])
    valueOf(await made.savedRecords.list())
    expect(stateOn(house)).toMatchObject([{ state: 'accepted', receipt: 'r-1' }])
    expect(valueOf(await open(house).savedRecords.open('r-1'))).toMatchObject({
      outcome: 'accepted',
    })
  })

  test('removing a receipt leaves its submission, which is still recognized', async () => {
    const house = recordHouse()
    const made = open(house)
    valueOf(await intend(made))
    const along = made.table.moved('s-1', 'accepted')
    valueOf(await made.savedRecords.save(receiptRecord('r-1', 'accepted'), '', { along }))
    valueOf(await made.savedRecords.remove('r-1'))
    expect(stateOn(house)).toEqual([{ state: 'accepted', unkept: 0, receipt: null }])
    expect(valueOf(await open(house).table.alike(someTraits))).toMatchObject([
      { row: { submissionId: 's-1', state: 'accepted' }, same: 'request' },
    ])
  })

  test('a submission sent without the keychain is recognized once the keychain is back, and in the next run, even without its receipt', async () => {
    for (const isRemoved of [false, true]) {
      const house = recordHouse()
      house.secrets.setReachable(false)
      const made = open(house)
      valueOf(await intend(made))
      const along = made.table.moved('s-1', 'accepted')
      valueOf(await made.savedRecords.save(receiptRecord('r-1', 'accepted'), '', { along }))
      if (isRemoved) valueOf(await made.savedRecords.remove('r-1'))
      const alike = [{ row: { submissionId: 's-1' }, same: 'request' }]
      expect(valueOf(await made.table.alike(someTraits))).toMatchObject(alike)
      house.keyIsBack()
      expect(valueOf(await made.table.alike(someTraits))).toMatchObject(alike)
      const next = open(house)
      expect(valueOf(await next.table.alike(someTraits))).toMatchObject(alike)
      expect(
        valueOf(await next.table.alike({ ...someTraits, people: ['p-2'], body: 'b' })),
      ).toEqual([])
      expect(stateOn(house)).toMatchObject([{ receipt: isRemoved ? null : 'r-1' }])
    }
  })

  test('a submission from a run that never had the keychain may match any of the same operation and kind of environment', async () => {
    const house = recordHouse()
    house.secrets.setReachable(false)
    const made = open(house)
    valueOf(await intend(made))
    valueOf(made.table.write(made.table.moved('s-1', 'inDoubt')))
    house.keyIsBack()
    const { table } = open(house)
    const other = { ...someTraits, people: ['p-2'], body: 'b', environmentId: 'other' }
    expect(valueOf(await table.alike(other))).toMatchObject([
      { row: { submissionId: 's-1', state: 'inDoubt' }, same: null },
    ])
    expect(valueOf(await table.alike({ ...other, operation: 'enroll' }))).toEqual([])
    expect(valueOf(await table.alike({ ...other, environmentKind: 'production' }))).toEqual([])
  })

  test('the table names nobody, and a receipt settled without the key counts as unfinished until the key is back', async () => {
    const house = recordHouse()
    const made = open(house)
    valueOf(await intend(made))
    expect(JSON.stringify(house.rows('SELECT * FROM submission_traits'))).not.toMatch(
      /p-100|one|acme|a body/i,
    )
    house.secrets.setReachable(false)
    const locked = open(house)
    const settled = { settled: true, isKept: false }
    const along = locked.table.moved('s-1', 'accepted', settled)
    valueOf(await locked.savedRecords.save(receiptRecord('r-1', 'accepted'), '', { along }))
    expect(valueOf(locked.table.unfinished())).toMatchObject([{ submissionId: 's-1' }])
    house.keyIsBack()
    valueOf(await locked.settle())
    expect(valueOf(locked.table.unfinished())).toEqual([])
  })
})
