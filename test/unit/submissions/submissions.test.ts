import { expect, test } from 'vitest'
import { createJournal, journalEntrySchema } from '#electron/core/submissions/journal.ts'
import type { SubmissionAttempt } from '#electron/core/express/classify-submission.ts'
import type { SubmissionNeeds } from '#electron/core/submissions/needs.ts'
import { createSubmissions } from '#electron/core/submissions/submissions.ts'
import { createMemoryFiles } from '#test/support/memory-files.ts'
import type { LibraryRecord, SubmissionDraft } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'

const optout: SubmissionDraft = {
  operation: 'optout',
  participantId: 'P-100',
  firstName: 'Dana',
  lastName: 'Reyes',
  optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
  reason: 'Prefers own choice',
}

const acceptedAnswer: SubmissionAttempt = { kind: 'answered', status: 200, text: 'accepted', durationMs: 5, retryAfter: null }

const unwrap = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

/** Submissions over an in-memory disk; `attempt` is what the service does with each body. */
const house = (options: {
  attempt?: () => Promise<SubmissionAttempt> | SubmissionAttempt
  kind?: 'training' | 'production'
  disk?: ReturnType<typeof createMemoryFiles>
  records?: Map<string, LibraryRecord>
  onState?: (state: string) => Result<void>
  now?: () => number
  secrets?: Awaited<ReturnType<SubmissionNeeds['transactionSecrets']>>
} = {}) => {
  const disk = options.disk ?? createMemoryFiles()
  const records = options.records ?? new Map<string, LibraryRecord>()
  const sent: unknown[] = []
  const states: string[] = []
  const keep = async (record: LibraryRecord) => {
    records.set(record.id, record)
    return ok({
      id: record.id,
      kind: record.kind,
      savedAt: record.savedAt,
      environment: record.environment,
      subject: record.subject,
      summary: '',
      outcome: record.kind === 'receipt' ? record.outcome : null,
    })
  }
  const needs: SubmissionNeeds = {
    clock: { now: options.now ?? (() => Date.UTC(2026, 10, 20)), monotonic: () => 0, sleep: async () => undefined },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    appVersion: '0.0.0',
    user: 'agent',
    journal: createJournal(disk.files),
    pseudonymOf: (id) => `digest of ${id.length} characters`,
    onState: async ({ state }) => {
      states.push(state)
      return options.onState?.(state) ?? ok(undefined)
    },
    duplicateGuardDays: () => 30,
    library: {
      list: async () => ok(await Promise.all([...records.values()].map(async (record) => unwrap(await keep(record))))),
      open: async (id) => {
        const record = records.get(id)
        return record ? ok(record) : fail({ code: 'library.notFound', message: 'gone' })
      },
      save: keep,
      replace: keep,
    },
    activeEnvironment: async () =>
      ok({ id: 'env', name: 'Env', kind: options.kind ?? 'training', clientId: 'TRAINING' }),
    participant: () => fail({ code: 'participant.notOpen', message: 'none' }),
    transactionSecrets: async () => options.secrets ?? ok({ sid: 'secret-sid', cookie: 'secret-cookie' }),
    bodyFor: (_operation, environment, fields) => ok({ ClientId: environment.clientId, ...fields }),
    urlOf: async () => ok('http://127.0.0.1/rm/v1/express/optout'),
    submit: async (_operation, _environment, body, beforeFirstByte) => {
      const recorded = await beforeFirstByte()
      if (!recorded.ok) return { kind: 'notSent', error: recorded.error }
      sent.push(body)
      return options.attempt ? options.attempt() : acceptedAnswer
    },
    readSubmission: (_operation, text) =>
      ok({
        result: {
          success: text === 'accepted' ? true : text === 'silent' ? null : false,
          errorMessage: text === 'declined' ? 'Not enrolled' : '',
          transactionId: 'T1',
          clientTransactionId: '',
          rkTransactionId: '',
          rkTransactionMessage: '',
          transactionState: '',
          transactionReturnCode: '',
          transactionData: '',
          htmlTransactionConfirmation: true,
          clientId: 'TRAINING',
          annuityPurchaseRequest: null,
        },
        transaction: '',
        forecast: null,
        notes: [],
      }),
    decodeText: (text) => ({ text, encoding: 'unknown' }),
  }
  return { submissions: createSubmissions(needs), sent, disk, records, states }
}

