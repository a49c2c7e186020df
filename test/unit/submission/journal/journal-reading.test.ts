import { describe, expect, test } from 'vitest'
import { createJournal, type JournalEntry } from '#electron/core/submission/journal/journal.ts'
import { fail } from '#shared/result.ts'
import { intendedEntry } from '#test/support/samples/journal-entries.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** The journal with entries that are missing, damaged, unreadable or impossible to write. */

const at = '2026-10-01T09:00:00.000Z'
const before = '2026-11-21T00:00:00.000Z'
const intended = (submissionId: string): JournalEntry => intendedEntry({ submissionId, at })
const sending = (submissionId: string): JournalEntry => ({ state: 'sending', submissionId, at })
const accepted = (submissionId: string): JournalEntry => ({ state: 'accepted', submissionId, at })
const unkept = (submissionId: string): JournalEntry => ({
  state: 'accepted',
  submissionId,
  at,
  unkept: true,
})
const linesOf = (...entries: readonly JournalEntry[]): string =>
  entries.map((entry) => `\n${JSON.stringify(entry)}`).join('')

const journalOf = (text: string) => {
  const disk = createMemoryFiles()
  disk.contents.set('submissions.jsonl', new TextEncoder().encode(text))
  let replaced = 0
  const files = {
    ...disk.files,
    replace: async (name: string, bytes: Uint8Array) => {
      replaced += 1
      return disk.files.replace(name, bytes)
    },
  }
  return {
    disk,
    files,
    journal: createJournal(files),
    replaced: () => replaced,
    now: () => new TextDecoder().decode(disk.contents.get('submissions.jsonl')),
  }
}
const openIn = async (text: string) =>
  unwrap(await journalOf(text).journal.unresolved()).map(({ entry, state }) => [
    entry.submissionId,
    state,
  ])

describe('what is open', () => {
  test('is so in an environment of every kind', async () => {
    const kinds = ['training', 'uat', 'production'] as const
    const entries = kinds.map((environmentKind) =>
      intendedEntry({ submissionId: environmentKind, at, environmentKind }),
    )
    expect(await openIn(linesOf(...entries))).toEqual(kinds.map((kind) => [kind, 'intended']))
  })

  test('is nothing without a readable intent', async () => {
    expect(await openIn(linesOf(sending('a'), unkept('b'), accepted('c')))).toEqual([])
  })

  test('may have begun where an entry is damaged, unless its outcome is known', async () => {
    const damaged = '\n{"state":"sendinx","submissionId":"?"}'
    expect(
      await openIn(
        `${linesOf(intended('a'), intended('b'), sending('b'), unkept('b'))}${damaged}${linesOf(intended('c'))}`,
      ),
    ).toEqual([
      ['a', 'sending'],
      ['b', 'accepted'],
      ['c', 'intended'],
    ])
  })

  test('has each state by its own name on disk', async () => {
    const { journal, now } = journalOf('')
    const settled: JournalEntry = { state: 'settled', submissionId: 'a', at, wentThrough: true }
    for (const entry of [
      intended('a'),
      sending('a'),
      { ...accepted('a'), state: 'inDoubt' } as const,
      settled,
    ])
      unwrap(await journal.write(entry))
    expect(
      now()
        .split('\n')
        .slice(1)
        .map((line) => /"state":"(\w+)"/.exec(line)?.[1]),
    ).toEqual(['intended', 'sending', 'inDoubt', 'settled'])
    const read: JournalEntry[] = []
    unwrap(await createJournal(journalOf(now()).files).each((entry) => read.push(entry)))
    expect(read.map(({ state }) => state)).toEqual(['intended', 'sending', 'inDoubt', 'settled'])
  })
})

test('entries written in one turn, or during a write, go to disk together and in order', async () => {
  const { files } = journalOf('')
  const appends: { readonly text: string; readonly go: () => void }[] = []
  const journal = createJournal({
    ...files,
    append: async (name, bytes) => {
      await new Promise<void>((go) => {
        appends.push({ text: new TextDecoder().decode(bytes), go })
      })
      return files.append(name, bytes)
    },
  })
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const texts = (): readonly string[] => appends.map(({ text }) => text)
  const first = [journal.write(intended('a')), journal.write(intended('b'))]
  await turns()
  const later = [journal.write(sending('a')), journal.write(sending('b'))]
  await turns()
  expect(texts()).toEqual([linesOf(intended('a'), intended('b'))])
  appends[0]?.go()
  await Promise.all(first)
  await turns()
  expect(texts().slice(1)).toEqual([linesOf(sending('a'), sending('b'))])
  appends[1]?.go()
  await Promise.all(later)
  await turns()
  expect(appends).toHaveLength(2)
})

