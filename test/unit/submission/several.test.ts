import { expect, test, vi } from 'vitest'
import type { SavedRecord } from '#shared/records/record.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { ok } from '#shared/result.ts'
import { createDisk, house, statesOn, unwrap } from '#test/support/worlds/submissions-house.ts'

const textOf = (...ids: readonly string[]) =>
  `<P>${ids.map((id) => `<Enroll ClientID="C"><Participant UserID="${id}" FirstName="N" LastName="${id}" DOB="1980-02-29"/><Salary Amount="82000"/></Enroll>`).join('')}</P>`
const opened = (chosen: number, ...ids: readonly string[]) => {
  const text = textOf(...ids)
  const { participants } = unwrap(readParticipantXml(text))
  return { text, participants, profile: participants[chosen] ?? null }
}
const enroll: SubmissionDraft = {
  operation: 'enroll',
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'P1', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs: {},
}

test('a file with several participants is refused before anything is written or sent', async () => {
  const { submissions, sent, records, disk } = house({ participant: opened(1, 'ada.k', 'bea.m') })
  expect(await submissions.review(enroll)).toMatchObject({
    ok: false,
    error: { code: 'participant.several' },
  })
  expect([sent, records.size, statesOn(disk)]).toEqual([[], 0, []])
})

test('if the environment accepts several participants, the receipt names everybody as possible, and the guard finds each of them', async () => {
  const disk = createDisk()
  const together = house({ participant: opened(0, 'ada.k', 'bea.m'), takesSeveral: true, disk })
  const review = unwrap(await together.submissions.review(enroll))
  expect(review.subject).toMatchObject({ participantId: '', name: '2 participants' })
  expect(review.changes.kind).toBe('noForecast')
  expect(review.warnings.join()).toContain('The service does not say which one its answer is about')
  const receipt = unwrap(await together.submissions.send(review.submissionId, {}))
  expect(receipt.subject.among?.map(({ participantId }) => participantId)).toEqual([
    'ada.k',
    'bea.m',
  ])

  // Another participant, Bea, was chosen afterwards, but the request body is the same.
  const again = unwrap(
    await house({
      participant: opened(1, 'ada.k', 'bea.m'),
      takesSeveral: true,
      disk,
    }).submissions.review(enroll),
  )
  expect(again.earlier).toMatchObject({ same: 'request', needsReason: true })
  // Bea in her own file, and in a file with somebody else.
  for (const ids of [['BEA.M'], ['bea.m', 'cal']]) {
    const other = unwrap(
      await house({
        participant: opened(0, ...ids),
        takesSeveral: true,
        disk,
      }).submissions.review(enroll),
    )
    expect(other.earlier).toMatchObject({
      receiptId: receipt.id,
      same: 'participant',
      needsReason: true,
    })
  }
  const stranger = unwrap(
    await house({ participant: opened(0, 'cal'), disk }).submissions.review(enroll),
  )
  expect(stranger.earlier).toBeNull()
})

test('a reviewed file with several participants is not sent once its environment no longer accepts such files', async () => {
  const records = new Map<string, SavedRecord>()
  let takes = true
  const asked = { beforeFirstByte: 0 }
  const changing = house({
    participant: opened(0, 'ada.k', 'bea.m'),
    takesSeveral: true,
    stillTakesSeveral: () => takes,
    records,
  })
  const review = unwrap(await changing.submissions.review(enroll))
  takes = false
  expect(await changing.submissions.send(review.submissionId, {})).toMatchObject({
    ok: false,
    error: { code: 'participant.several' },
  })
  expect([changing.sent, records.size, statesOn(changing.disk)]).toEqual([[], 0, []])

  // The setting changes while the intent is being written.
  const late = house({
    participant: opened(0, 'ada.k', 'bea.m'),
    takesSeveral: true,
    stillTakesSeveral: () => asked.beforeFirstByte === 0,
    onState: () => {
      asked.beforeFirstByte += 1
      return ok(undefined)
    },
  })
  const second = unwrap(await late.submissions.review(enroll))
  const receipt = unwrap(await late.submissions.send(second.submissionId, {}))
  expect([late.sent, receipt.outcome]).toEqual([[], 'notSent'])
})

test('a receipt lost in a crash is found again for each participant, and for nobody else', async () => {
  const disk = createDisk()
  const cut = house({
    participant: opened(0, 'ada.k', 'bea.m'),
    takesSeveral: true,
    disk,
    attempt: () => new Promise(() => undefined),
  })
  const review = unwrap(await cut.submissions.review(enroll))
  void cut.submissions.send(review.submissionId, {})
  await vi.waitFor(() => expect(cut.sent).toHaveLength(1))
  const written = ['submissions', 'submission_traits'].map((table) =>
    unwrap(disk.database.all(`SELECT * FROM ${table}`)),
  )
  expect(JSON.stringify(written)).not.toMatch(/ada\.k|bea\.m/i)

  // The next run has the table but not the receipt.
  const records = new Map<string, SavedRecord>()
  const next = (...ids: readonly string[]) =>
    house({ participant: opened(0, ...ids), takesSeveral: true, disk, records }).submissions
  unwrap(await next('cal').recover())
  for (const ids of [['ADA.K'], ['bea.m'], ['bea.m', 'cal']]) {
    expect(unwrap(await next(...ids).review(enroll)).earlier).toMatchObject({
      same: 'participant',
      outcome: 'inDoubt',
    })
  }
  expect(unwrap(await next('cal').review(enroll)).earlier).toBeNull()
})
