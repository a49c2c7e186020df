import { hash } from 'node:crypto'
import {
  createJournal,
  journalEntrySchema,
  type Journal,
} from '#electron/core/submission/journal/journal.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { createSummaryIndex } from '#electron/core/records/saved/saved-records.ts'
import { createGuardClock } from '#electron/core/submission/guard/guard-clock.ts'
import { serviceOf } from '#electron/core/submission/guard/likeness.ts'
import type { Confirmed } from '#electron/core/submission/guard/let-through.ts'
import type { Exchanged } from '#electron/core/submission/carry-out/exchange.ts'
import { createSubmissions, type RowSteps } from '#electron/core/submission/submissions.ts'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { AppError } from '#shared/errors.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Settings } from '#shared/environments/settings.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { usualRules } from '#shared/savings/saving-year.ts'

export const optout = {
  operation: 'optout',
  participantId: 'P-100',
  firstName: 'Dana',
  lastName: 'Reyes',
  optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
  reason: 'Prefers own choice',
} satisfies SubmissionDraft

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

/** Submissions on an in-memory disk; `attempt` returns the service's response to each request. */
export const house = (
  options: {
    attempt?: () => Promise<SubmissionAttempt> | SubmissionAttempt
    kind?: 'training' | 'production'
    disk?: ReturnType<typeof createMemoryFiles>
    records?: Map<string, SavedRecord>
    onState?: (state: string) => Result<void> | Promise<Result<void>> | undefined
    now?: () => number
    /** Elapsed time, if it should differ from the clock. */
    monotonic?: () => number
    knowsEarlier?: boolean
    /** Whether the activity log is intact. */
    isLogWhole?: boolean
    readsAll?: boolean
    /** Settings that differ from the defaults. */
    settings?: Partial<Settings>
    /** Id of the environment in use, by default the only one. */
    environmentId?: string
    baseUrl?: string
    /** Base URL and ClientId of other environments. */
    others?: Readonly<Record<string, string>>
    /** The open participant, for any handle. */
    participant?: {
      readonly text: string
      readonly profile: ParticipantProfile | null
      readonly participants?: readonly ParticipantProfile[]
    }
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
    /** Wraps the saved records. */
    savedRecords?: (
      savedRecords: SubmissionNeeds['savedRecords'],
    ) => SubmissionNeeds['savedRecords']
    /** The origin for which SID and Cookie were entered. */
    receiver?: string
    /** Sends a missing SID and Cookie as empty text. */
    emptySession?: boolean
    readAs?: ReadAs
    /** Why nothing may be sent any more. */
    elsewhere?: () => AppError | null
    readTransaction?: SubmissionNeeds['readTransaction']
    secrets?: Awaited<ReturnType<SubmissionNeeds['readTransaction']>>
  } = {},
) => {
  const disk = options.disk ?? createMemoryFiles()
  const records = options.records ?? new Map<string, SavedRecord>()
  const environmentId = options.environmentId ?? 'env'
  const service = serviceOf({
    kind: options.kind ?? 'training',
    baseUrl: options.baseUrl ?? '',
    clientId: 'TRAINING',
  })
  const sent: unknown[] = []
  const states: string[] = []
  const keep = async (record: SavedRecord) => {
    records.set(record.id, record)
    return ok({
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
  }
  const index = async () => {
    const index = createSummaryIndex()
    for (const record of records.values()) index.set(unwrap(await keep(record)))
    return index
  }
  const now = options.now ?? (() => Date.UTC(2026, 10, 20))
  const clock = { now, monotonic: options.monotonic ?? now, sleep: async () => undefined }
  const guardClock = createGuardClock(clock)
  const needs: SubmissionNeeds & { readonly journal: Journal } = {
    clock,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    appVersion: '0.0.0',
    user: 'agent',
    settings: { get: () => ({ ...defaultSettings, ...options.settings }) },
    journal: createJournal(disk.files),
    isTaken: () => false,
    log: {
      rolledBackOn: () => null,
      pseudonymOf: (id) => hash('sha256', `key ${id}`, 'hex'),
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
      serviceOf: (id) => (id === environmentId ? service : (options.others?.[id] ?? null)),
    }),
    savedRecords: {
      list: async () =>
        ok(
          await Promise.all(
            [...records.values()].map(async (record) => unwrap(await keep(record))),
          ),
        ),
      nameless: async () => ok((await index()).nameless()),
      receiptsAbout: async (about) => ok((await index()).receiptsAbout(about)),
      open: async (id) => {
        const record = records.get(id)
        return record ? ok(record) : fail({ code: 'records.notFound', message: 'gone' })
      },
      knowsEarlier: async () => options.knowsEarlier ?? true,
      readsAll: async () => options.readsAll ?? true,
      save: keep,
      update: async (id, change) => {
        const record = records.get(id)
        const changed = record
          ? change(record)
          : fail({ code: 'records.notFound', message: 'gone' })
        if (changed.ok) await keep(changed.value)
        return changed
      },
    },
    environments: {
      whyElsewhere: () => options.elsewhere?.() ?? null,
      useInUse: async () =>
        ok({
          ...trainingEnvironment,
          id: environmentId,
          name: 'Env',
          kind: options.kind ?? 'training',
          place: 'place',
          baseUrl: options.baseUrl ?? '',
          takesSeveral: options.takesSeveral ?? false,
          ...(options.emptySession ? { emptySession: true } : {}),
          ...(options.readAs ? { readAs: options.readAs } : {}),
        }),
      takesSeveral: options.stillTakesSeveral ?? (() => options.takesSeveral ?? false),
    },
    participants: {
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
      return ok({
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
      })
    },
    decodeText: options.decode ?? ((text) => ({ text, encoding: 'unknown' })),
  }
  const savedRecords = options.savedRecords?.(needs.savedRecords) ?? needs.savedRecords
  const real = createSubmissions({ ...needs, savedRecords })
  const submissions = {
    ...real,
    /** Reviews for the destination on screen. */
    review: (draft: SubmissionDraft) =>
      real.review(draft, { environmentId, place: 'place', name: 'Env' }),
  }
  return { submissions, sent, disk, records, states, needs: { ...needs, savedRecords } }
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

export const journalStates = (disk: ReturnType<typeof createMemoryFiles>): unknown[] =>
  new TextDecoder()
    .decode(disk.contents.get('submissions.jsonl'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => journalEntrySchema.parse(JSON.parse(line)).state)
