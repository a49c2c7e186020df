import { expect, test } from 'vitest'
import { afterLastRun, createRecovery } from '#electron/core/submission/recover.ts'
import { createGuardClock } from '#electron/core/submission/guard/guard-clock.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { fail, ok } from '#shared/result.ts'
import { writeSubmission } from '#test/support/samples/submission-rows.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import {
  createDisk,
  house,
  notedOn,
  optout,
  sendRow,
  statesOn,
  tableOn,
  unwrap,
  type Disk,
} from '#test/support/worlds/submissions-house.ts'

/** Tests how each submission that the last run left open is recovered. */

const at = '2026-11-19T10:00:00.000Z'
const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 7, attempt: 1 }
const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
const full = fail({ code: 'records.diskFull', message: 'The disk is full, so nothing was saved.' })
const kept = aReceipt({
  id: 'r-1',
  submissionId: 's-1',
  outcome: 'inDoubt',
  explanation: 'It was cut.',
})
const nobody = { participantId: '', name: 'Participant not kept on this computer' }

type LeftOptions = Parameters<typeof house>[0] & {
  readonly noted?: readonly ActivityOutcome[]
  readonly isRow?: boolean
}

/** The next start after a run that left one submission in the last of these states. */
const left = async (
  states: Parameters<typeof writeSubmission>[2],
  { noted = [], isRow = false, ...more }: LeftOptions = {},
  ...receipts: readonly SavedRecord[]
) => {
  const disk = more.disk ?? createDisk()
  const about = { submissionId: 's-1', receiptId: 'r-1', sentAt: at, list: isRow ? place : null }
  await writeSubmission(tableOn(disk).table, about, states)
  const records = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  for (const outcome of noted) notedOn(disk, 's-1').add(outcome)
  const made = house({ records, ...more, disk })
  const { logger, lines } = createListeningLogger()
  return { ...made, ...createRecovery({ ...made.needs, logger }), lines }
}

/** The disk of a program that was killed while sending. */
const killed = async (records = new Map<string, SavedRecord>(), isRow = true) => {
  const disk = createDisk()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const { submissionId } = unwrap(await crashed.submissions.review(optout))
  void (isRow
    ? sendRow(crashed.submissions.rows, optout, place)
    : crashed.submissions.send(submissionId, {}))
  await expect.poll(() => crashed.sent.length).toBe(1)
  return { disk, records, submissionId }
}

test('a submission without a receipt gets one with only what the table knows', async () => {
  const { recover, records, disk } = await left(['sending'])
  unwrap(await recover())
  expect([...records.values()]).toMatchObject([
    {
      id: 'r-1',
      submissionId: 's-1',
      operation: 'optout',
      outcome: 'inDoubt',
      environment: { id: 'uat', name: 'Env', kind: 'uat' },
      savedAt: at,
      sentAt: at,
      subject: nobody,
      plans: [],
      reason: '',
      overrideReason: '',
      bodySha256: '',
      likeness: { body: '', file: '', service: '' },
      list: null,
    },
  ])
  expect(statesOn(disk)).toEqual(['inDoubt'])
})

test('a submission that had not begun is reported as not sent; a row of a list gets no receipt, because it will be sent again', async () => {
  const single = await left([], { noted: ['intended'] }, kept)
  unwrap(await single.recover())
  expect([...single.records.values()]).toMatchObject([
    { outcome: 'notSent', explanation: 'The program ended before sending began.' },
  ])
  expect([statesOn(single.disk), single.states]).toEqual([['notSent'], ['notSent']])
  const row = await left([], { isRow: true, noted: ['intended'] })
  unwrap(await row.recover())
  expect([row.records.size, statesOn(row.disk)]).toEqual([0, ['notSent']])
  expect(unwrap(row.needs.table.rowsOf(place.listId)).get(7)).toMatchObject({ begun: false })
})

test('an outcome in the table ends a receipt’s doubt only if the activity log has the same outcome', async () => {
  const outcomeAfter = async (
    state: 'accepted' | 'notSent' | 'intended',
    options: LeftOptions,
  ): Promise<unknown> => {
    const made = await left(state === 'intended' ? [] : ['sending', state], options, kept)
    unwrap(made.disk.database.run('UPDATE submissions SET unkept = 1'))
    unwrap(await made.recover())
    const receipt = made.records.get('r-1')
    expect(statesOn(made.disk)).toEqual([receipt?.kind === 'receipt' && receipt.outcome])
    return statesOn(made.disk)[0]
  }
  expect(await outcomeAfter('notSent', { noted: ['sending', 'inDoubt'] })).toBe('inDoubt')
  expect(await outcomeAfter('accepted', { noted: ['notSent'] })).toBe('inDoubt')
  expect(await outcomeAfter('notSent', { noted: ['settledAccepted'] })).toBe('inDoubt')
  expect(await outcomeAfter('notSent', { noted: ['sending', 'notSent'] })).toBe('notSent')
  expect(await outcomeAfter('notSent', { noted: ['settledNotSent'] })).toBe('notSent')
  // Somebody changed the table to hide that sending began.
  expect(await outcomeAfter('intended', { noted: ['intended', 'sending'] })).toBe('inDoubt')
  expect(await outcomeAfter('intended', { noted: ['intended'], isLogWhole: false })).toBe('inDoubt')
  expect(await outcomeAfter('intended', { noted: ['intended'] })).toBe('notSent')
})

