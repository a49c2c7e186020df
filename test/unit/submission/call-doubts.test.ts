import { describe, expect, test } from 'vitest'
import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { plain } from '#test/support/figures/plain.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { anAccount, aProfile } from '#test/support/samples/scripted-people.ts'
import { house, optout, sendRow, unwrap } from '#test/support/worlds/submissions-house.ts'

/** What a call's request says otherwise than what is known here needs a tick. */

const environment = { id: 'env', name: 'Env', kind: 'training', place: 'place' } as const
const before = (name: string, over: Partial<Receipt> = {}): Receipt => ({
  ...receiptRecord('r-1', 'accepted'),
  operation: 'enroll',
  environment,
  subject: { participantId: ' p-100', name },
  ...over,
})
const after = (receipt: Receipt) => house({ records: new Map([[receipt.id, receipt]]) })
const unusualIn = async (
  world: ReturnType<typeof house>,
  draft: Parameters<ReturnType<typeof house>['submissions']['review']>[0] = optout,
) => unwrap(await world.submissions.review(draft)).unusual.map(plain)

describe('a name that differs from the one of earlier results for the id', () => {
  test.each([
    'Dora Reyes',
    'Dana Reis',
    'Walter Quill',
    'Zoë Ångström',
    'Ольга Петрова',
    'Nguyễn Văn Anh',
  ])('needs a tick: %s', async (name) => {
    const world = after(before(name))
    expect(await unusualIn(world)).toEqual([
      `Earlier results have this id for ${name}, not for Dana Reyes.`,
    ])
    const { submissionId } = unwrap(await world.submissions.review(optout))
    expect(await world.submissions.send(submissionId, {})).toMatchObject({
      error: { code: 'submission.confirmation', field: 'sendsUnusual' },
    })
    expect(world.sent).toEqual([])
  })

  test.each([
    'DANA REYES',
    'Reyes, Dana',
    'Dana M. Reyes',
    'D Reyes',
    'Dána Reyes Jr.',
    'Dana Reyes-Hall',
    '',
  ])('needs none if it is only written otherwise: %s', async (name) => {
    expect(await unusualIn(after(before(name)))).toEqual([])
  })

  test.each<[why: string, over: Partial<Receipt>]>([
    ['was rejected', { outcome: 'rejected' }],
    ['was never sent', { outcome: 'notSent' }],
    ['has another id', { subject: { participantId: 'P-1000', name: 'Walter Quill' } }],
    ['is of another environment', { environment: { ...environment, id: 'uat' } }],
    ['is of another address', { environment: { ...environment, place: 'before' } }],
  ])('needs none if the earlier result %s', async (_why, over) => {
    expect(await unusualIn(after(before('Walter Quill', over)))).toEqual([])
  })

  test('needs a tick for each other name once, also one in doubt or declined', async () => {
    const receipts = [
      before('Walter Quill'),
      before('QUILL Walter', { id: 'r-2', receiptNumber: 'GP-2' }),
      before('Ana Ruiz', { id: 'r-3', outcome: 'declined' }),
    ]
    const world = house({ records: new Map(receipts.map((each) => [each.id, each])) })
    expect(await unusualIn(world)).toHaveLength(2)
  })

  test('needs none in a list, which compares its rows itself', async () => {
    const world = after(before('Walter Quill'))
    const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 1, attempt: 1 }
    expect(unwrap(await sendRow(world.submissions.rows, optout, place)).outcome).toBe('accepted')
  })
})

test('a name that differs from an open file for the id needs a tick', async () => {
  const openPeople = [
    aProfile({ userId: 'P-100', firstName: 'Linda', lastName: 'Kowalski' }),
    aProfile({ userId: 'P-101', firstName: 'Somebody', lastName: 'Else' }),
  ]
  expect(await unusualIn(house({ openPeople }))).toEqual([
    'An open file has this id for Linda Kowalski, not for Dana Reyes.',
  ])
})

const plan = (planId: string, planType: string): PlanEntry => ({
  planId,
  planType,
  name: '',
  source: 'learned',
})
const asking = (planId: string, planType: string) => ({
  ...optout,
  optoutInfo: [{ PlanId: planId, PlanType: planType }],
})

test.each([
  ['401K', '403B'],
  ['457B', '401K'],
  ['ESOP', 'IRA'],
  ['403(b)', '457(b)'],
  ['Money purchase', 'Profit sharing'],
])('a plan type other than the directory’s %s needs a tick: %s', async (known, typed) => {
  const world = house({ plans: [plan('BK-2', known)] })
  expect(await unusualIn(world, asking('bk-2', typed))).toEqual([
    `The plan directory has BK-2 as ${known}, not as ${typed}.`,
  ])
})

test.each([
  ['401K', '401(k)'],
  ['403b', '403(B)'],
  ['ESOP', ' esop '],
  ['Profit sharing', 'Profit-Sharing'],
  ['457 B', '457b'],
])('a plan type written otherwise than the directory’s %s needs none: %s', async (known, typed) => {
  const world = house({ plans: [plan('BK-2', known)] })
  expect(await unusualIn(world, asking('BK-2', typed))).toEqual([])
})

describe('a plan id that nobody here knows', () => {
  const warned = async (world: ReturnType<typeof house>, planId: string) =>
    unwrap(await world.submissions.review(asking(planId, '401K'))).warnings.filter((warning) =>
      warning.startsWith('Nobody here knows plan'),
    )

  test.each(['ACME402K', 'ACME 401 K', 'OTHER-7', '00401', '計画7'])(
    'is marked: %s',
    async (planId) => {
      expect(await warned(house(), planId)).toEqual([
        `Nobody here knows plan ${planId}: it is in no accepted request, no file of this participant and not in the plan directory.`,
      ])
    },
  )

  test('is not marked if the directory or the participant’s own file has it', async () => {
    const accounts = [anAccount({ planId: 'OWN-9' })]
    const world = house({ openPeople: [aProfile({ userId: 'P-100', accounts })] })
    expect(await warned(world, 'acme401k')).toEqual([])
    expect(await warned(world, 'own-9')).toEqual([])
    const other = house({ openPeople: [aProfile({ userId: 'P-101', accounts })] })
    expect(await warned(other, 'OWN-9')).toHaveLength(1)
  })
})