test('a listener hears only what is on disk, until it unsubscribes', async () => {
  const { journal, disk } = journalOf('')
  const told: string[] = []
  const stop = journal.onWritten(({ submissionId }) => told.push(submissionId))
  disk.failNextWrite()
  expect(await journal.write(intended('full'))).toMatchObject({
    error: { code: 'submission.journal' },
  })
  unwrap(await journal.write(intended('kept')))
  stop()
  unwrap(await journal.write(intended('late')))
  expect(told).toEqual(['kept'])
})

describe('a journal that is looked through at the start', () => {
  const long = (what: (id: string) => readonly JournalEntry[]): string =>
    linesOf(...Array.from({ length: 12_000 }, (_, index) => what(`past-${index}`)).flat())
  const over = (id: string) => [intended(id), sending(id), accepted(id)]

  test('is not written where nothing would be gained', async () => {
    const short = journalOf(linesOf(...over('one')))
    unwrap(await short.journal.shorten(before, () => false))
    expect(short.replaced()).toBe(0)
    // Less than half of it could go.
    const mixed = journalOf(
      `${long((id) => [intended(id), sending(id), { ...accepted(id), state: 'inDoubt' }])}${linesOf(...over('one'))}`,
    )
    unwrap(await mixed.journal.shorten(before, () => false))
    expect(mixed.replaced()).toBe(0)
  })

  test('keeps no submission for a list that it is no row of', async () => {
    const { journal, now } = journalOf(long(over))
    unwrap(await journal.shorten(before, () => true))
    expect(now()).toHaveLength(0)
  })

  test('is left alone, and the reason told, when it cannot be read to the end', async () => {
    const text = long(over)
    const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
    const reads = { all: 0 }
    const counting = journalOf(text)
    const read = (isBroken: (read: number) => boolean) => async (name: string) => {
      reads.all += 1
      return isBroken(reads.all) ? unread : counting.disk.files.read(name)
    }
    unwrap(
      await createJournal({ ...counting.files, read: read(() => false) }).shorten(
        '2026-01-01T00:00:00.000Z',
        () => false,
      ),
    )
    const all = reads.all
    expect(all).toBeGreaterThan(4)
    for (const broken of [1, 2, Math.ceil(all / 2) - 1, Math.ceil(all / 2) + 2, all - 1, all]) {
      reads.all = 0
      const { journal, replaced } = {
        ...counting,
        journal: createJournal({ ...counting.files, read: read((count) => count === broken) }),
      }
      expect(
        await journal.shorten('2026-01-01T00:00:00.000Z', () => false),
        `read ${broken} of ${all}`,
      ).toEqual(unread)
      expect(replaced()).toBe(0)
    }
  })

  test('is left alone at whichever read fails, a short one too', async () => {
    const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
    // This entry of an older version would cause a rewrite at any length.
    const text = '\n{"state":"queued","bodySha256":"d1"}'
    const broken = async (failing: number) => {
      const { files, disk, replaced } = journalOf(text)
      let reads = 0
      const journal = createJournal({
        ...files,
        read: async (name) => {
          reads += 1
          return reads === failing ? unread : disk.files.read(name)
        },
      })
      const shortened = await journal.shorten(before, () => false)
      return { shortened, reads, replaced: replaced() }
    }
    const { reads, replaced } = await broken(0)
    expect(replaced).toBe(1)
    expect(reads).toBeGreaterThan(3)
    for (let failing = 1; failing <= reads; failing += 1)
      expect(await broken(failing)).toEqual({ shortened: unread, reads: failing, replaced: 0 })
  })

  test('loses the digest of an older version even out of an entry that cannot be read', async () => {
    const { journal, now } = journalOf(
      '\n{"state":"queued","bodySha256": "d1d1d1"}\n{"bodySha256":"d1d1d1","submissionId":"ha',
    )
    unwrap(await journal.shorten(before, () => false))
    expect(now()).not.toContain('d1')
    expect(now()).toContain('"state":"queued"')
    expect(now()).toContain('{"bodySha256":"","submissionId":"ha')
  })
})
