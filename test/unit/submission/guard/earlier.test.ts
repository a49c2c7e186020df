import { describe, expect, test } from 'vitest'
import { findEarlier, type Guard } from '#electron/core/submission/guard/earlier.ts'
import type { Traits } from '#electron/core/submission/table/likeness.ts'
import type { AppError } from '#shared/errors.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import { forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'
import { someTraits, writeSubmission } from '#test/support/samples/submission-rows.ts'
import { createDisk, tableOn } from '#test/support/worlds/submissions-house.ts'

const now = Date.UTC(2026, 10, 20)
const day = 86_400_000
const ago = (ms: number): string => new Date(now - ms).toISOString()

interface Sent {
  readonly id: string
  readonly state?: 'accepted' | 'inDoubt' | 'declined'
  readonly agoMs?: number
  /** Null if the clock was doubtful. */
  readonly countsFrom?: null
  readonly traits?: Partial<Traits>
  /** Sent by a run that never had the keychain. */
  readonly isForeign?: boolean
}

const gone: AppError = { code: 'records.notFound', message: 'gone' }

/** What the guard finds after the submissions in `sent`; `opened` replaces receipts on disk. */
const look = async (
  sent: readonly Sent[],
  over: {
    about?: Partial<Traits>
    guard?: Partial<Guard>
    opened?: Readonly<Record<string, AppError | SavedRecord>>
  } = {},
) => {
  const disk = createDisk()
  const { table } = tableOn(disk)
  for (const { id, state = 'accepted', agoMs = day, isForeign = false, ...more } of sent)
    await writeSubmission(
      isForeign ? tableOn(disk, false).table : table,
      {
        submissionId: id,
        receiptId: id,
        sentAt: ago(agoMs),
        ...(more.countsFrom === null && { countsFrom: null }),
      },
      ['sending', state],
      more.traits,
    )
  const receiptOf = (id: string): Receipt => ({
    ...receiptRecord(id, sent.find((each) => each.id === id)?.state ?? 'accepted'),
    sentAt: ago(sent.find((each) => each.id === id)?.agoMs ?? day),
  })
  return findEarlier(
    {
      table,
      savedRecords: {
        open: async (id) => {
          const found = over.opened?.[id] ?? receiptOf(id)
          return 'code' in found ? fail(found) : ok(found)
        },
      },
      guard: () => ({ now, days: 30, rolledBackOn: null, damagedSince: null, ...over.guard }),
    },
    { ...someTraits, ...over.about },
  )
}
const found = async (...args: Parameters<typeof look>) => {
  const earlier = await look(...args)
  if (!earlier.ok) throw new Error(earlier.error.message)
  return earlier.value
}
const idOf = async (...args: Parameters<typeof look>) => (await found(...args))?.receiptId ?? null

test.each([
  [30 * day, false],
  [30 * day - 1, true],
])(
  'a reason is needed for as many days as the guard counts, to the millisecond (accepted %i ms ago)',
  async (agoMs, needsReason) => {
    expect(await found([{ id: 'one', agoMs }])).toMatchObject({ receiptId: 'one', needsReason })
  },
)

test('the latest accepted submission is shown, whatever the order in the table', async () => {
  const both = [
    { id: 'old', agoMs: 5 * day },
    { id: 'new', agoMs: 2 * day },
  ]
  expect(await idOf(both)).toBe('new')
  expect(await idOf(both.toReversed())).toBe('new')
})

describe('the destination of an earlier submission', () => {
  test('counts in this environment, whatever the address was at the time', async () => {
    expect(await idOf([{ id: 'one', traits: { service: 'moved' } }])).toBe('one')
  })

  test('counts in another environment with the same address', async () => {
    const elsewhere = { environmentId: 'other' }
    expect(await idOf([{ id: 'one', traits: elsewhere }])).toBe('one')
    expect(await idOf([{ id: 'one', traits: { ...elsewhere, service: 'another' } }])).toBeNull()
  })
})

