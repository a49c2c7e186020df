import { describe, expect, test } from 'vitest'
import { createSubmissions } from '#electron/core/submission/submissions.ts'
import { createJournal } from '#electron/core/submission/journal/journal.ts'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { DeskCall } from '#shared/desk-call.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { fail, ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import {
  acceptedAnswer,
  env,
  house,
  journalStates,
  optout,
  sendRow,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/** What is on disk before, during and after sending, and who learns if it is not. */

const lost: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}
const full = fail({ code: 'records.diskFull', message: 'The disk is full.' })
const broken = fail({ code: 'internal', message: 'EIO' })
const other = { code: 'environment.other', message: 'Another environment is in use.' } as const
const notBegun: SubmissionAttempt = {
  kind: 'notSent',
  error: { code: 'service.unreachable', message: 'There is no network.' },
}

const call: DeskCall = {
  startedAt: '2026-11-20T00:00:00.000Z',
  textsVersion: 1,
  checksPassed: [],
  checkTexts: [],
  reasonCode: '',
  reasonText: '',
  note: 'Asked twice',
}

/** Replaces the client. */
const submitting = (submit: SubmissionNeeds['submit']) => ({ submit })

/** A house that records, in order, what was saved and what the log and the list's row were told. */
const listening = (
  options: Parameters<typeof house>[0] = {},
  over: Partial<SubmissionNeeds> = {},
) => {
  const world = house(options)
  const { logger, lines } = createListeningLogger()
  const saved: {
    readonly record: SavedRecord
    readonly verbatim: string
    readonly isHeld: boolean
  }[] = []
  const { savedRecords } = world.needs
  const save: typeof savedRecords.save = async (record, verbatim, hold) => {
    saved.push({ record, verbatim, isHeld: hold === 'hold' })
    return savedRecords.save(record, verbatim, hold)
  }
  const submissions = createSubmissions({
    ...world.needs,
    savedRecords: { ...savedRecords, save },
    logger,
    ...over,
  })
  const told: string[] = []
  const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 1, attempt: 1 }
  return {
    ...world,
    saved,
    lines,
    told,
    place,
    submissions,
    journal: () => new TextDecoder().decode(world.disk.contents.get('submissions.jsonl')),
    kept: () =>
      [...world.records.values()].map((record) => record.kind === 'receipt' && record.outcome),
    sendOne: async (draft: SubmissionDraft = optout) =>
      submissions.send(unwrap(await submissions.review(draft, env)).submissionId, {}),
    sendRow: async (confirmed: { overrideReason?: string } = {}, isStopped = false) =>
      sendRow(submissions.rows, optout, place, confirmed, {
        run: async (work) => {
          if (isStopped) return null
          const exchanged = await work()
          if (exchanged.heldBack) told.push('elsewhere')
          if (exchanged.begun) told.push(exchanged.receipt.outcome)
          return exchanged
        },
        onUnkept: () => void told.push('unkept'),
      }),
  }
}