test('an outcome that a receipt already has is not undone', async () => {
  const known = { ...kept, outcome: 'declined', explanation: 'No.' } as const
  for (const states of [[], ['sending']] as const) {
    const { recover, records, disk } = await left(states, {}, known)
    unwrap(await recover())
    expect([records.get('r-1'), statesOn(disk)]).toEqual([known, ['declined']])
  }
})

test('a row in doubt keeps the receipt that was made before it was sent', async () => {
  const { disk, records } = await killed()
  const next = house({ disk, records })
  unwrap(await next.submissions.recover())
  expect([...records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: 'P-100', name: 'Dana Reyes' }, list: place },
  ])
  expect(unwrap(await next.submissions.review(optout)).earlier?.outcome).toBe('inDoubt')
})

test('a receipt that cannot be saved leaves its submission open, but the others are recovered', async () => {
  const disk = createDisk()
  await writeSubmission(
    tableOn(disk).table,
    { submissionId: 's-2', receiptId: 'r-2', sentAt: at },
    ['sending'],
    { people: ['p-2'] },
  )
  const made = await left(['sending'], {
    disk,
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      save: async (record, ...more) =>
        record.id === 'r-1' ? full : savedRecords.save(record, ...more),
    }),
  })
  expect(await made.recover()).toEqual(full)
  expect([...made.records.keys()]).toEqual(['r-2'])
  expect(made.states).toEqual(['inDoubt'])
  expect(statesOn(disk)).toEqual(['inDoubt', 'sending'])
})

test('a receipt that cannot be opened now is not overwritten, and is tried again in the next run', async () => {
  for (const code of ['records.newerVersion', 'internal'] as const) {
    const { disk, records } = await killed(new Map(), false)
    const [before] = [...records.values()]
    const shut = house({
      disk,
      records,
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        open: async () => fail({ code, message: 'not now' }),
      }),
    })
    unwrap(await shut.submissions.recover())
    expect([[...records.values()], statesOn(disk)]).toEqual([[before], ['sending']])
    unwrap(await house({ disk, records }).submissions.recover())
    expect(statesOn(disk)).toEqual(['inDoubt'])
  }
})

test('a submission in doubt is shown even without the keychain, and again in the next run that has it', async () => {
  const { disk, submissionId } = await killed(new Map(), false)
  const locked = house({ disk, knowsEarlier: false })
  unwrap(await locked.submissions.recover())
  expect([...locked.records.values()]).toMatchObject([{ outcome: 'inDoubt', subject: nobody }])
  const after = house({ disk })
  unwrap(await after.submissions.recover())
  expect([...after.records.values()]).toMatchObject([{ outcome: 'inDoubt', submissionId }])
})

test('a submission in doubt can be settled permanently even without the keychain', async () => {
  const { disk, submissionId, records } = await killed(new Map(), false)
  const locked = house({ disk, knowsEarlier: false })
  unwrap(await locked.submissions.recover())
  const verdict = { wentThrough: false, note: '', transactionId: '' }
  unwrap(await locked.submissions.settle(submissionId, verdict))
  const after = house({ disk, records })
  unwrap(await after.submissions.recover())
  expect([...records.values()]).toMatchObject([
    { outcome: 'notSent', subject: { participantId: 'P-100' } },
  ])
  expect(unwrap(after.needs.table.unfinished())).toEqual([])
})

test('a submission that had not begun waits for the keychain, and is recovered before anything else is sent', async () => {
  let isBack = false
  const locked = fail({ code: 'records.keyUnreachable', message: 'locked' })
  const made = await left(
    [],
    {
      noted: ['intended'],
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        knowsEarlier: async () => isBack,
        open: async (id) => (isBack ? savedRecords.open(id) : locked),
      }),
    },
    kept,
  )
  unwrap(await made.recover())
  expect(statesOn(made.disk)).toEqual(['intended'])
  isBack = true
  unwrap(await made.pass())
  expect(statesOn(made.disk)).toEqual(['notSent'])
})