const journalStates = (disk: ReturnType<typeof createMemoryFiles>): unknown[] =>
  new TextDecoder()
    .decode(disk.contents.get('submissions.jsonl'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => journalEntrySchema.parse(JSON.parse(line)).state)

test('a reviewed submission is sent once, however often it is asked for', async () => {
  const { submissions, sent, disk } = house()
  const review = unwrap(await submissions.review(optout))
  const receipts = await Promise.all([1, 2, 3].map(() => submissions.send(review.submissionId, {})))
  const again = unwrap(await submissions.send(review.submissionId, {}))
  expect(sent).toHaveLength(1)
  expect(new Set(receipts.map((receipt) => unwrap(receipt).receiptNumber))).toEqual(new Set([again.receiptNumber]))
  expect(again.outcome).toBe('accepted')
  expect(journalStates(disk)).toEqual(['intended', 'sending', 'accepted'])
})

test('what was reviewed is what is sent, digest and all', async () => {
  const { submissions, sent } = house()
  const review = unwrap(await submissions.review(optout))
  const receipt = unwrap(await submissions.send(review.submissionId, {}))
  expect(receipt.bodySha256).toBe(review.bodySha256)
  expect(sent[0]).toEqual({
    ClientId: 'TRAINING',
    ParticipantId: 'P-100',
    FirstName: 'Dana',
    LastName: 'Reyes',
    OptoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
    Reason: 'Prefers own choice',
  })
})

test('session secrets of the record-keeper are sent but never shown', async () => {
  const { submissions, sent } = house()
  const review = unwrap(await submissions.review({ ...optout, transactionUrl: 'https://rk.example/get' }))
  unwrap(await submissions.send(review.submissionId, {}))
  expect(JSON.stringify(sent)).toContain('secret-sid')
  expect(JSON.stringify(review)).not.toContain('secret')
})

test('nothing is sent when the journal cannot be written', async () => {
  const { submissions, sent, disk } = house()
  const review = unwrap(await submissions.review(optout))
  disk.failNextWrite()
  const refused = await submissions.send(review.submissionId, {})
  expect(refused.ok ? '' : refused.error.code).toBe('submission.journal')
  expect(sent).toHaveLength(0)
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe('accepted')
  expect(sent).toHaveLength(1)
})

test.each([
  ['declined', 'declined'],
  ['silent', 'inDoubt'],
])('an answer that reads %s gives the outcome %s', async (text, outcome) => {
  const { submissions } = house({ attempt: () => ({ ...acceptedAnswer, text }) })
  const review = unwrap(await submissions.review(optout))
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe(outcome)
})

test('in doubt, the same intent is not sent again until a person has settled it', async () => {
  const { submissions, sent } = house({
    attempt: () => ({ kind: 'inDoubt', error: { code: 'service.connectionLost', message: 'The connection was cut.' } }),
  })
  const first = unwrap(await submissions.review(optout))
  expect(unwrap(await submissions.send(first.submissionId, {})).outcome).toBe('inDoubt')
  const second = unwrap(await submissions.review(optout))
  expect(second.earlier?.outcome).toBe('inDoubt')
  const refused = await submissions.send(second.submissionId, {})
  expect(refused.ok ? '' : refused.error.code).toBe('submission.inDoubt')
  expect(sent).toHaveLength(1)

  const settled = unwrap(
    await submissions.settle(first.submissionId, { wentThrough: false, note: 'Asked the service desk', transactionId: '' }),
  )
  expect(settled.outcome).toBe('notSent')
  const third = unwrap(await submissions.review(optout))
  await submissions.send(third.submissionId, {})
  expect(sent).toHaveLength(2)
})

test('two reviews of the same intent cannot both be sent', async () => {
  const { submissions, sent } = house()
  const first = unwrap(await submissions.review(optout))
  const second = unwrap(await submissions.review(optout))
  const results = await Promise.all([
    submissions.send(first.submissionId, {}),
    submissions.send(second.submissionId, {}),
  ])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('production asks for the name as typed', async () => {
  const { submissions, sent } = house({ kind: 'production' })
  const review = unwrap(await submissions.review(optout))
  const refused = await submissions.send(review.submissionId, { typedName: 'Dan Reyes' })
  expect(refused.ok ? '' : refused.error.code).toBe('submission.confirmation')
  expect(sent).toHaveLength(0)
  expect(unwrap(await submissions.send(review.submissionId, { typedName: ' dana  REYES ' })).outcome).toBe('accepted')
})

test('a crash while sending leaves the submission in doubt, a crash before it leaves it not sent', async () => {
  const disk = createMemoryFiles()
  const records = new Map<string, LibraryRecord>()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  const atSending = disk.contents.get('submissions.jsonl') ?? new Uint8Array()

  const after = house({ disk, records })
  unwrap(await after.submissions.recover())
  expect([...records.values()].map((record) => record.kind === 'receipt' && record.outcome)).toEqual(['inDoubt'])

  const earlierLines = new TextDecoder().decode(atSending).split('\n').filter((line) => !line.includes('"sending"'))
  const interrupted = createMemoryFiles()
  interrupted.contents.set('submissions.jsonl', new TextEncoder().encode(earlierLines.join('\n')))
  const before = house({ disk: interrupted, records })
  unwrap(await before.submissions.recover())
  expect([...records.values()].map((record) => record.kind === 'receipt' && record.outcome)).toEqual(['notSent'])
})

test('a submission whose receipt was kept for the session only is still shown in doubt after a crash', async () => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)

  const after = house({ disk })
  unwrap(await after.submissions.recover())
  const [receipt] = [...after.records.values()]
  expect(receipt?.kind === 'receipt' && receipt.outcome).toBe('inDoubt')
})

test('a line cut by a power failure does not hide the lines around it', async () => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  await disk.files.append('submissions.jsonl', new TextEncoder().encode('\n{"submissionId":"half'))
  const unresolved = unwrap(await createJournal(disk.files).unresolved())
  expect(unresolved.map(({ state }) => state)).toEqual(['sending'])
})

