import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createJournal, type JournalEntry } from '#electron/core/submission/journal/journal.ts'
import { createRowLedger } from '#electron/core/submission/journal/row-ledger.ts'
import { intendedEntry } from '#test/support/samples/journal-entries.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** What a long journal drops at the start, and what it never drops. */

const fileName = 'submissions.jsonl'
const before = '2026-11-21T00:00:00.000Z'
const longAgo = '2026-10-01T09:00:00.000Z'
const keptList = randomUUID()
const goneList = randomUUID()

const intended = (submissionId: string, listId: string | null = null): JournalEntry =>
  intendedEntry({
    submissionId,
    at: longAgo,
    ...(listId === null ? {} : { list: { listId, row: 1, attempt: 1 } }),
  })
const then = (
  submissionId: string,
  state: 'sending' | 'accepted' | 'inDoubt',
  at = longAgo,
): JournalEntry => ({ state, at, submissionId })
const whole = (id: string, listId: string | null = null): readonly JournalEntry[] => [
  intended(id, listId),
  then(id, 'sending'),
  then(id, 'accepted'),
]

const linesOf = (entries: readonly JournalEntry[]): string =>
  entries.map((entry) => `\n${JSON.stringify(entry)}`).join('')

/** More than the journal keeps unexamined: old submissions of a removed list. */
const past = linesOf(
  Array.from({ length: 9_000 }, (_, index) => whole(`past-${index}`, goneList)).flat(),
)

const needed: readonly JournalEntry[] = [
  intended('interrupted'),
  then('interrupted', 'sending'),
  intended('in hand'),
  intended('in doubt'),
  then('in doubt', 'sending'),
  then('in doubt', 'inDoubt'),
  intended('unkept'),
  then('unkept', 'sending'),
  { ...then('unkept', 'accepted'), state: 'accepted', unkept: true },
  ...whole('row', keptList),
  intended('yesterday'),
  then('yesterday', 'sending'),
  then('yesterday', 'accepted', before),
]

const diskWith = (text: string) => {
  const disk = createMemoryFiles()
  disk.contents.set(fileName, new TextEncoder().encode(text))
  return { disk, now: () => new TextDecoder().decode(disk.contents.get(fileName)) }
}
const isKept = (listId: string): boolean => listId === keptList

describe('a journal that has grown long', () => {
  test('keeps what is open, in doubt, without a receipt, recent, or a row of a list that is there, and nothing else', async () => {
    const [early, late] = [needed.slice(0, 5), needed.slice(5)]
    const fromNewer = '{"submissionId":"x","state":"queued"}'
    const { disk, now } = diskWith(
      `${linesOf(early)}${past}\n${fromNewer}${linesOf(late)}\n{"submissionId":"half`,
    )
    const journal = createJournal(disk.files)
    const open = unwrap(await journal.unresolved())
    unwrap(await journal.shorten(before, isKept))
    expect(now()).toBe(`${linesOf(early)}\n${fromNewer}${linesOf(late)}\n{"submissionId":"half`)
    expect(unwrap(await createJournal(disk.files).unresolved())).toEqual(open)
    const ledger = createRowLedger(createJournal(disk.files))
    unwrap(await ledger.load())
    expect(ledger.rowsOf(keptList).get(1)).toMatchObject({ outcome: 'accepted', begun: true })
    expect(ledger.rowsOf(goneList).size).toBe(0)
    expect(await journal.write(then('interrupted', 'accepted'))).toMatchObject({ ok: true })
    expect(unwrap(await journal.unresolved()).map(({ entry }) => entry.submissionId)).toEqual([
      'in hand',
      'unkept',
    ])
  })

  test('keeps what was begun and whose intent cannot be read, so that no row is begun again under its id', async () => {
    const [intent, ...rest] = whole('row', keptList)
    const spoiled = linesOf(intent ? [intent] : []).replace(
      '"state":"intended"',
      '"state":"intendee"',
    )
    const { disk, now } = diskWith(`${past}${spoiled}${linesOf(rest)}`)
    unwrap(await createJournal(disk.files).shorten(before, isKept))
    expect(now()).toBe(`${spoiled}${linesOf(rest)}`)
    const ledger = createRowLedger(createJournal(disk.files))
    unwrap(await ledger.load())
    expect(ledger.isTaken('row')).toBe(true)
  })

  test('is left as it is while it is short, while most of it is needed, and when the disk is full', async () => {
    const short = diskWith(linesOf(whole('one')))
    unwrap(await createJournal(short.disk.files).shorten(before, isKept))
    expect(short.now()).toBe(linesOf(whole('one')))

    const { disk, now } = diskWith(past)
    unwrap(await createJournal(disk.files).shorten(before, () => true))
    expect(now()).toBe(past)
    disk.failNextWrite()
    expect(await createJournal(disk.files).shorten(before, isKept)).toMatchObject({
      error: { code: 'records.diskFull' },
    })
    expect(now()).toBe(past)
  })
})

test('the digests of bodies that an older version wrote are taken out of a journal of any length, and nothing else is', async () => {
  const digest = 'd1'.repeat(32)
  const older = JSON.stringify({ ...intended('older'), bodySha256: digest })
  const rest = `${linesOf([then('older', 'sending'), ...whole('now')])}\n{"submissionId":"half`
  const { disk, now } = diskWith(`\n${older}${rest}`)
  unwrap(await createJournal(disk.files).shorten(before, isKept))
  expect(now()).toBe(`${linesOf([intended('older')])}${rest}`)
  expect(
    unwrap(await createJournal(disk.files).unresolved()).map(({ entry }) => entry.submissionId),
  ).toEqual(['older'])
})
