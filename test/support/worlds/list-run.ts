import { randomUUID } from 'node:crypto'
import { createListBook } from '#electron/core/lists/list-book.ts'
import { startRun, type RunnerNeeds } from '#electron/core/lists/sending/list-runner.ts'
import type { CheckedRow } from '#electron/core/lists/file/check-rows.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { RowRecord } from '#electron/core/submission/table/row-record.ts'
import type { ListPlace } from '#shared/records/receipt.ts'
import type { ListOptions } from '#shared/lists/list.ts'
import { ok, type Result } from '#shared/result.ts'
import { defaultLimits } from '#shared/environments/environment.ts'
import { trainingEnvironment, type Environment } from '#electron/core/environments/environment.ts'
import type { RowSteps } from '#electron/core/submission/submissions.ts'
import { readyRow } from '../samples/list-rows.ts'
import { createManualClock, type ManualClock } from '../doubles/manual-clock.ts'
import { acceptedAnswer, env, house, unwrap } from './submissions-house.ts'

export const rejected = (
  status: number,
  retryAfter?: number,
  message = `Answered with ${status}`,
): SubmissionAttempt => ({
  kind: 'rejected',
  status,
  text: '',
  error: { code: 'service.busy', message, ...(retryAfter === undefined ? {} : { retryAfter }) },
})
export const declined: SubmissionAttempt = {
  ...acceptedAnswer,
  kind: 'answered',
  status: 200,
  text: 'declined',
  durationMs: 5,
}
/** The service declines, in these words. */
export const declinedAs = (words: string): SubmissionAttempt => ({
  kind: 'answered',
  status: 200,
  text: `declined: ${words}`,
  durationMs: 5,
})
export const cut: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}
/** Returns one answer after another, then accepts everything. */
export const inTurn =
  (...answers: SubmissionAttempt[]) =>
  () =>
    answers.shift() ?? acceptedAnswer

/** Collects what `say` returns at the beginning of each wait. */
export const whileItSleeps = (clock: ManualClock, say: () => string): string[] => {
  const said: string[] = []
  const sleep: ManualClock['sleep'] = clock.sleep.bind(clock)
  clock.sleep = (...args) => {
    said.push(say())
    return sleep(...args)
  }
  return said
}

/** The services that a run uses and a test can replace. */
export interface RunServices {
  readonly whyElsewhere: RunnerNeeds['environments']['whyElsewhere']
  readonly inUse: () => { readonly id: string; readonly name: string }
  readonly get: RunnerNeeds['environments']['get']
  readonly ready: (environmentId: string) => Promise<Result<string>>
  readonly callsAtOnce: (environmentId: string) => number
}

/**
 * The services that a run uses, with the changes in `over`. By default, the environment `env` is in
 * use and stays unchanged.
 */
export const runServices = (
  over: Partial<RunServices>,
): Pick<RunnerNeeds, 'environments' | 'tokens'> => {
  const environment = (id: string, name: string): Environment => ({
    ...trainingEnvironment,
    id,
    name,
    limits: { ...defaultLimits, callsAtOnce: over.callsAtOnce?.(id) ?? 1 },
  })
  return {
    environments: {
      active: () => {
        const { id, name } = over.inUse?.() ?? { id: 'env', name: 'Env' }
        return { ...trainingEnvironment, id, name }
      },
      get: over.get ?? ((id) => ok(environment(id, 'Env'))),
      useInUse: () => Promise.reject(new Error('nobody asks')),
      whyElsewhere: over.whyElsewhere ?? (() => null),
    },
    tokens: { get: async (id) => over.ready?.(id) ?? ok('a token') },
  }
}

/**
 * Sends a list stored on an in-memory disk; `answer` is the service's response for each participant
 * id.
 */
export const listRun = async (
  options: {
    answer?: (participantId: string) => Promise<SubmissionAttempt> | SubmissionAttempt
    rows?: number | readonly CheckedRow[]
    options?: Partial<ListOptions>
    needs?: Partial<RunServices>
    steps?: (real: RowSteps) => Partial<RowSteps>
    /** Replaces the table's data about the rows. */
    recorded?: ReadonlyMap<number, RowRecord>
    world?: ReturnType<typeof house>
    onMove?: () => void
  } = {},
) => {
  const ids: string[] = []
  const world: ReturnType<typeof house> =
    options.world ??
    house({
      attempt: (): Promise<SubmissionAttempt> | SubmissionAttempt => {
        const [last] = world.sent.slice(-1)
        const id =
          typeof last === 'object' && last !== null && 'ParticipantId' in last
            ? String(last.ParticipantId)
            : ''
        ids.push(id)
        return options.answer?.(id) ?? acceptedAnswer
      },
    })
  const listId = randomUUID()
  const clock = createManualClock()
  const recorded = options.recorded ?? unwrap(world.needs.table.rowsOf(listId))
  const rows =
    typeof options.rows === 'object'
      ? options.rows
      : Array.from({ length: options.rows ?? 3 }, (_, index) => readyRow(index + 1))
  const book = createListBook(rows, recorded, [])
  const places: ListPlace[] = []
  const real: RowSteps = {
    ...world.submissions.rows,
    review: async (draft, to, place) => {
      places.push(place)
      return world.submissions.rows.review(draft, to, place)
    },
  }
  const start = () =>
    startRun(
      {
        clock,
        submissions: { rows: { ...real, ...options.steps?.(real) } },
        ...runServices(options.needs ?? {}),
      },
      {
        listId,
        fileName: 'people.csv',
        to: env,
        book,
        options: {
          concurrency: 1,
          perMinute: null,
          stopAfterErrors: null,
          overrideReason: '',
          sendsUnusual: false,
          ...options.options,
        },
        onMove: () => options.onMove?.(),
      },
    )
  return {
    ...world,
    ids,
    listId,
    clock,
    book,
    places,
    start,
    states: () => rows.map(({ row }) => book.stateOf(row)),
  }
}

/** The outcome of a whole run, and the reason if it was paused. */
export const outcome = async (...args: Parameters<typeof listRun>) => {
  const list = await listRun(...args)
  const run = list.start()
  await run.ended
  return { ...list, run, why: run.why() }
}
