import { describe, expect, test } from 'vitest'
import { createSubmissions } from '#electron/core/submission/submissions.ts'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import { rowSubmissionId } from '#electron/core/submission/table/row-record.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { fail } from '#shared/result.ts'
import {
  acceptedAnswer,
  env,
  house,
  statesOn,
  optout,
  sendRow,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/**
 * Tests when reviews are possible, how long they stay open, and how long their answers are kept.
 */

type House = ReturnType<typeof house>
const person = (number: number) => ({ ...optout, participantId: `P-${number}` })
const reviewOne = async ({ submissions }: House, number: number): Promise<string> =>
  unwrap(await submissions.review(person(number))).submissionId
const place = (row: number) => ({ listId: 'list', row, attempt: 1 })
const notOpen = { ok: false, error: { code: 'submission.notFound' } }
const verdict = { wentThrough: false, note: '', transactionId: '' }

/** A submission under way that is answered when the test says so. */
const underWay = async () => {
  const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
  const world = house({ attempt: () => promise })
  const submissionId = await reviewOne(world, 0)
  const sent = world.submissions.send(submissionId, {})
  await expect.poll(() => world.sent.length).toBe(1)
  return { world, submissionId, answer: () => resolve(acceptedAnswer), sent }
}

test('the latest fifty reviews stay open, and earlier ones are closed', async () => {
  const world = house()
  const ids: string[] = []
  for (let number = 1; number <= 51; number += 1) ids.push(await reviewOne(world, number))
  const [first = '', second = ''] = ids
  expect(await world.submissions.send(first, {})).toMatchObject(notOpen)
  expect(unwrap(await world.submissions.send(second, {})).outcome).toBe('accepted')
  expect(unwrap(await world.submissions.send(ids.at(-1) ?? '', {})).outcome).toBe('accepted')
})

test('rows of a list do not push out a review, and only their list can send them', async () => {
  const world = house()
  const own = await reviewOne(world, 0)
  const rows: string[] = []
  for (let row = 1; row <= 60; row += 1) {
    const reviewed = await world.submissions.rows.review(person(1000 + row), env, place(row))
    rows.push(unwrap(reviewed).review.submissionId)
  }
  for (let number = 1; number <= 49; number += 1) await reviewOne(world, number)
  expect(await world.submissions.send(rows[0] ?? '', {})).toMatchObject(notOpen)
  expect(unwrap(await world.submissions.send(own, {})).outcome).toBe('accepted')
})

test('a submission being sent cannot be settled, whatever is reviewed or discarded in the meantime', async () => {
  for (const meanwhile of [
    async (world: House) => {
      for (let number = 1; number <= 51; number += 1) await reviewOne(world, number)
    },
    async (world: House, submissionId: string) => world.submissions.discard(submissionId),
  ]) {
    const { world, submissionId, answer, sent } = await underWay()
    await meanwhile(world, submissionId)
    expect(await world.submissions.settle(submissionId, verdict)).toMatchObject({
      ok: false,
      error: { message: 'This submission is being sent right now.' },
    })
    answer()
    expect(unwrap(await sent).outcome).toBe('accepted')
  }
})

test('a submission being sent does not count as one of the open reviews', async () => {
  const { world, answer, sent } = await underWay()
  const first = await reviewOne(world, 1)
  for (let number = 2; number <= 50; number += 1) await reviewOne(world, number)
  answer()
  await sent
  expect(unwrap(await world.submissions.send(first, {})).outcome).toBe('accepted')
})

test('a review that was discarded is not sent', async () => {
  const world = house()
  const submissionId = await reviewOne(world, 1)
  world.submissions.discard(submissionId)
  expect(await world.submissions.send(submissionId, {})).toMatchObject(notOpen)
  expect(world.sent).toEqual([])
})

test('the latest two hundred answers can be returned again, but an older review is no longer open', async () => {
  const world = house()
  const ids: string[] = []
  for (let number = 1; number <= 201; number += 1) {
    ids.push(await reviewOne(world, number))
    unwrap(await world.submissions.send(ids.at(-1) ?? '', {}))
  }
  expect(await world.submissions.send(ids[0] ?? '', {})).toMatchObject(notOpen)
  for (const id of [ids[1] ?? '', ids.at(-1) ?? '']) {
    expect(unwrap(await world.submissions.send(id, {}))).toMatchObject({
      submissionId: id,
      outcome: 'accepted',
    })
  }
  expect(world.sent).toHaveLength(201)
})

test('sending a submission that is already under way is refused, with the advice to wait for the receipt', async () => {
  const { world, answer, sent } = await underWay()
  const again = await reviewOne(world, 0)
  expect(await world.submissions.send(again, {})).toMatchObject({
    ok: false,
    error: { code: 'submission.alreadySent', advice: 'Wait for its receipt.' },
  })
  answer()
  await sent
})

describe('no review is prepared', () => {
  const enroll: SubmissionDraft = {
    operation: 'enroll',
    handle: 'closed',
    enrollmentInfo: [],
    inputs: {},
  }
  const other = fail({ code: 'environment.other', message: 'Another environment is in use.' })

  const { needs: usual } = house()
  const { participants: open } = house({ participant: { text: '<a/>', profile: null } }).needs
  test.each<[string, Partial<SubmissionNeeds>, SubmissionDraft, unknown]>([
    [
      'for an environment that is not in use',
      { environments: { ...usual.environments, useInUse: async () => other } },
      optout,
      other,
    ],
    [
      'of a participant that is not open',
      {},
      enroll,
      { ok: false, error: { code: 'participant.notOpen' } },
    ],
    [
      'of a request that the service does not accept',
      { participants: open },
      { ...enroll, handle: 'open', inputs: { RetirementAge: 66.5 } },
      { ok: false, error: { code: 'input.invalid', field: 'RetirementAge' } },
    ],
  ])('%s', async (_what, over, draft, refusal) => {
    const { needs, sent, records, disk } = house()
    expect(await createSubmissions({ ...needs, ...over }).review(draft, env)).toMatchObject(
      refusal as object,
    )
    expect([sent, records.size, statesOn(disk)]).toEqual([[], 0, []])
  })

  test('for a row that was begun before', async () => {
    const { submissions } = house()
    unwrap(await sendRow(submissions.rows, optout, place(7)))
    expect(await submissions.rows.review(optout, env, place(7))).toMatchObject({
      ok: false,
      error: { code: 'submission.alreadySent' },
    })
    expect(unwrap(await submissions.rows.review(optout, env, place(8))).review.submissionId).toBe(
      rowSubmissionId(place(8)),
    )
    expect((await submissions.review(optout)).ok).toBe(true)
  })
})

test('TransURL is sent without the blanks around it', async () => {
  const world = house()
  const review = unwrap(
    await world.submissions.review({ ...optout, transactionUrl: '  https://rk.example/receive ' }),
  )
  unwrap(await world.submissions.send(review.submissionId, {}))
  expect(world.sent).toMatchObject([
    { TransactionHTTPEndpoint: { TransURL: 'https://rk.example/receive' } },
  ])
})
