import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawMasterKey } from '#electron/core/records/key-ring.ts'
import { exportLog } from '#electron/core/activity/activity.ts'
import { eachRow, pageOf } from '#electron/core/activity/activity-rows.ts'
import { type ActivityTable, openActivityTable } from '#electron/core/activity/activity-table.ts'
import { checkLog, type Findings } from '#electron/core/activity/check-log.ts'
import { type Database, inMemory, openDatabase } from '#electron/core/database/database.ts'
import { activityActions, type ActivityAction } from '#shared/activity/activity.ts'
import { ok, fail } from '#shared/result.ts'
import { valueOf } from '#test/support/results.ts'

/**
 * Tests that the check finds and locates every change to the table, and that pages contain every
 * record once.
 */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const me = { user: 'dana', machine: 'desk-7' }
const many = 12

const write = async (count: number) => {
  const database = valueOf(openDatabase(inMemory))
  const master = drawMasterKey()
  const table = valueOf(await openActivityTable({ database, master }, me))
  valueOf(await table.begin())
  for (let n = 1; n <= count; n += 1) {
    const entry = {
      at: new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString(),
      ...me,
      action: activityActions[n % 5] ?? 'open',
      environment: n % 2 === 0 ? 'training' : 'uat',
      subject: table.pseudonymOf(`P-${n}`),
      id: crypto.randomUUID(),
      outcome: 'done',
      change: '',
    } as const
    valueOf(table.append(entry))
  }
  return { database, table }
}

let database: Database
let table: ActivityTable
beforeAll(async () => {
  process.stderr.write(`seed ${seed} (GLIDEPATH_SEED)\n`)
  const written = await write(many)
  database = written.database
  table = written.table
})

/** Returns the result of `use` with `edits` applied to the table, then rolls the edits back. */
const after = <T>(edits: readonly string[], use: () => T): T => {
  let found: T | undefined
  database.transaction(() => {
    for (const sql of edits) valueOf(database.run(sql))
    found = use()
    return fail({ code: 'internal', message: 'undo' })
  })
  if (found === undefined) throw new Error('nothing was found')
  return found
}
const checked = (...edits: string[]): Findings =>
  after(edits, () => valueOf(checkLog(database, table.snapshot())))
const numbers = Array.from({ length: many }, (_, index) => index + 1)

test('the log as written is intact', () => {
  expect(checked()).toEqual({ records: many, problems: [], more: 0 })
})

describe('every row', () => {
  test.each([
    ["at = '2024-01-01T00:00:00.001Z'"],
    ['who = 1'],
    ["action = 'unlock'"],
    ["action = 'something'"],
    ["environment_id = 'acme'"],
    ["subject = ''"],
    ["id = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'"],
    ["outcome = 'failed'"],
    ["mac = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'"],
    ["mac = ''"],
  ])('changed to %s is found, and no other row is reported', (change) => {
    for (const n of numbers)
      expect(checked(`UPDATE activity SET ${change} WHERE n = ${n}`).problems).toMatchObject([
        { kind: 'edited', record: n },
      ])
  })

  test('removed from the log is noticed, and the check says where it was', () => {
    for (const n of numbers) {
      const { problems } = checked(`DELETE FROM activity WHERE n = ${n}`)
      expect(problems).toMatchObject(
        n === many ? [{ kind: 'cut', record: n }] : [{ kind: 'removed', record: n + 1 }],
      )
    }
  })

  test('swapped with another is found at both positions', () => {
    for (const one of numbers) {
      for (const two of numbers.slice(one)) {
        const { problems } = checked(
          `UPDATE activity SET n = -1 WHERE n = ${one}`,
          `UPDATE activity SET n = ${one} WHERE n = ${two}`,
          `UPDATE activity SET n = ${two} WHERE n = -1`,
        )
        expect(problems.map(({ record }) => record)).toEqual(expect.arrayContaining([one, two]))
      }
    }
  })
})

