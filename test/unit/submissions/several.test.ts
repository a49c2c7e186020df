import { expect, test } from 'vitest'
import type { LibraryRecord, SubmissionDraft } from '#shared/ipc/views.ts'
import { readParticipantXml } from '#shared/participant/read-participant-xml.ts'
import { house, unwrap } from '#test/support/submissions-house.ts'

const textOf = (...ids: readonly string[]) =>
  `<P>${ids.map((id) => `<Enroll ClientID="C"><Participant UserID="${id}" FirstName="N" LastName="${id}"/></Enroll>`).join('')}</P>`
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

test('a file of several is refused before anything is written or sent', async () => {
  const { submissions, sent, records, disk } = house({ participant: opened(1, 'ada', 'bea') })
  expect(await submissions.review(enroll)).toMatchObject({ ok: false, error: { code: 'participant.several' } })
  expect([sent, records.size, disk.contents.size]).toEqual([[], 0, 0])
})

test('taken together: the receipt names everybody as possible, and the guard finds each of them', async () => {
  const records = new Map<string, LibraryRecord>()
  const together = house({ participant: opened(0, 'ada', 'bea'), takesSeveral: true, records })
  const review = unwrap(await together.submissions.review(enroll))
  expect(review.subject).toMatchObject({ participantId: '', name: '2 participants' })
  expect(review.changes.kind).toBe('noForecast')
  expect(review.warnings.join()).toContain('For whom of them the service answers is not known')
  const receipt = unwrap(await together.submissions.send(review.submissionId, {}))
  expect(receipt.subject.among?.map(({ participantId }) => participantId)).toEqual(['ada', 'bea'])

  // Bea chosen afterwards: the same body.
  const again = unwrap(await house({ participant: opened(1, 'ada', 'bea'), takesSeveral: true, records }).submissions.review(enroll))
  expect(again.earlier).toMatchObject({ same: 'request', needsReason: true })
  // Bea alone, in a file of her own, and in one with somebody else.
  for (const ids of [['BEA'], ['bea', 'cal']]) {
    const other = unwrap(await house({ participant: opened(0, ...ids), takesSeveral: true, records }).submissions.review(enroll))
    expect(other.earlier).toMatchObject({ receiptId: receipt.id, same: 'participant', needsReason: true })
  }
  const stranger = unwrap(await house({ participant: opened(0, 'cal'), records }).submissions.review(enroll))
  expect(stranger.earlier).toBeNull()
})
