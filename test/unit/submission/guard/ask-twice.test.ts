import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import {
  acceptedAnswer,
  createDisk,
  house,
  optout,
  unwrap,
  sendRow,
} from '#test/support/worlds/submissions-house.ts'

/**
 * Tests ways in which the same submission was once sent twice; each now needs a person's answer,
 * whoever sends it.
 */

type Options = NonNullable<Parameters<typeof house>[0]>
type House = ReturnType<typeof house>

const cut: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}
const day = 86_400_000
const today = Date.UTC(2026, 10, 20)
const withoutPlans = { ...optout, optoutInfo: [] }
const enroll = (Salary: number): SubmissionDraft => ({
  operation: 'enroll',
  handle: 'open',
  enrollmentInfo: [],
  inputs: { Salary },
})
const xml =
  '<P><Participant UserID="P-100" FirstName="Dana" LastName="Reyes" DOB="1980-02-29"/></P>'
const [profile = null] = unwrap(readParticipantXml(xml)).participants
const participant = { text: xml, profile }

interface Way {
  readonly first?: Options
  readonly draft?: SubmissionDraft
  /** Runs between the two submissions; returns the receipts that the second run has. */
  readonly then?: (records: Map<string, SavedRecord>) => Map<string, SavedRecord>
  readonly second?: Options
  readonly again?: SubmissionDraft
}

const lose = () => new Map<string, SavedRecord>()

const ways: readonly (readonly [string, Way])[] = [
  ['a receipt is gone', { then: lose }],
  ['a receipt in doubt is gone', { first: { attempt: () => cut }, then: lose }],
  [
    'it was accepted without a keychain, and the next run has it',
    { first: { knowsEarlier: false }, then: lose },
  ],
  [
    'it is in doubt without a keychain, and the next run has it',
    { first: { knowsEarlier: false, attempt: () => cut }, then: lose },
  ],
  ['the key was lost for good', { second: { knowsEarlier: false }, then: lose }],
  [
    'an opt-out of no plan is in doubt',
    { first: { attempt: () => cut }, draft: withoutPlans, again: optout },
  ],
  ['an opt-out of a plan was accepted', { draft: optout, again: withoutPlans }],
  [
    'an enrollment without plans is in doubt, and the salary is a dollar more',
    {
      first: { attempt: () => cut, participant },
      second: { participant },
      draft: enroll(90_000),
      again: enroll(90_001),
    },
  ],
  ['the clock was 31 days behind', { first: { now: () => today - 31 * day } }],
  ['the clock was before the program was made', { first: { now: () => Date.UTC(2001, 0, 1) } }],
  [
    'the data folder is an older one',
    {
      then: lose,
      second: { disk: createDisk(), rolledBackOn: new Date(today - day).toISOString() },
    },
  ],
]

/** An older submission of somebody else, so that the table knows the time. */
const before = async (one: House): Promise<void> => {
  const { submissionId } = unwrap(
    await one.submissions.review({
      ...optout,
      participantId: 'P-9',
      optoutInfo: [{ PlanId: 'ELSE', PlanType: '401K' }],
    }),
  )
  unwrap(await one.submissions.send(submissionId, {}))
}

type Sender = 'single' | 'row' | 'desk' | 'two windows' | 'second window'

const sendersOf = ({ draft = optout, then, second }: Way): readonly Sender[] => [
  ...(['single', 'row', 'two windows'] as const),
  // The desk sends opt-outs only.
  ...(draft.operation === 'optout' ? (['desk'] as const) : []),
  // A window that is open from the beginning has the same run, so nothing happens between the two.
  ...(then || second ? [] : (['second window'] as const)),
]

const call = {
  caller: 'participant' as const,
  checksFailed: [],
  startedAt: new Date(today).toISOString(),
  textsVersion: 1,
  checksPassed: ['who'],
  checkTexts: [],
  reasonCode: '',
  reasonText: '',
  note: 'Asked for it',
}
const duringCall = (draft: SubmissionDraft): SubmissionDraft =>
  draft.operation === 'optout' ? { ...draft, call } : draft

const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 1, attempt: 1 }

/** Sends `again` without a reason, in every window at once; what each is told. */
const sendAgain = async (
  { submissions }: House,
  again: SubmissionDraft,
  sender: Exclude<Sender, 'second window'>,
): Promise<readonly string[]> => {
  const confirmed = { sendsUnusual: true }
  if (sender === 'row') {
    const answer = await sendRow(submissions.rows, again, place, confirmed)
    return [answer.ok ? 'sent' : answer.error.code]
  }
  const draft = sender === 'desk' ? duringCall(again) : again
  const windows = sender === 'two windows' ? [draft, draft] : [draft]
  const reviews = await Promise.all(windows.map((each) => submissions.review(each)))
  const answers = await Promise.all(
    reviews.map((review) => submissions.send(unwrap(review).submissionId, confirmed)),
  )
  return answers.map((answer) => (answer.ok ? 'sent' : answer.error.code))
}

test.each(ways.flatMap(([what, way]) => sendersOf(way).map((sender) => ({ what, way, sender }))))(
  'if $what, a repeat ($sender) waits for a person',
  async ({ way, sender }) => {
    const { first, draft = optout, then = (records) => records, second, again = draft } = way
    const disk = createDisk()
    const usual = { kind: 'production', now: () => today } as const
    await before(house({ ...usual, disk }))
    const records = new Map<string, SavedRecord>()
    const one = house({ ...usual, disk, records, ...first })
    const sent = unwrap(await one.submissions.review(draft))
    // The second window has reviewed the same before it was sent from the first.
    const open = unwrap(await one.submissions.review(again))
    unwrap(
      await one.submissions.send(sent.submissionId, {
        sendsUnusual: true,
        overrideReason: 'The first one',
      }),
    )

    if (sender === 'second window') {
      const answer = await one.submissions.send(open.submissionId, {
        sendsUnusual: true,
      })
      expect(answer.ok ? 'sent' : answer.error.code).toMatch(
        /submission\.(?:alreadySent|inDoubt|confirmation)/,
      )
      expect(one.sent).toHaveLength(1)
      return
    }
    const next = house({
      ...usual,
      disk,
      records: then(records),
      attempt: () => acceptedAnswer,
      ...second,
    })
    unwrap(await next.submissions.recover())
    const [told = '', ...toOthers] = await sendAgain(next, again, sender)
    expect(told).toMatch(/submission\.(?:inDoubt|confirmation)/)
    for (const other of toOthers)
      expect(other).toMatch(/submission\.(?:inDoubt|confirmation|alreadySent)/)
    expect(next.sent).toEqual([])
  },
)

test('another participant’s submission is sent without a question', async () => {
  const disk = createDisk()
  const one = house({ kind: 'production', disk })
  await before(one)
  const { submissionId, earlier } = unwrap(await one.submissions.review(optout))
  expect(earlier).toBeNull()
  expect(unwrap(await one.submissions.send(submissionId, {})).outcome).toBe('accepted')
})