test('every removal of records from the end is found', () => {
  for (const n of numbers)
    expect(checked(`DELETE FROM activity WHERE n >= ${n}`).problems).toMatchObject([
      { kind: 'cut', record: n },
    ])
})

test('with a wrong key every record is reported, but only the first fifty are listed', async () => {
  const { database: long, table: other } = await write(100)
  const findings = valueOf(checkLog(long, { ...other.snapshot(), key: randomBytes(32) }))
  expect(findings.problems).toHaveLength(50)
  expect(findings.more).toBe(50)
})

test.each([',', ';', '\t'])(
  'no text in a log becomes a formula in an export with %j between cells',
  (delimiter) => {
    const formula = `${delimiter}=HYPERLINK(1)`
    const { text } = after(
      [
        `UPDATE activity SET environment_id = '=HYPERLINK(1)' WHERE n = 3`,
        `UPDATE activity SET mac = '${formula.padEnd(43, 'A')}' WHERE n = 4`,
      ],
      () => {
        const check = {
          ...valueOf(checkLog(database, table.snapshot())),
          ...({ state: 'tampered', at: '2026-11-22T00:00:00.000Z', head: formula } as const),
        }
        const { people } = table.snapshot()
        const each = (use: Parameters<typeof eachRow>[3]) =>
          eachRow(database, people, [1, many], use)
        return valueOf(exportLog({ each }, check, 'csv'))
      },
    )
    const cells: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
    })
    expect(cells.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    expect(cells.flat().some((cell) => cell.startsWith('# Check at'))).toBe(true)
    expect(text).toContain('# Record 3 was changed after it was written.')
  },
)

test(`any number of edits is found, and the first is located, seed ${seed}`, () => {
  const edit = fc.record({
    n: fc.integer({ min: 1, max: many }),
    kind: fc.constantFrom('change', 'remove', 'code'),
  })
  const sqlOf = ({ n, kind }: { readonly n: number; readonly kind: string }) =>
    kind === 'remove'
      ? `DELETE FROM activity WHERE n = ${n}`
      : `UPDATE activity SET ${kind === 'code' ? 'mac' : 'at'} = 'x' WHERE n = ${n}`
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      const first = Math.min(...edits.map(({ n }) => n))
      const [problem] = checked(...edits.map(sqlOf)).problems
      expect(problem?.record).toBeGreaterThanOrEqual(first)
      const left = numbers.filter(
        (n) => !edits.some((each) => each.n === n && each.kind === 'remove'),
      )
      expect(problem?.record).toBeLessThanOrEqual(left.find((n) => n >= first) ?? first)
    }),
    { seed, numRuns: 500 },
  )
})

test(`pages of any size give every record once, newest first, seed ${seed}`, async () => {
  const count = 2500
  const { database: long, table: other } = await write(count)
  const { people } = other.snapshot()
  const readAll = (limit: number, action?: ActivityAction): number[] => {
    const read: number[] = []
    let cursor: string | undefined
    do {
      const request = { limit, cursor, ...(action === undefined ? {} : { action }) }
      const page = valueOf(pageOf(long, people, request))
      read.push(...page.records.map(({ n }) => n))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    return read
  }
  const all = Array.from({ length: count }, (_, index) => count - index)
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 1000 }),
      fc.option(fc.constantFrom(...activityActions.slice(0, 5))),
      (limit, action) => {
        const wanted = all.filter((n) => action === null || activityActions[n % 5] === action)
        expect(readAll(limit, action ?? undefined)).toEqual(wanted)
      },
    ),
    { seed, numRuns: 12 },
  )
  const filtered = pageOf(long, people, { limit: 1000, environment: 'uat', day: '2024-01-02' })
  expect(valueOf(filtered).records).toHaveLength(12)
  const fromTheEnd = pageOf(long, people, { limit: 1, cursor: '../../etc/passwd|12' })
  expect(fromTheEnd).toEqual(ok(expect.objectContaining({ next: String(count) })))
})