test('after many submissions of one session the next one can still be reviewed and sent', async () => {
  const { submissions, sent } = house()
  for (let index = 0; index < 260; index += 1) {
    const review = unwrap(await submissions.review({ ...optout, participantId: `P-${index}` }))
    unwrap(await submissions.send(review.submissionId, {}))
  }
  expect(sent).toHaveLength(260)
})

test('the same within the guard days needs a reason, and keeps it', async () => {
  let now = Date.UTC(2026, 10, 20)
  const { submissions, sent } = house({ now: () => now })
  const first = unwrap(await submissions.review(optout))
  const receipt = unwrap(await submissions.send(first.submissionId, {}))
  expect(receipt.overrideReason).toBe('')
  now += 29 * 86_400_000
  const second = unwrap(await submissions.review(optout))
  expect(second.earlier).toMatchObject({ receiptId: receipt.id, outcome: 'accepted', needsReason: true })
  for (const overrideReason of [undefined, '', '   ']) {
    const refused = await submissions.send(second.submissionId, { overrideReason })
    expect(refused).toMatchObject({ ok: false, error: { code: 'submission.confirmation', field: 'overrideReason' } })
  }
  expect(sent).toHaveLength(1)
  const again = unwrap(await submissions.send(second.submissionId, { overrideReason: ' Asked for it twice ' }))
  expect(again).toMatchObject({ outcome: 'accepted', overrideReason: 'Asked for it twice' })
  now += 31 * 86_400_000
  const third = unwrap(await submissions.review(optout))
  expect(third.earlier).toMatchObject({ needsReason: false })
  expect(unwrap(await submissions.send(third.submissionId, { overrideReason: 'not kept' })).overrideReason).toBe('')
})