describe('the receipt of a person’s own submission', () => {
  test('is on disk in doubt before a byte leaves, and then with the answer as it came', async () => {
    const world = listening()
    unwrap(await world.sendOne())
    expect(world.saved).toMatchObject([
      { record: { outcome: 'inDoubt' }, verbatim: '', isHeld: false },
      { record: { outcome: 'accepted' }, verbatim: 'accepted', isHeld: true },
    ])
    expect(world.journal()).not.toContain('unkept')
  })

  test.each([
    [full, 'records.diskFull', 'The disk is full.'],
    [broken, 'submission.journal', 'EIO'],
  ] as const)(
    'that cannot be written keeps it from being sent, and it can be sent again (%#)',
    async (failure, code, words) => {
      let faults = 1
      const world = house({
        savedRecords: (savedRecords) => ({
          ...savedRecords,
          save: async (...what) => (faults-- > 0 ? failure : savedRecords.save(...what)),
        }),
      })
      const { submissionId } = unwrap(await world.submissions.review(optout))
      const refused = await world.submissions.send(submissionId, {})
      expect(refused).toMatchObject({ ok: false, error: { code } })
      expect(JSON.stringify(refused)).toContain(words)
      expect([world.sent, journalStates(world.disk)]).toEqual([[], ['intended', 'notSent']])
      expect(unwrap(await world.submissions.send(submissionId, {})).outcome).toBe('accepted')
      expect(world.sent).toHaveLength(1)
    },
  )

  test('is in doubt with the answer as it came where reading the answer throws', async () => {
    const world = listening({
      onRead: () => {
        throw new RangeError('too much')
      },
    })
    expect(unwrap(await world.sendOne())).toMatchObject({ outcome: 'inDoubt', status: 200 })
    expect(world.saved.at(-1)).toMatchObject({
      record: { outcome: 'inDoubt', status: 200 },
      verbatim: 'accepted',
    })
    expect(journalStates(world.disk)).toEqual(['intended', 'sending', 'inDoubt'])
    expect(world.states).toEqual(['intended', 'sending', 'inDoubt'])
  })

  test('says not sent where sending did not begin', async () => {
    const world = listening(
      {},
      submitting(async () => notBegun),
    )
    expect(unwrap(await world.sendOne())).toMatchObject({
      outcome: 'notSent',
      explanation: 'There is no network.',
    })
    expect(world.kept()).toEqual(['notSent'])
    expect(world.saved.at(-1)).toMatchObject({ verbatim: '' })
  })

  test('keeps the reason and the call of an opt-out; an enrollment has neither', async () => {
    const participant = { text: '<Participant UserID="P-1"/>', profile: null }
    const world = listening({ participant })
    const kept = unwrap(await world.sendOne({ ...optout, call }))
    expect(kept).toMatchObject({ reason: 'Prefers own choice', call })
    expect(unwrap(await world.sendOne({ ...optout, participantId: 'P-2' })).call).toBeNull()
    const enroll: SubmissionDraft = {
      operation: 'enroll',
      handle: 'h',
      enrollmentInfo: [{ PlanId: 'ONE', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
      inputs: {},
    }
    expect(unwrap(await world.sendOne(enroll))).toMatchObject({
      reason: '',
      call: null,
      list: null,
    })
  })

  test('can be settled where the program failed before sending began', async () => {
    const world = listening(
      {},
      submitting(() => Promise.reject(new Error('a bug'))),
    )
    const { submissionId } = unwrap(await world.submissions.review(optout, env))
    await expect(world.submissions.send(submissionId, {})).rejects.toThrow('a bug')
    const verdict = { wentThrough: false, note: '', transactionId: '' }
    expect(unwrap(await world.submissions.settle(submissionId, verdict)).outcome).toBe('notSent')
  })
})

describe('a row of a list', () => {
  test('has a receipt with its place once it was answered, and none before', async () => {
    const world = listening()
    expect(unwrap(await world.sendRow())).toMatchObject({ outcome: 'accepted', list: world.place })
    expect(world.saved).toMatchObject([{ record: { outcome: 'accepted' }, verbatim: 'accepted' }])
    expect(world.told).toEqual(['accepted'])
  })

  test('that is sent again for a reason has a receipt before sending, because the guard must find it', async () => {
    const world = listening()
    unwrap(await world.sendOne())
    unwrap(await world.sendRow({ overrideReason: 'Asked for it again' }))
    expect(world.saved.slice(2)).toMatchObject([
      { record: { outcome: 'inDoubt', overrideReason: 'Asked for it again', list: world.place } },
      { record: { outcome: 'accepted', overrideReason: 'Asked for it again' } },
    ])
    const stopped = listening()
    unwrap(await stopped.sendOne())
    expect(
      unwrap(await stopped.sendRow({ overrideReason: 'Asked for it again' }, true)).outcome,
    ).toBe('notSent')
    expect(stopped.saved.slice(2)).toMatchObject([
      { record: { outcome: 'inDoubt' } },
      { record: { outcome: 'notSent' }, verbatim: '' },
    ])
  })

  test('that was not begun leaves no receipt, and its list is told of no outcome', async () => {
    const failed = listening(
      {},
      submitting(async () => notBegun),
    )
    expect(unwrap(await failed.sendRow()).outcome).toBe('notSent')
    const stopped = listening()
    expect(unwrap(await stopped.sendRow({}, true))).toMatchObject({
      outcome: 'notSent',
      explanation: 'The list was stopped before this row was sent.',
    })
    for (const world of [failed, stopped]) {
      expect([world.saved, world.told, journalStates(world.disk), world.sent]).toEqual([
        [],
        [],
        ['intended', 'notSent'],
        [],
      ])
      expect(world.journal()).not.toContain('unkept')
    }
  })

  test('is not sent when another environment is taken into use after it was let through, as a person’s own is; its list is told', async () => {
    const switching = () => {
      let elsewhere = false
      return listening({
        elsewhere: () => (elsewhere ? other : null),
        onState: (state) => {
          elsewhere ||= state === 'intended'
          return ok(undefined)
        },
      })
    }
    const row = switching()
    expect(unwrap(await row.sendRow())).toMatchObject({
      outcome: 'notSent',
      explanation: other.message,
    })
    expect([row.sent, row.told]).toEqual([[], ['elsewhere']])
    expect(unwrap(await switching().sendOne())).toMatchObject({
      outcome: 'notSent',
      explanation: other.message,
    })
  })

  test('stops its list if the journal cannot be written', async () => {
    const world = house()
    const journal: SubmissionNeeds['journal'] = {
      ...world.needs.journal,
      write: async (entry) =>
        entry.state === 'accepted' ? broken : world.needs.journal.write(entry),
    }
    const row = listening({}, { journal })
    const receipt: Receipt = unwrap(await row.sendRow())
    expect(receipt).toMatchObject({
      outcome: 'accepted',
      explanation: 'This receipt could not be kept on disk: write down its numbers.',
    })
    expect(row.told).toEqual(['accepted', 'unkept'])
    expect(row.lines.join()).toContain('could not be kept on disk')
  })
})

test.each([
  ['accepted', acceptedAnswer, true, false],
  ['accepted', acceptedAnswer, false, false],
  ['inDoubt', lost, true, false],
  // Its receipt is only in memory, so the next start must make it again.
  ['inDoubt', lost, false, true],
] as const)(
  'the journal says of %s that it is not kept, where that is so (%#)',
  async (outcome, attempt, knowsEarlier, isUnkept) => {
    const world = listening({ attempt: () => attempt, knowsEarlier })
    unwrap(await world.sendOne())
    expect(journalStates(world.disk)).toEqual(['intended', 'sending', outcome])
    expect(world.journal().includes('"unkept":true')).toBe(isUnkept)
    expect(unwrap(await createJournal(world.disk.files).unresolved()).length).toBe(isUnkept ? 1 : 0)
  },
)

test('an outcome that is missing in the activity log is still in its receipt, and the program’s log says so', async () => {
  const noted = listening()
  unwrap(await noted.sendOne())
  expect(noted.lines).toEqual([])
  const world = listening({ onState: (state) => (state === 'accepted' ? full : undefined) })
  expect(unwrap(await world.sendOne())).toMatchObject({ outcome: 'accepted', explanation: '' })
  expect(world.lines).toEqual([
    expect.stringMatching(/^outcome of submission .* is missing in the activity log/),
  ])
})
