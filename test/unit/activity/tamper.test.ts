import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { activityKeyAccount } from '#electron/core/activity/key.ts'
import { createChain, parseRecord } from '#electron/core/activity/chain.ts'
import { parse } from 'csv-parse/sync'
import { checkLog, type Findings } from '#electron/core/activity/check-log.ts'
import { exportLog } from '#electron/core/activity/activity.ts'
import { readHead } from '#electron/core/activity/head.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { valueOf } from '#test/support/results.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'

/** The check finds and locates every change of a small log. */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const name = 'activity/activity-2026.jsonl'
const headName = 'activity/activity-head.json'

let log: Buffer
let head: Buffer
let key: Buffer
let starts: readonly number[]

beforeAll(async () => {
  process.stderr.write(`seed ${seed} (GLIDEPATH_SEED)\n`)
  const house = createActivityHouse()
  const activity = await house.open()
  for (let index = 0; index < 6; index += 1) {
    activity.record({
      action: 'open',
      outcome: 'done',
      environmentId: 'training',
      participantId: `P-${index}`,
    })
  }
  await activity.close()
  log = Buffer.from(house.disk.contents.get(name) ?? [])
  head = Buffer.from(house.disk.contents.get(headName) ?? [])
  key = Buffer.from(house.secrets.items.get(activityKeyAccount)?.slice(3) ?? '', 'base64url')
  starts = [0, ...[...log.keys()].filter((at) => log[at] === 10).map((at) => at + 1)].slice(0, -1)
})

const checkBytes = async (
  bytes: Uint8Array,
  headBytes: Uint8Array | null = head,
): Promise<Findings> => {
  const disk = createMemoryFiles()
  disk.contents.set(name, bytes)
  if (headBytes) disk.contents.set(headName, headBytes)
  const chain = createChain(key)
  const segments = [{ name, year: 2026, size: bytes.length }]
  return valueOf(
    await checkLog(disk.files, chain, {
      segments,
      head: valueOf(await readHead(disk.files, chain)),
    }),
  )
}

const lineOf = (offset: number): number => starts.filter((start) => start <= offset).length
const lines = (): Buffer[] =>
  starts.map((start, index) => log.subarray(start, starts[index + 1] ?? log.length))

test('the log as written is intact', async () => {
  expect(starts.length).toBeGreaterThanOrEqual(7)
  expect(await checkBytes(log)).toMatchObject({ problems: [], notes: [], records: starts.length })
})

describe('every byte', { timeout: 60_000 }, () => {
  test('changed is found, in its line', async () => {
    for (let offset = 0; offset < log.length; offset += 1) {
      for (const flip of [1, 0x20, 0xff]) {
        const bent = Buffer.from(log)
        bent[offset] = (bent[offset] ?? 0) ^ flip
        const { problems } = await checkBytes(bent)
        expect(problems.length, `byte ${offset} ^ ${flip}`).toBeGreaterThan(0)
        expect(problems[0]?.line, `byte ${offset} ^ ${flip}: ${problems[0]?.message ?? ''}`).toBe(
          lineOf(offset),
        )
      }
    }
  })

  test('removed is found, in its line', async () => {
    for (let offset = 0; offset < log.length; offset += 1) {
      const { problems } = await checkBytes(
        Buffer.concat([log.subarray(0, offset), log.subarray(offset + 1)]),
      )
      expect(problems[0]?.line, `byte ${offset}: ${problems[0]?.message ?? ''}`).toBe(
        lineOf(offset),
      )
    }
  })

  test('put in between is found, in its line or the next', async () => {
    for (let offset = 0; offset < log.length; offset += 1) {
      const more = Buffer.from([offset % 3 === 0 ? 10 : 0x41])
      const { problems } = await checkBytes(
        Buffer.concat([log.subarray(0, offset), more, log.subarray(offset)]),
      )
      expect([lineOf(offset), lineOf(offset) + 1], `byte ${offset}`).toContain(problems[0]?.line)
    }
  })

  test('of the count kept apart, changed, is found', async () => {
    for (let offset = 0; offset < head.length; offset += 1) {
      const bent = Buffer.from(head)
      bent[offset] = (bent[offset] ?? 0) ^ 1
      expect((await checkBytes(log, bent)).problems).toMatchObject([{ kind: 'head' }])
    }
  })
})

