import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { inMemory, openDatabase, type Database } from '#electron/core/database/database.ts'
import { drawMasterKey } from '#electron/core/records/key-ring.ts'
import type { Along } from '#electron/core/records/record-store.ts'
import { createGuardClock } from '#electron/core/submission/guard/guard-clock.ts'
import type { Confirmed } from '#electron/core/submission/guard/let-through.ts'
import type { Question } from '#electron/core/platform/ports.ts'
import type { Exchanged } from '#electron/core/submission/carry-out/exchange.ts'
import { createSubmissions, type RowSteps } from '#electron/core/submission/submissions.ts'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createSubmissionTable } from '#electron/core/submission/table/submission-table.ts'
import { diskFull } from '#shared/disk-full.ts'
import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { AppError } from '#shared/errors.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import type { Settings } from '#shared/environments/settings.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { askedPerson } from '../doubles/asked-person.ts'
import { usualRules } from '#shared/savings/saving-year.ts'

export const optout = {
  operation: 'optout',
  participantId: 'P-100',
  firstName: 'Dana',
  lastName: 'Reyes',
  optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
  reason: 'Prefers own choice',
} satisfies SubmissionDraft

const usualPlans: readonly PlanEntry[] = [
  { planId: 'ACME401K', planType: '401K', name: 'Acme Tools', source: 'imported' },
]

/**
 * The destination on screen. It is the only environment in these tests unless `others` adds more.
 */
export const env: Destination = { environmentId: 'env', place: 'place', name: 'Env' }

export const acceptedAnswer: SubmissionAttempt = {
  kind: 'answered',
  status: 200,
  text: 'accepted',
  durationMs: 5,
}

export const unwrap = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

const logs = new WeakMap<object, Map<string, Set<ActivityOutcome>>>()

/** The states of a submission in the activity log on this disk. */
export const notedOn = (disk: object, submissionId: string): Set<ActivityOutcome> => {
  const log = logs.get(disk) ?? new Map<string, Set<ActivityOutcome>>()
  logs.set(disk, log)
  const states = log.get(submissionId) ?? new Set()
  log.set(submissionId, states)
  return states
}

/** A database in memory that several runs share, with the key in their keychain. */
export const createDisk = () => {
  const opened = unwrap(openDatabase(inMemory))
  let failures = 0
  const database: Database = {
    ...opened,
    run: (...what) => {
      if (failures === 0 || !/^(?:INSERT|UPDATE|DELETE)/.test(what[0])) return opened.run(...what)
      failures -= 1
      return fail(diskFull('the test'))
    },
  }
  return {
    database,
    master: drawMasterKey(),
    /** Saved results of every run that does not bring its own. */
    records: new Map<string, SavedRecord>(),
    failNextWrite: () => {
      failures = 1
    },
    /** Removes all saved results except these from the database. */
    keepOnly: (ids: readonly string[]) => {
      unwrap(opened.run('DELETE FROM results'))
      for (const id of ids)
        unwrap(opened.run(`INSERT INTO results VALUES (?, '', '', '', x'', 1, x'', x'', x'')`, id))
    },
  }
}
export type Disk = ReturnType<typeof createDisk>

/**
 * The submission table of one run on this disk; without the keychain, it has a digest key of its
 * own.
 */
export const tableOn = ({ database, master }: Disk, hasKey = true) => {
  const carry = (along: Along | undefined): Result<void> => {
    const written = database.transaction(() => along?.write(database) ?? ok(undefined))
    if (written.ok) along?.done()
    return written
  }
  const memory = { database, master: drawMasterKey() }
  const table = createSubmissionTable({
    existing: () => ok(database),
    key: async () => (hasKey ? master : memory.master),
    memory,
    reach: async () => ok(undefined),
    register: () => undefined,
    write: carry,
  })
  return { table, carry }
}