test('an outcome whose receipt could not be written gets one after the next start', async () => {
  for (const isRow of [true, false]) {
    const records = new Map<string, SavedRecord>()
    const disk = createDisk()
    const { submissions } = house({
      disk,
      records,
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        save: async (record, verbatim, options) =>
          options?.hold ? full : savedRecords.save(record, verbatim, options),
      }),
    })
    const sent = isRow
      ? await sendRow(submissions.rows, optout, place)
      : await submissions.send(unwrap(await submissions.review(optout)).submissionId, {})
    expect(unwrap(sent).explanation).toContain('could not be kept on disk')
    const after = house({ disk, records })
    unwrap(await after.submissions.recover())
    expect([...records.values()]).toMatchObject([
      { outcome: 'accepted', subject: { participantId: 'P-100' } },
    ])
    expect(unwrap(await after.submissions.review(optout)).earlier?.outcome).toBe('accepted')
    expect(unwrap(after.needs.table.unfinished())).toEqual([])
  }
})

test('nothing is recovered from a table that cannot be read, and nothing is sent until it can be', async () => {
  const made = await left(['sending'])
  let isBroken = true
  const { unfinished } = made.needs.table
  const table = { ...made.needs.table, unfinished: () => (isBroken ? unread : unfinished()) }
  const { recover, pass } = createRecovery({ ...made.needs, table })
  expect(await recover()).toEqual(unread)
  expect(await pass()).toMatchObject({
    error: {
      code: 'submission.unaccounted',
      details: 'The data folder could not be used (EIO).',
    },
  })
  expect(made.records.size).toBe(0)
  isBroken = false
  unwrap(await pass())
  expect(made.records.size).toBe(1)
})

test('a state that could not be written to the activity log is named in the program’s log', async () => {
  const missing = await left(['sending'], { onState: () => unread })
  unwrap(await missing.recover())
  expect(missing.lines.join()).toContain(
    'state inDoubt of submission s-1 is missing in the activity log',
  )
})

const day = 86_400_000
const now = Date.parse(at) + 40 * day

/**
 * Starts at `time`, on a disk whose newest submission was sent at `newest`; returns the ids that
 * remain.
 */
const startOn = async (disk: Disk, newest: number, time = now) => {
  const { table } = tableOn(disk)
  await writeSubmission(
    table,
    { submissionId: 'newest', sentAt: new Date(newest).toISOString() },
    ['sending', 'accepted'],
    { people: ['p-9'] },
  )
  const clock = { now: () => time, monotonic: () => 0, sleep: async () => undefined }
  const { logger } = createListeningLogger()
  await afterLastRun({
    recover: async () => ok(undefined),
    table,
    guardClock: createGuardClock(clock, table.newest),
    settings: { get: () => defaultSettings },
    logger,
  })
  return unwrap(disk.database.all('SELECT id FROM submissions ORDER BY rowid')).map(({ id }) => id)
}

test.each([
  ['is forgotten once the guard’s days are over', {}, now, now, ['newest']],
  ['stays while its receipt is there', { hasReceipt: true }, now, now, ['s-1', 'newest']],
  ['stays while it is in doubt', { state: 'inDoubt' as const }, now, now, ['s-1', 'newest']],
  ['stays within these days', {}, now - 20 * day, now - 20 * day, ['s-1', 'newest']],
  ['stays if only the clock says that they are over', {}, Date.parse(at), now, ['s-1', 'newest']],
])('a submission without a receipt %s', async (_what, over, newest, time, remain) => {
  const { hasReceipt = false, state = 'accepted' } = over as {
    hasReceipt?: boolean
    state?: 'accepted' | 'inDoubt'
  }
  const disk = createDisk()
  await writeSubmission(tableOn(disk).table, { submissionId: 's-1', sentAt: at }, [
    'sending',
    state,
  ])
  disk.keepOnly(hasReceipt ? ['receipt of s-1'] : [])
  expect(await startOn(disk, newest, time)).toEqual(remain)
  const traits = unwrap(disk.database.all('SELECT DISTINCT submission_id FROM submission_traits'))
  expect(traits).toHaveLength(remain.length)
})

test.each([
  ['only the intent', ['intended'], true, 'notSent'],
  ['the sending too', ['intended', 'sending'], true, 'inDoubt'],
  ['not even the intent', [], true, 'inDoubt'],
  ['only the intent, but is damaged', ['intended'], false, 'inDoubt'],
  ['the intent and that nothing was sent', ['intended', 'notSent'], true, 'notSent'],
] as const)(
  'a submission that began according to the table, while the log has %s (%j, intact: %j), becomes %s',
  async (_what, noted, isLogWhole, outcome) => {
    const { recover, records } = await left(['sending'], { noted, isLogWhole }, kept)
    unwrap(await recover())
    expect(records.get('r-1')).toMatchObject({ outcome })
  },
)
