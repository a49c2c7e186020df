import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChain, genesis, writeLine } from '#electron/core/activity/chain.ts'
import { readBack } from '#electron/core/activity/activity.ts'
import { activityActions, type ActivityAction } from '#shared/activity/activity.ts'
import { valueOf } from '#test/support/results.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Records over several years, in more than one chunk. */
const many = 2500
const disk = createMemoryFiles()
const chain = createChain(randomBytes(32))
const actions: ActivityAction[] = []
const segments = [2024, 2025, 2026].map((year, index) => {
  const lines: string[] = []
  for (let each = 1; each <= many; each += 1) {
    const n = index * many + each
    const action = activityActions[n % 5] ?? 'open'
    actions.push(action)
    const entry = {
      at: `${year}-01-01T00:00:00.000Z`,
      user: 'dana',
      machine: 'desk-7',
      action,
      environment: 'e',
      subject: '',
    }
    lines.push(
      `${writeLine(chain, genesis, n, { ...entry, id: crypto.randomUUID(), outcome: 'done' }).line}\n`,
    )
  }
  const name = `activity/activity-${year}.jsonl`
  const bytes = Buffer.from(lines.join(''))
  disk.contents.set(name, bytes)
  return { name, year, size: bytes.length }
})

const readAll = async (limit: number, action?: ActivityAction): Promise<number[]> => {
  const read: number[] = []
  let cursor: string | undefined
  do {
    const request = {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      ...(action === undefined ? {} : { action }),
    }
    const page = valueOf(await readBack(disk.files, segments, request))
    read.push(...page.records.map(({ n }) => n))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return read
}

test(
  `pages of any size give every record once, newest first, seed ${seed}`,
  { timeout: 60_000 },
  async () => {
    const numbers = Array.from({ length: 3 * many }, (_, index) => 3 * many - index)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 1000 }),
        fc.option(fc.constantFrom(...activityActions.slice(0, 5))),
        async (limit, action) => {
          const wanted =
            action === null ? numbers : numbers.filter((n) => actions[n - 1] === action)
          expect(await readAll(limit, action ?? undefined)).toEqual(wanted)
        },
      ),
      { seed, numRuns: 12 },
    )
  },
)

test('a cursor that means nothing reads from the end', async () => {
  const page = valueOf(
    await readBack(disk.files, segments, { limit: 1, cursor: '../../etc/passwd|12' }),
  )
  expect(page.records.map(({ n }) => n)).toEqual([3 * many])
})

test('a line that is longer than what is read at once is passed over', async () => {
  for (const length of [300_000, 256 * 1024 - 1, 600_000]) {
    const files = createMemoryFiles()
    const entry = {
      at: '2026-01-01T00:00:00.000Z',
      user: 'dana',
      machine: 'desk-7',
      action: 'open',
      environment: 'e',
      subject: '',
    } as const
    const lineOf = (n: number): string =>
      `${writeLine(chain, genesis, n, { ...entry, id: crypto.randomUUID(), outcome: 'done' }).line}\n`
    const bytes = Buffer.from(
      `${lineOf(1)}${'x'.repeat(length)}\n${lineOf(2)}${'y'.repeat(length)}\n`,
    )
    files.contents.set('activity/activity-2026.jsonl', bytes)
    const segment = { name: 'activity/activity-2026.jsonl', year: 2026, size: bytes.length }
    const page = valueOf(await readBack(files.files, [segment], { limit: 50 }))
    expect(page.records.map(({ n }) => n)).toEqual([2, 1])
  }
})
