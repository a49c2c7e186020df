import { describe, expect, test } from 'vitest'
import { findEarlier, type LookedFor, type Guard } from '#electron/core/submission/guard/earlier.ts'
import type { AppError } from '#shared/errors.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { fail, ok } from '#shared/result.ts'
import { forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'

const now = Date.UTC(2026, 10, 20)
const day = 86_400_000
const ago = (ms: number): string => new Date(now - ms).toISOString()

const accepted = (id: string, over: Partial<Receipt> = {}): Receipt => {
  const sentAt = over.sentAt ?? ago(day)
  return { ...receiptRecord(id, 'accepted'), savedAt: sentAt, sentAt, ...over }
}
const summaryLineOf = (receipt: Receipt): RecordSummary => ({
  id: receipt.id,
  kind: 'receipt',
  savedAt: receipt.savedAt,
  environment: receipt.environment,
  subject: receipt.subject,
  summary: [],
  outcome: receipt.outcome,
  foundBy: '',
  settled: settledOf(receipt),
  likeness: receipt.likeness,
})

const about: LookedFor = {
  environment: { id: 'training', kind: 'training' },
  operation: 'enroll',
  subject: { participantId: 'U-1001' },
  digests: [],
  planIds: ['P-100'],
  likeness: { body: 'body', file: 'file', service: 'service' },
}
const damaged: AppError = { code: 'records.damaged', message: 'damaged' }

/** Looks for earlier submissions among `receipts`; `opened` replaces what is on disk for some of them. */
const look = (
  receipts: readonly Receipt[],
  over: {
    about?: Partial<LookedFor>
    guard?: Partial<Guard>
    opened?: Readonly<Record<string, AppError | SavedRecord>>
  } = {},
) =>
  findEarlier(
    {
      receiptsAbout: async () => ok(receipts.map(summaryLineOf)),
      open: async (id) => {
        const found = over.opened?.[id] ?? receipts.find((receipt) => receipt.id === id)
        if (!found) throw new Error(`no receipt ${id}`)
        return 'code' in found ? fail(found) : ok(found)
      },
    },
    { ...about, ...over.about },
    { now, days: 30, serviceOf: () => null, ...over.guard },
  )
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
  'a reason is needed within the days of the guard, to the millisecond (accepted %i ms ago)',
  async (ms, needsReason) => {
    expect(await found([accepted('one', { sentAt: ago(ms) })])).toMatchObject({
      receiptId: 'one',
      needsReason,
    })
  },
)

test('the latest accepted submission is shown, in any order of the list', async () => {
  const both = [
    accepted('old', { sentAt: ago(5 * day) }),
    accepted('new', { sentAt: ago(2 * day) }),
  ]
  expect(await idOf(both)).toBe('new')
  expect(await idOf(both.toReversed())).toBe('new')
})

describe('the destination of an earlier submission', () => {
  const elsewhere = { id: 'other', name: 'Other', kind: 'uat' } as const
  const sentTo = (service: string) => ({ body: '', file: '', service })

  test('counts in this environment, whatever the address was at the time', async () => {
    expect(await idOf([accepted('one', { likeness: sentTo('moved') })])).toBe('one')
  })

  test('counts in another environment with the same address, however that address is written', async () => {
    expect(
      await idOf([accepted('one', { environment: elsewhere, likeness: sentTo('SERVICE') })]),
    ).toBe('one')
    expect(
      await idOf([accepted('one', { environment: elsewhere, likeness: sentTo('another') })]),
    ).toBeNull()
  })

  test("is judged by kind, or by the environment's current address, if the receipt has no address", async () => {
    const [training, uat] = [{ ...elsewhere, kind: 'training' as const }, elsewhere]
    expect(await idOf([accepted('one', { environment: training })])).toBe('one')
    expect(await idOf([accepted('one', { environment: uat })])).toBeNull()
    expect(
      await idOf([accepted('one', { environment: uat })], {
        guard: { serviceOf: (id) => (id === 'other' ? 'Service' : null) },
      }),
    ).toBe('one')
    expect(
      await idOf([accepted('one', { environment: uat })], {
        guard: { serviceOf: () => 'another' },
      }),
    ).toBeNull()
  })
})

