import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import {
  createDisk,
  house,
  optout,
  unwrap,
  type Disk,
} from '#test/support/worlds/submissions-house.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'

/**
 * Tests that the same submission is recognized without an id, whichever participant of the file is
 * chosen, and from any environment.
 */

const enroll = (over: { planId?: string; age?: number } = {}): SubmissionDraft => ({
  operation: 'enroll',
  handle: 'open',
  enrollmentInfo: [
    { PlanId: over.planId ?? 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
  ],
  inputs: over.age === undefined ? {} : { RetirementAge: over.age },
})

const withoutId = { text: '<Participants><Person Number="7"/></Participants>', profile: null }
const cut: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}

const sendOnce = async ({ submissions }: ReturnType<typeof house>, draft: SubmissionDraft) =>
  unwrap(await submissions.send(unwrap(await submissions.review(draft)).submissionId, {}))

describe('a file without a participant id', () => {
  test('is not sent again while in doubt, neither unchanged nor with other inputs for the same plan', async () => {
    const { submissions, sent } = house({ participant: withoutId, attempt: () => cut })
    const first = unwrap(await submissions.review(enroll()))
    expect(first.earlier).toBeNull()
    expect(first.warnings.join(' ')).toMatch(/names no participant id/)
    unwrap(await submissions.send(first.submissionId, {}))
    for (const [draft, same] of [
      [enroll(), 'request'],
      [enroll({ age: 66 }), 'file'],
    ] as const) {
      const again = unwrap(await submissions.review(draft))
      expect(again.earlier).toMatchObject({ outcome: 'inDoubt', same })
      expect(
        await submissions.send(again.submissionId, { overrideReason: 'anyway' }),
      ).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
    }
    expect(sent).toHaveLength(1)
  })

  test('is sent only once by two simultaneous submissions', async () => {
    const world = house({ participant: withoutId })
    const reviews = [
      unwrap(await world.submissions.review(enroll())),
      unwrap(await world.submissions.review(enroll({ age: 66 }))),
    ]
    const results = await Promise.all(
      reviews.map(({ submissionId }) => world.submissions.send(submissionId, {})),
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(world.sent).toHaveLength(1)
  })

  test('counts as another submission if its content or its plan differs', async () => {
    const world = house({ participant: withoutId })
    await sendOnce(world, enroll())
    expect(unwrap(await world.submissions.review(enroll({ planId: 'OTHER' }))).earlier).toBeNull()
    const other = house({
      participant: { ...withoutId, text: `${withoutId.text} ` },
      disk: world.disk,
    })
    expect(unwrap(await other.submissions.review(enroll())).earlier).toBeNull()
  })
})

test('an identical request is the same submission even if the recordkeeper’s session values differ', async () => {
  const draft = { ...enroll(), transactionUrl: 'https://rk.example/collect' }
  const disk = createDisk()
  await sendOnce(
    house({
      participant: withoutId,
      disk,
      secrets: { ok: true, value: { sid: 'one', cookie: 'one', receiver: 'https://rk.example' } },
    }),
    draft,
  )
  const later = house({
    participant: withoutId,
    disk,
    secrets: { ok: true, value: { sid: 'two', cookie: 'two', receiver: 'https://rk.example' } },
  })
  expect(unwrap(await later.submissions.review(draft)).earlier).toMatchObject({
    same: 'request',
    needsReason: true,
  })
})

describe('two environments', () => {
  const address = 'https://uat.example.com/express'
  const inDoubtAt = async (disk: Disk): Promise<void> => {
    const { submissions } = house({
      kind: 'production',
      baseUrl: address,
      disk,
      attempt: () => cut,
      environmentId: 'one',
    })
    const { submissionId } = unwrap(await submissions.review(optout))
    unwrap(await submissions.send(submissionId, {}))
  }

  test.each([
    address,
    `${address}/`,
    'HTTPS://UAT.example.com:443/express',
    'https://uat.example.com./EXPRESS',
  ])('with the same address and ClientId share their submissions (%s)', async (baseUrl) => {
    const disk = createDisk()
    await inDoubtAt(disk)
    const { submissions, sent } = house({
      kind: 'production',
      baseUrl,
      disk,
      environmentId: 'two',
    })
    const review = unwrap(await submissions.review(optout))
    expect(review.earlier).toMatchObject({ outcome: 'inDoubt', same: 'request' })
    const refused = await submissions.send(review.submissionId, {})
    expect(refused).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
    expect(sent).toHaveLength(0)
  })

  test('with different addresses do not share their submissions', async () => {
    const disk = createDisk()
    await inDoubtAt(disk)
    const { submissions } = house({
      kind: 'production',
      baseUrl: 'https://other.example.com',
      disk,
      environmentId: 'two',
    })
    expect(unwrap(await submissions.review(optout)).earlier).toBeNull()
  })

  test('with different addresses do not share their submissions even if one of them is removed', async () => {
    const disk = createDisk()
    await inDoubtAt(disk)
    const { submissions } = house({
      kind: 'production',
      baseUrl: 'https://other.example.com',
      disk,
      environmentId: 'two',
    })
    expect(unwrap(await submissions.review(optout)).earlier).toBeNull()
    const anew = house({ kind: 'production', baseUrl: address, disk, environmentId: 'three' })
    expect(unwrap(await anew.submissions.review(optout)).earlier).toMatchObject({
      outcome: 'inDoubt',
    })
  })
})

test('the tables contain no digest from which trying all ids could reveal an id', async () => {
  const world = house()
  const { bodySha256, likeness } = await sendOnce(world, { ...optout, participantId: '123456789' })
  const tables = ['submissions', 'submission_traits'].map((table) =>
    unwrap(world.disk.database.all(`SELECT * FROM ${table}`)),
  )
  const text = JSON.stringify(tables)
  expect(text).toContain('accepted')
  for (const digest of [bodySha256, likeness.body, hash('sha256', '123456789', 'hex')]) {
    expect(text).not.toContain(digest)
    expect(text).not.toContain(Buffer.from(digest, 'hex').toString('base64url').slice(0, 16))
  }
  expect(text).not.toMatch(/123456789|ACME401K|Reyes/i)
})