describe('the same submission', () => {
  const somebodyElse = { people: ['p-2'], body: '' }

  test('includes an identical request, even for another person or plan', async () => {
    const traits = { people: ['p-2'], plans: ['other'] }
    expect(await found([{ id: 'one', traits }])).toMatchObject({ same: 'request' })
  })

  test('is not assumed if both requests are unknown', async () => {
    const about = { body: '', file: '' }
    expect(await found([{ id: 'one', traits: somebodyElse }], { about })).toBeNull()
  })

  test('includes one for the same participant with a plan in common, or without plans', async () => {
    const other = { body: 'another body' }
    const seen = (plans: string[], about: Partial<Traits> = {}) =>
      found([{ id: 'one', traits: { ...other, plans } }], { about })
    expect(await seen(['other', 'one'])).toMatchObject({ same: 'participant' })
    expect(await seen(['other'])).toBeNull()
    expect(await seen([])).toMatchObject({ same: 'participant' })
    expect(await seen(['other'], { plans: [] })).toMatchObject({ same: 'participant' })
  })

  test('includes one with the same file, but not with another file', async () => {
    const traits = { ...somebodyElse, file: 'a file' }
    expect(await found([{ id: 'one', traits }], { about: { file: 'a file' } })).toMatchObject({
      same: 'file',
    })
    expect(await found([{ id: 'one', traits }], { about: { file: 'another' } })).toBeNull()
  })

  test('does not include another operation, or a declined submission', async () => {
    expect(await found([{ id: 'one', traits: { operation: 'enroll' } }])).toBeNull()
    expect(await found([{ id: 'one', state: 'declined' }])).toBeNull()
  })

  test('cannot be ruled out if a receipt in doubt cannot be opened for a reason other than damage', async () => {
    const unread = { code: 'internal', message: 'EMFILE' } as const
    const opened = { one: unread }
    expect(await look([{ id: 'one', state: 'inDoubt' }], { opened })).toEqual(fail(unread))
  })
})

describe('a submission whose receipt is lost', () => {
  const damaged: AppError = { code: 'records.damaged', message: 'damaged' }
  const none = { receiptId: null, outcome: 'accepted', name: '', settled: null }

  test.each([damaged, gone, forecastRecord('one')])(
    'is recognized if it was accepted, and needs a reason if it is in doubt (%#)',
    async (one) => {
      const opened = { one }
      expect(await found([{ id: 'one' }], { opened })).toMatchObject({
        ...none,
        same: 'request',
        needsReason: true,
      })
      const doubt = { id: 'one', state: 'inDoubt', agoMs: 400 * day } as const
      expect(await found([doubt], { opened })).toMatchObject({
        ...none,
        same: 'unknown',
        needsReason: true,
      })
    },
  )

  test('is not hidden by a submission accepted long ago, and does not hide another one in doubt', async () => {
    const lost = { id: 'lost', state: 'inDoubt', agoMs: 2 * day } as const
    const opened = { lost: damaged }
    const old = { id: 'old', agoMs: 40 * day }
    expect(await found([lost, old], { opened })).toMatchObject({ same: 'unknown' })
    const doubt = { id: 'doubt', state: 'inDoubt', agoMs: 40 * day } as const
    expect(await found([lost, doubt], { opened })).toMatchObject({
      receiptId: 'doubt',
      outcome: 'inDoubt',
    })
  })
})

describe('a submission that cannot be compared', () => {
  const unknown = { same: 'unknown', needsReason: true, outcome: 'accepted' }
  const somebodyElse = { people: ['p-9'], body: 'other' }

  test.each([
    ['accepted', day, true],
    ['accepted', 40 * day, false],
    ['inDoubt', 40 * day, true],
    ['declined', day, false],
  ] as const)(
    'requires a reason if a run without the keychain left it %s %i milliseconds ago: %s',
    async (state, agoMs, counts) => {
      const sent = [{ id: 'one', state, agoMs, isForeign: true, traits: somebodyElse }]
      if (counts) expect(await found(sent)).toMatchObject(unknown)
      else expect(await found(sent)).toBeNull()
    },
  )

  test('does not count in Training, or for another operation', async () => {
    const about = { environmentKind: 'training', environmentId: 'training', service: '' } as const
    expect(await found([{ id: 'one', isForeign: true, traits: about }], { about })).toBeNull()
    const enroll = { operation: 'enroll' } as const
    expect(await found([{ id: 'one', isForeign: true, traits: enroll }])).toBeNull()
  })

  test('is assumed for every request, as long as the guard counts, after the data folder was put back', async () => {
    const guard = (ms: number) => ({ guard: { rolledBackOn: ago(ms) } })
    expect(await found([], guard(day))).toMatchObject({ ...unknown, receiptId: null })
    expect(await found([], guard(30 * day))).toBeNull()
  })

  test('is everything while the database is known to be damaged', async () => {
    expect(await found([], { guard: { damagedSince: ago(day) } })).toMatchObject({
      ...unknown,
      receiptId: null,
    })
  })
})

test('a submission sent with a doubtful clock counts as recent, however old it seems', async () => {
  expect(await found([{ id: 'one', agoMs: 400 * day, countsFrom: null }])).toMatchObject({
    receiptId: 'one',
    needsReason: true,
  })
})