describe('whole lines', { timeout: 60_000 }, () => {
  test('each one removed is found where it was', async () => {
    for (const [index] of lines().entries()) {
      const { problems } = await checkBytes(Buffer.concat(lines().toSpliced(index, 1)))
      const isLast = index === starts.length - 1
      expect(problems).toMatchObject([{ kind: isLast ? 'cut' : 'removed', line: index + 1 }])
    }
  })

  test('each neighbouring pair swapped is named', async () => {
    for (let index = 0; index + 1 < starts.length; index += 1) {
      const [one = log, two = log] = lines().slice(index, index + 2)
      const { problems } = await checkBytes(Buffer.concat(lines().toSpliced(index, 2, two, one)))
      expect(problems).toMatchObject([{ kind: 'swapped', line: index + 1 }])
    }
  })

  test('each pair further apart swapped is found at both places', async () => {
    for (let one = 0; one < starts.length; one += 1) {
      for (let two = one + 2; two < starts.length; two += 1) {
        const [a = log, b = log] = [lines()[one], lines()[two]]
        const { problems } = await checkBytes(Buffer.concat(lines().with(one, b).with(two, a)))
        expect(problems.map(({ line }) => line)).toEqual(expect.arrayContaining([one + 1, two + 1]))
      }
    }
  })

  test('each one doubled is found', async () => {
    for (const [index, line] of lines().entries()) {
      const { problems } = await checkBytes(Buffer.concat(lines().toSpliced(index, 0, line)))
      expect(problems[0]?.line).toBeGreaterThanOrEqual(index + 1)
      expect(problems[0]?.line).toBeLessThanOrEqual(index + 2)
    }
  })

  test('every cut tail is found', async () => {
    for (let length = 0; length < log.length; length += 1) {
      const { problems } = await checkBytes(log.subarray(0, length))
      expect(problems.length, `cut to ${length} bytes`).toBeGreaterThan(0)
      expect(problems[0]?.line).toBe(lineOf(length))
    }
  })
})

test('a log in which megabytes were written over is judged, and in no time that grows with their square', async () => {
  const [first, ...rest] = lines()
  const rubbish = Buffer.from('rubbish\n'.repeat(400_000))
  const { problems } = await checkBytes(Buffer.concat([first ?? Buffer.alloc(0), rubbish, ...rest]))
  expect(problems[0]).toMatchObject({ line: 2 })
}, 20_000)

test.each([',', ';', '\t'])(
  'no text in a log becomes a formula in an export with %j between cells',
  async (delimiter) => {
    const formula = `${delimiter}=HYPERLINK(1)`
    for (const mac of [formula.padEnd(43, 'A'), `A${formula}`.padEnd(43, 'A')]) {
      const record = { ...parseRecord(lines()[1]?.toString('utf8') ?? ''), user: formula }
      const put = [
        ['A'.repeat(43), starts.length + 1],
        [mac, starts.length + 2],
      ]
        .map(([code, n]) => `${JSON.stringify({ ...record, n }).slice(0, -1)},"mac":"${code}"}\n`)
        .join('')
      const bytes = Buffer.concat([log, Buffer.from(put)])
      const { last, problems, records } = await checkBytes(bytes)
      expect(problems.length).toBeGreaterThan(0)
      expect(last).toMatch(/^[\w-]*$/)
      const check = {
        state: 'tampered' as const,
        at: '2026-11-22T00:00:00.000Z',
        records,
        head: mac,
        problems: [...problems],
        more: 0,
        notes: [formula],
      }
      const disk = createMemoryFiles()
      disk.contents.set(name, bytes)
      const { text } = valueOf(
        await exportLog(disk.files, [{ name, year: 2026, size: bytes.length }], check, 'csv'),
      )
      const cells: string[][] = parse(text, {
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
      })
      expect(text).toContain('HYPERLINK(1)",desk-7')
      expect(cells.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
      expect(
        cells.flat().some((cell) => cell.startsWith('# Check at') && cell.includes('=HYPERLINK')),
      ).toBe(true)
    }
  },
)

test('the count gone is found; another key finds everything', async () => {
  expect((await checkBytes(log, null)).problems).toMatchObject([{ kind: 'head', line: 0 }])
  const right = key
  key = randomBytes(32)
  expect((await checkBytes(log)).problems.length).toBeGreaterThan(0)
  key = right
})

test(
  `any number of edits is found, the first one located, seed ${seed}`,
  { timeout: 60_000 },
  async () => {
    const edit = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('change', 'remove', 'insert'),
      byte: fc.integer({ min: 0, max: 255 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        let bent = Buffer.from(log)
        for (const { at, kind, byte } of edits) {
          const offset = at % bent.length
          const inserted = kind === 'remove' ? [] : [byte]
          bent = Buffer.concat([
            bent.subarray(0, offset),
            Buffer.from(inserted),
            bent.subarray(offset + (kind === 'insert' ? 0 : 1)),
          ])
        }
        if (bent.equals(log)) return
        const [problem] = (await checkBytes(bent)).problems
        const first =
          [...bent.keys()].find((at) => bent[at] !== log[at]) ?? Math.min(bent.length, log.length)
        expect(problem?.line).toBeGreaterThanOrEqual(lineOf(first) - 1)
        expect(problem?.line).toBeLessThanOrEqual(lineOf(first) + 1)
      }),
      { seed, numRuns: 1500 },
    )
  },
)