describe('the same submission', () => {
  const somebodyElse = { participantId: 'U-2', name: 'Else' }
  const likeness = (over: Partial<Receipt['likeness']>) => ({
    body: '',
    file: '',
    service: '',
    ...over,
  })

  test('is an identical request, even for another person or plan', async () => {
    const plans = [{ planId: 'OTHER', planType: '401K', serviceOption: '' }]
    expect(
      await found([
        accepted('one', { subject: somebodyElse, plans, likeness: likeness({ body: 'body' }) }),
      ]),
    ).toMatchObject({ same: 'request' })
  })

  test('is not assumed for two unknown requests', async () => {
    const unknown = { likeness: likeness({ service: 'service' }) }
    expect(await found([accepted('one', { subject: somebodyElse })], { about: unknown })).toBeNull()
    expect(
      await found(
        [
          accepted('one', {
            subject: somebodyElse,
            likeness: likeness({ body: 'mutated', file: 'mutated' }),
          }),
        ],
        { about: unknown },
      ),
    ).toBeNull()
  })

  test('is one for the same participant with any plan in common', async () => {
    const plans = ['OTHER', 'P-100'].map((planId) => ({
      planId,
      planType: '401K',
      serviceOption: '',
    }))
    expect(await found([accepted('one', { plans })])).toMatchObject({ same: 'participant' })
    expect(await found([accepted('one', { plans: plans.slice(0, 1) })])).toBeNull()
  })

  test('is one with the same file, but not with another file', async () => {
    expect(
      await found([
        accepted('one', { subject: somebodyElse, likeness: likeness({ file: 'file' }) }),
      ]),
    ).toMatchObject({ same: 'file' })
    expect(
      await found([
        accepted('one', { subject: somebodyElse, likeness: likeness({ file: 'another' }) }),
      ]),
    ).toBeNull()
  })

  test('is not another operation, another record, or a removed receipt', async () => {
    const later = accepted('later')
    const earlier = accepted('earlier', { sentAt: ago(2 * day) })
    for (const opened of [
      { ...later, operation: 'implement' as const },
      forecastRecord('later'),
      { code: 'records.notFound', message: 'gone' } as const,
    ]) {
      expect(await idOf([later, earlier], { opened: { later: opened } })).toBe('earlier')
    }
  })

  test('cannot be ruled out if a receipt cannot be opened for a reason other than damage', async () => {
    const unread = { code: 'internal', message: 'EMFILE' } as const
    expect(await look([accepted('one')], { opened: { one: unread } })).toEqual(fail(unread))
  })
})

describe('a damaged receipt', () => {
  test.each([
    ['accepted', day, true],
    ['accepted', 40 * day, false],
    ['inDoubt', day, true],
    ['inDoubt', 40 * day, true],
    ['declined', day, false],
  ] as const)('that was %s, %i milliseconds ago, counts: %s', async (outcome, ms, counts) => {
    const earlier = await found([accepted('one', { outcome, sentAt: ago(ms) })], {
      opened: { one: damaged },
    })
    if (counts)
      expect(earlier).toMatchObject({
        receiptId: 'one',
        outcome: 'accepted',
        same: 'unknown',
        needsReason: true,
      })
    else expect(earlier).toBeNull()
  })

  test('is not hidden by a receipt accepted long ago, and does not hide a recent one', async () => {
    const broken = accepted('broken')
    const opened = { broken: damaged }
    expect(await idOf([broken, accepted('old', { sentAt: ago(40 * day) })], { opened })).toBe(
      'broken',
    )
    expect(await idOf([broken, accepted('recent', { sentAt: ago(2 * day) })], { opened })).toBe(
      'recent',
    )
    const doubt = accepted('doubt', { outcome: 'inDoubt', sentAt: ago(40 * day) })
    expect(await idOf([{ ...broken, outcome: 'inDoubt' }, doubt], { opened })).toBe('doubt')
    expect(await idOf([accepted('old', { sentAt: ago(40 * day) })])).toBe('old')
  })
})
