import { describe, expect, test } from 'vitest'
import { createSubmissions } from '#electron/core/submission/submissions.ts'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { DeskCall } from '#shared/desk-call.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { fail, ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import {
  env,
  house,
  statesOn,
  optout,
  sendRow,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/**
 * Tests what is on disk before, during and after sending, and what happens if it cannot be written.
 */

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
  caller: 'participant',
  checksPassed: [],
  checkTexts: [],
  checksFailed: [],
  reasonCode: '',
  reasonText: '',
  note: 'Asked twice',
}

/** Replaces the function that sends to the service. */
const submitting = (submit: SubmissionNeeds['submit']) => ({ submit })

/**
 * A house that records, in order, what was saved and what was reported to the log and to the list.
 */
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
  const save: typeof savedRecords.save = async (record, verbatim, options) => {
    saved.push({ record, verbatim, isHeld: options?.hold ?? false })
    return savedRecords.save(record, verbatim, options)
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
  test('is on disk, in doubt, before anything is sent, and afterwards has the unchanged answer', async () => {
    const world = listening()
    unwrap(await world.sendOne())
    expect(world.saved).toMatchObject([
      { record: { outcome: 'inDoubt' }, verbatim: '', isHeld: false },
      { record: { outcome: 'accepted' }, verbatim: 'accepted', isHeld: true },
    ])
  })

  test.each([
    [full, 'submission.unrecorded', 'The disk is full.'],
    [broken, 'submission.unrecorded', 'EIO'],
  ] as const)(
    'prevents sending if it cannot be written, and sending can be tried again (%#)',
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
      expect([world.sent, statesOn(world.disk)]).toEqual([[], []])
      expect(unwrap(await world.submissions.send(submissionId, {})).outcome).toBe('accepted')
      expect(world.sent).toHaveLength(1)
    },
  )

  test('is in doubt and has the unchanged answer if reading the answer throws', async () => {
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
    expect(statesOn(world.disk)).toEqual(['inDoubt'])
    expect(world.states).toEqual(['intended', 'sending', 'inDoubt'])
  })

  test('says that nothing was sent if sending did not begin', async () => {
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

  test('can be settled if the program failed before sending began', async () => {
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
  test('gets a receipt in doubt, with list and row number, when its turn comes, and then with the answer', async () => {
    const world = listening()
    unwrap(await world.sendOne())
    expect(unwrap(await world.sendRow({ overrideReason: 'Asked for it again' }))).toMatchObject({
      outcome: 'accepted',
      overrideReason: 'Asked for it again',
      list: world.place,
    })
    expect(world.saved.slice(2)).toMatchObject([
      { record: { outcome: 'inDoubt', list: world.place }, verbatim: '' },
      { record: { outcome: 'accepted', list: world.place }, verbatim: 'accepted' },
    ])
    expect(world.told).toEqual(['accepted'])
  })

  test('that was not begun leaves no receipt, and no outcome is reported to its list', async () => {
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
      expect([world.records.size, world.told, statesOn(world.disk), world.sent]).toEqual([
        0,
        [],
        ['notSent'],
        [],
      ])
    }
  })

  test('is not sent, like a single submission, if the environment is switched at the last moment, and its list is told', async () => {
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

  test('stops its list if its outcome cannot be written, and the receipt says so', async () => {
    const row = listening({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        save: async (record, verbatim, options) =>
          options?.hold ? broken : savedRecords.save(record, verbatim, options),
      }),
    })
    const receipt: Receipt = unwrap(await row.sendRow())
    expect(receipt).toMatchObject({
      outcome: 'accepted',
      explanation: 'This receipt could not be kept on disk: write down its numbers.',
    })
    expect(row.told).toEqual(['accepted', 'unkept'])
    expect(row.lines.join()).toContain('could not be kept on disk')
  })
})

test('an outcome that could not be written to the activity log is still on its receipt, and the program’s log says so', async () => {
  const noted = listening()
  unwrap(await noted.sendOne())
  expect(noted.lines).toEqual([])
  const world = listening({ onState: (state) => (state === 'accepted' ? full : undefined) })
  expect(unwrap(await world.sendOne())).toMatchObject({ outcome: 'accepted', explanation: '' })
  expect(world.lines).toEqual([
    expect.stringMatching(/^state accepted of submission .* is missing in the activity log/),
  ])
})