/** Submissions on an in-memory disk; `attempt` returns the service's response to each request. */
export const house = (
  options: {
    attempt?: () => Promise<SubmissionAttempt> | SubmissionAttempt
    kind?: 'training' | 'production'
    disk?: Disk
    records?: Map<string, SavedRecord>
    onState?: (state: string) => Result<void> | Promise<Result<void>> | undefined
    now?: () => number
    /** Elapsed time, if it should differ from the clock. */
    monotonic?: () => number
    knowsEarlier?: boolean
    /** Whether the person agrees to a question of main; by default always. */
    agrees?: (question: Question) => boolean
    /** Whether the activity log is intact. */
    isLogWhole?: boolean
    /** Settings that differ from the defaults. */
    settings?: Partial<Settings>
    /** Id of the environment in use, by default the only one. */
    environmentId?: string
    baseUrl?: string
    /** When the data folder was found in an older state. */
    rolledBackOn?: string
    /** The open participant, for any handle. */
    participant?: {
      readonly text: string
      readonly profile: ParticipantProfile | null
      readonly participants?: readonly ParticipantProfile[]
    }
    /** The plan directory, by default with the plan of `optout`. */
    plans?: readonly PlanEntry[]
    /** The participants of all open files. */
    openPeople?: readonly ParticipantProfile[]
    /** Whether the service takes files with several participants. */
    takesSeveral?: boolean
    /**
     * Whether the service still takes such files just before sending; by default as `takesSeveral`
     * says.
     */
    stillTakesSeveral?: () => boolean
    decode?: SubmissionNeeds['decodeText']
    /** Called before an answer is read. */
    onRead?: () => void
    /** Wraps the saved records, so that a test can make them fail. */
    savedRecords?: (
      savedRecords: SubmissionNeeds['savedRecords'],
    ) => SubmissionNeeds['savedRecords']
    /** The origin for which SID and Cookie were entered. */
    receiver?: string
    /** Sends a missing SID and Cookie as empty text. */
    emptySession?: boolean
    readAs?: ReadAs
    /** Returns the reason why nothing may be sent any more, or null. */
    elsewhere?: () => AppError | null
    readTransaction?: SubmissionNeeds['readTransaction']
    secrets?: Awaited<ReturnType<SubmissionNeeds['readTransaction']>>
  } = {},
) => {
  const disk = options.disk ?? createDisk()
  const records = options.records ?? disk.records
  const environmentId = options.environmentId ?? 'env'
  const sent: unknown[] = []
  let answers = 0
  const states: string[] = []
  disk.keepOnly([...records.keys()])
  const { table, carry } = tableOn(disk, options.knowsEarlier)
  const lineOf = (record: SavedRecord) => ({
    id: record.id,
    kind: record.kind,
    savedAt: record.savedAt,
    environment: record.environment,
    subject: record.subject,
    summary: [],
    outcome: record.kind === 'receipt' ? record.outcome : null,
    foundBy: '',
    settled: record.kind === 'receipt' ? settledOf(record) : null,
    likeness: record.kind === 'receipt' ? record.likeness : { body: '', file: '', service: '' },
  })
  const keep = async (record: SavedRecord) => {
    records.set(record.id, record)
    disk.keepOnly([...records.keys()])
    return ok(lineOf(record))
  }
  const now = options.now ?? (() => Date.UTC(2026, 10, 20))
  const clock = { now, monotonic: options.monotonic ?? now, sleep: async () => undefined }
  const guardClock = createGuardClock(clock, table.newest)
  const person = askedPerson(options.agrees)
  const needs: SubmissionNeeds = {
    clock,
    questions: person.questions,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    appVersion: '0.0.0',
    user: 'agent',
    settings: { get: () => ({ ...defaultSettings, ...options.settings }) },
    table,
    log: {
      recordDurably: async ({ outcome, id = '' }) => {
        states.push(outcome)
        const noted = (await options.onState?.(outcome)) ?? ok(undefined)
        if (noted.ok) notedOn(disk, id).add(outcome)
        return noted
      },
      statesOf: async (id) =>
        ok({ states: notedOn(disk, id), isWhole: options.isLogWhole ?? true }),
    },
    guardClock,
    savingRules: () => usualRules,
    guard: () => ({
      now: guardClock.now(),
      days: 30,
      rolledBackOn: options.rolledBackOn ?? null,
      damagedSince: null,
    }),
    savedRecords: {
      list: async () => ok([...records.values()].map(lineOf)),
      open: async (id) => {
        const record = records.get(id)
        return record ? ok(record) : fail({ code: 'records.notFound', message: 'gone' })
      },
      knowsEarlier: async () => options.knowsEarlier ?? true,
      save: async (record, _verbatim, options) => {
        const carried = carry(options?.along)
        return carried.ok ? keep(record) : carried
      },
      update: async (id, change, along) => {
        const record = records.get(id)
        const changed = record
          ? change(record)
          : fail({ code: 'records.notFound', message: 'gone' })
        if (!changed.ok) return changed
        const carried = carry(along)
        if (!carried.ok) return carried
        await keep(changed.value)
        return changed
      },
    },
    environments: {
      get: (id) => ok({ ...trainingEnvironment, id, name: 'Env' }),
      whyElsewhere: () => options.elsewhere?.() ?? null,
      useInUse: async () =>
        ok({
          ...trainingEnvironment,
          id: environmentId,
          name: 'Env',
          kind: options.kind ?? 'training',
          place: 'place',
          baseUrl: options.baseUrl ?? 'https://uat.example.com',
          takesSeveral: options.takesSeveral ?? false,
          ...(options.emptySession ? { emptySession: true } : {}),
          ...(options.readAs ? { readAs: options.readAs } : {}),
        }),
      takesSeveral: options.stillTakesSeveral ?? (() => options.takesSeveral ?? false),
    },
    plans: {
      list: async () => ok([...(options.plans ?? usualPlans)]),
    },
    participants: {
      people: () => options.openPeople ?? [],
      get: () =>
        options.participant
          ? ok({
              ...options.participant,
              participants:
                options.participant.participants ??
                (options.participant.profile ? [options.participant.profile] : []),
            })
          : fail({ code: 'participant.notOpen', message: 'none' }),
    },
    readTransaction:
      options.readTransaction ??
      (async () =>
        options.secrets ??
        ok({
          sid: 'secret-sid',
          cookie: 'secret-cookie',
          receiver: options.receiver ?? 'https://rk.example',
        })),
    submit: async (_operation, _environment, body, { onBeforeFirstByte, whyNot }) => {
      const refused = whyNot()
      if (refused) return { kind: 'notSent', error: refused }
      const recorded = await onBeforeFirstByte()
      if (!recorded.ok) return { kind: 'notSent', error: recorded.error }
      sent.push(body)
      return options.attempt ? options.attempt() : acceptedAnswer
    },
    readAnswer: async (_operation, text) => {
      options.onRead?.()
      answers += 1
      const [, said = ''] = /^declined: (.*)$/.exec(text) ?? []
      return ok({
        result: {
          success: text === 'accepted' ? true : text === 'silent' ? null : false,
          errorMessage: text === 'declined' ? 'The plan is frozen.' : said,
          transactionId: `T${answers}`,
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
        named: { clientIds: [], participantIds: [] },
        notes: [],
      })
    },
    decodeText: options.decode ?? (async (text) => ({ text, encoding: 'unknown' })),
  }
  const savedRecords = options.savedRecords?.(needs.savedRecords) ?? needs.savedRecords
  const real = createSubmissions({ ...needs, savedRecords })
  const submissions = {
    ...real,
    /** Reviews for the destination on screen. */
    review: (draft: SubmissionDraft) =>
      real.review(draft, { environmentId, place: 'place', name: 'Env' }),
  }
  const { asked } = person
  return { submissions, sent, asked, disk, records, states, needs: { ...needs, savedRecords } }
}

/** Takes a row from review to receipt, as a list does; `run` is the list's run. */
export const sendRow = async (
  rows: RowSteps,
  draft: SubmissionDraft,
  place: ListPlace,
  confirmed: Confirmed = {},
  {
    run = (work) => work(),
    onUnkept = () => undefined,
  }: {
    readonly run?: (work: () => Promise<Exchanged>) => Promise<Exchanged | null>
    readonly onUnkept?: () => void
  } = {},
): Promise<Result<Receipt>> => {
  const reviewed = unwrap(await rows.review(draft, env, place))
  return rows.letThrough(reviewed, confirmed, async (overrideReason) => {
    const prepared = await rows.prepare(reviewed, overrideReason)
    if (!prepared.ok) return prepared
    const exchanged = await run(() => rows.exchange(prepared.value))
    return rows.record(prepared.value, exchanged, onUnkept)
  })
}

/** The states of all submissions on this disk, oldest first. */
export const statesOn = (disk: Disk): unknown[] =>
  unwrap(disk.database.all('SELECT state FROM submissions ORDER BY rowid')).map(
    ({ state }) => state,
  )