test('one in doubt is not hidden behind a later one of another plan', async () => {
  const attempts: SubmissionAttempt[] = [
    { kind: 'inDoubt', error: { code: 'service.connectionLost', message: 'The connection was cut.' } },
    acceptedAnswer,
  ]
  let now = Date.UTC(2026, 10, 20)
  const { submissions, sent } = house({ now: () => (now += 1000), attempt: () => attempts.shift() ?? acceptedAnswer })
  const plans = [{ PlanId: 'ONE', PlanType: '401K' }, { PlanId: 'TWO', PlanType: '401K' }]
  for (const plan of plans) {
    const review = unwrap(await submissions.review({ ...optout, optoutInfo: [plan] }))
    unwrap(await submissions.send(review.submissionId, {}))
  }
  const both = unwrap(await submissions.review({ ...optout, optoutInfo: plans }))
  expect(both.earlier?.outcome).toBe('inDoubt')
  const refused = await submissions.send(both.submissionId, { overrideReason: 'anyway' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
  expect(sent).toHaveLength(2)
})

test('two reviews that share a plan cannot both be on their way', async () => {
  const { submissions, sent } = house({ attempt: () => new Promise((resolve) => setTimeout(resolve, 20, acceptedAnswer)) })
  const one = unwrap(await submissions.review(optout))
  const plan = { PlanId: 'OTHER', PlanType: '401K' }
  const more = unwrap(await submissions.review({ ...optout, optoutInfo: [plan, ...optout.optoutInfo] }))
  const results = await Promise.all([one, more].map(({ submissionId }) => submissions.send(submissionId, {})))
  expect(results.map((result) => result.ok)).toEqual([true, false])
  expect(sent).toHaveLength(1)
})

test('every change of state is told, and nothing is sent when it cannot be kept', async () => {
  const told = house()
  const review = unwrap(await told.submissions.review(optout))
  unwrap(await told.submissions.send(review.submissionId, {}))
  expect(told.states).toEqual(['intended', 'sending', 'accepted'])

  const full = { code: 'library.diskFull', message: 'No space left on the device.' } as const
  for (const state of ['intended', 'sending']) {
    const { submissions, sent } = house({ onState: (each) => (each === state ? fail(full) : ok(undefined)) })
    const refused = await submissions.send(unwrap(await submissions.review(optout)).submissionId, {})
    expect(refused.ok ? refused.value.outcome : refused.error.code).toBe(state === 'sending' ? 'notSent' : 'submission.journal')
    expect(sent).toHaveLength(0)
  }
})

test('while something is being sent, the program says so to whoever wants to end it', async () => {
  const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
  const { submissions, sent } = house({ attempt: () => promise })
  expect(submissions.busy()).toBeNull()
  const review = unwrap(await submissions.review(optout))
  const sending = submissions.send(review.submissionId, {})
  await expect.poll(() => sent.length).toBe(1)
  expect(submissions.busy()).toMatch(/being sent/)
  resolve(acceptedAnswer)
  await sending
  expect(submissions.busy()).toBeNull()
})

test.each([
  [ok(null), 'SID and Cookie are not stored for this environment: TransURL goes along without them.'],
  [ok({ sid: 'secret-sid', cookie: '' }), 'Cookie is not stored for this environment: TransURL goes along without it.'],
])('a review with TransURL says which of SID and Cookie is not stored', async (secrets, words) => {
  const draft = { ...optout, transactionUrl: 'https://recordkeeper.example/receive' }
  const review = unwrap(await house({ secrets }).submissions.review(draft))
  expect(review.warnings).toEqual([expect.stringContaining(words)])
  expect(JSON.stringify(review)).not.toContain('secret-sid')
  expect(unwrap(await house().submissions.review(draft)).warnings).toEqual([])
})

test('a review without TransURL does not need the keychain', async () => {
  const secrets = fail({ code: 'keychain.locked', message: 'locked' })
  expect(unwrap(await house({ secrets }).submissions.review(optout)).warnings).toEqual([])
  const draft = { ...optout, transactionUrl: 'https://recordkeeper.example/receive' }
  expect(await house({ secrets }).submissions.review(draft)).toMatchObject({ ok: false, error: { code: 'keychain.locked' } })
})
