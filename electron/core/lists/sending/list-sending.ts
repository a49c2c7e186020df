import type { ListOptions, ListView } from '#shared/lists/list.ts'
import { isoNow } from '#shared/moments.ts'
import { fail, invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { RestReason } from '../../platform/door.ts'
import type { ListNeeds } from '../list-needs.ts'
import { type CheckedList, isBeingSent, type ListShelf } from '../list-shelf.ts'
import { checkOf, listView } from '../list-views.ts'
import {
  failedRows,
  isFinished,
  type Run,
  type RunnerNeeds,
  sendableRows,
  startRun,
  wantedIn,
} from './list-runner.ts'
import { addressChanged, environmentGone } from './run-words.ts'

export interface WantedStart {
  readonly options: ListOptions
  readonly rowsToSend: number
  /** The check that the person saw; if absent, any check is accepted. */
  readonly check?: string | undefined
  readonly to: Destination
}

const mayStart = (
  { environments }: RunnerNeeds,
  { stored, book }: CheckedList,
  { options, rowsToSend, check = checkOf(stored), to }: WantedStart,
): Result<void> => {
  if (check !== checkOf(stored))
    return fail({
      code: 'submission.confirmation',
      message: 'The list was checked again in another window. Nothing was sent.',
      advice: 'Look at its rows, and send them then.',
    })
  const { environment, startedAt } = stored
  if (environment && !environments.get(environment.id).ok) {
    return invalid(
      environmentGone(environment.name),
      startedAt === null
        ? 'Check the list again for another one.'
        : 'Open the file again as a new list: what was accepted is left out.',
    )
  }
  if (!environment || environments.active().id !== environment.id) {
    const name = environment?.name ?? 'another environment'
    // A list with sent rows cannot be checked for another environment.
    const other = startedAt === null ? ', or check the list again' : ''
    return invalid(
      `The list was checked for ${name}, which is not in use now.`,
      `Switch to ${name}${other}.`,
    )
  }
  const elsewhere = environments.whyElsewhere(to)
  if (elsewhere) return fail(elsewhere)
  if (environment.place !== to.place)
    return fail({ code: 'environment.other', message: addressChanged })
  const sendable = sendableRows(book.counts(), book.needReason(), options)
  if (sendable === 0) return invalid('No row of the list can be sent.', 'See what needs fixing.')
  if (sendable === rowsToSend) return ok(undefined)
  return fail({
    code: 'submission.confirmation',
    message: `${rowsToSend} rows were confirmed, and ${sendable} would be sent. Nothing was sent.`,
    advice: 'Look at the number of rows again.',
    field: 'rowsToSend',
  })
}

/** Asks a person outside the page before a list is sent to production. Fails as the question does. */
const letPersonAgree = async (
  { environments, questions }: ListNeeds,
  { stored, book }: CheckedList,
  { options, to }: WantedStart,
): Promise<Result<void>> => {
  const found = environments.get(to.environmentId)
  if (!found.ok || found.value.kind !== 'production') return ok(undefined)
  const rows = book.rows.filter(wantedIn(book, options))
  const unusual = rows.filter(({ row }) => book.isUnusual(row)).length
  return questions.sendList(found.value, { fileName: stored.fileName, rows, options, unusual })
}

interface Claim {
  readonly listId: string
  run: Run | null
  /** Why the run must stop as soon as it begins; otherwise null. */
  stopped: string | null
  /** Before the run, this resolves when the run begins or is refused; afterwards, when the run ends. */
  ended: Promise<void>
}

const restWords: Readonly<Record<RestReason, string>> = {
  closing: 'The program was being closed. Nothing is sent until you go on.',
  lock: 'Glidepath was locked. Nothing is sent until you go on.',
  computer: 'The computer was about to sleep or shut down. Nothing is sent until you go on.',
}

const keepEnd = async (
  { log, logger }: ListNeeds,
  shelf: ListShelf,
  listId: string,
  why: string,
): Promise<void> => {
  const list = shelf.now(listId)
  if (!list?.book) return
  const isDone = isFinished(list.book, list.stored.options)
  const changes = { state: isDone ? 'done' : 'paused', why: isDone ? '' : why } as const
  const environmentId = list.stored.environment?.id ?? ''
  log.record({ action: 'list', outcome: changes.state, id: listId, environmentId })
  const kept = await shelf.keep(list, changes)
  if (kept.ok) return
  logger.error(`list ${listId}: ${kept.error.message}`)
  shelf.put({ ...list, stored: { ...list.stored, ...changes } })
}

const rerun = async (shelf: ListShelf, list: CheckedList): Promise<Result<ListView>> => {
  const { book, stored } = list
  const failed = failedRows(book)
  if (failed.length === 0)
    return invalid('No row of the list has failed.', 'Rows in doubt are settled one by one.')
  const before = book.counts()
  for (const row of failed) book.forgive(row, book.record(row)?.attempt ?? 0)
  const attempt = stored.attempt + 1
  return whenOk(await shelf.keep(list, { state: 'paused', why: '', attempt, before }), (kept) =>
    ok(listView(kept, null)),
  )
}

export const createListSending = (
  needs: ListNeeds,
  shelf: ListShelf,
  onMove: (listId: string) => void,
) => {
  const { clock, logger, log } = needs
  let current: Claim | null = null
  let isClosing = false
  const holds = (listId: string): boolean => current?.listId === listId
  const runOf = (listId: string): Run | null => (current?.listId === listId ? current.run : null)

  const finish = async (listId: string, why: string): Promise<void> => {
    try {
      await keepEnd(needs, shelf, listId, why)
    } finally {
      // The claim ends only here, so that nobody can remove or restart the list before the results are kept.
      current = null
      onMove(listId)
    }
  }

  const carryOut = async (
    list: CheckedList,
    options: ListOptions,
    to: Destination,
    claim: Claim,
  ): Promise<Result<ListView>> => {
    const { listId, fileName, environment, startedAt } = list.stored
    const kept = await shelf.keep(list, {
      options,
      state: 'running',
      why: '',
      startedAt: startedAt ?? isoNow(clock),
    })
    if (!kept.ok) return kept
    const environmentId = environment?.id ?? ''
    log.record({ action: 'list', outcome: 'started', id: listId, environmentId })
    const { book } = list
    const run = startRun(needs, {
      listId,
      fileName,
      to,
      book,
      options,
      onMove: () => onMove(listId),
    })
    claim.run = run
    if (claim.stopped !== null) run.pause(claim.stopped)
    claim.ended = run.ended
      .catch((cause: unknown) => logger.error(`list ${listId} stopped`, cause))
      .then(() => finish(listId, run.why()))
      .catch((cause: unknown) => logger.error(`list ${listId} could not be ended`, cause))
    return ok(listView(kept.value, run))
  }

  /** Also stops a run that is only about to begin. */
  const stop = (why: string): void => {
    if (current?.run) current.run.pause(why)
    else if (current) current.stopped = why
  }

  const untilEnded = async (): Promise<void> => {
    const claim = current
    // The first wait may end when the run begins; the second one lasts until the run ends.
    await claim?.ended
    await claim?.ended
  }

  return {
    runOf,
    holds,

    /**
     * Fails with `submission.confirmation` if `rowsToSend` is not the number of rows to send, and with
     * `environment.other`.
     */
    start: (listId: string, wanted: WantedStart) =>
      shelf.inTurn(listId, async () => {
        const list = await shelf.checked(listId)
        if (!list.ok) return list
        if (current?.listId === listId) return ok(listView(list.value, current.run))
        const mayBegin = (): Result<void> => {
          if (isClosing)
            return invalid('Glidepath is being closed.', 'Start it again and go on then.')
          if (current)
            return invalid('Another list is being sent.', 'Wait until it is done, or pause it.')
          return mayStart(needs, list.value, wanted)
        }
        const allowed = mayBegin()
        const agreed = allowed.ok ? await letPersonAgree(needs, list.value, wanted) : allowed
        // Much may have changed during the question.
        const still = agreed.ok ? mayBegin() : agreed
        if (!still.ok) return still
        // The list is claimed before the first await, so that no second start can slip in.
        const begun = Promise.withResolvers<undefined>()
        const claim: Claim = { listId, run: null, stopped: null, ended: begun.promise }
        current = claim
        try {
          return await carryOut(list.value, wanted.options, wanted.to, claim)
        } finally {
          if (claim.run === null) current = null
          begun.resolve(undefined)
        }
      }),

    /** Pauses the list after the rows under way are finished. */
    pause: async (listId: string) => {
      const list = await shelf.get(listId)
      if (!list.ok) return list
      if (holds(listId)) {
        stop('')
        await untilEnded()
      }
      const now = shelf.now(listId) ?? list.value
      return ok(listView(now, runOf(listId)))
    },

    rerunFailed: (listId: string) =>
      shelf.inTurn(listId, async () => {
        const list = await shelf.checked(listId)
        if (!list.ok) return list
        return holds(listId) ? isBeingSent : rerun(shelf, list.value)
      }),

    busy: (): string | null => {
      const waiting = current && shelf.now(current.listId)?.book?.counts().ready
      return current === null
        ? null
        : `A list of opt-outs is being sent, and ${waiting ?? 0} rows wait. Rows on their way must be recorded first. The rest continue when you say so.`
    },

    /** Starts no further row and finishes those under way. */
    beginNoMore: (why: RestReason): void => stop(restWords[why]),

    /** Resolves once nothing is under way and all results are kept. */
    end: async (): Promise<void> => {
      isClosing = true
      stop(restWords.closing)
      await untilEnded()
    },
  }
}

export type ListSending = ReturnType<typeof createListSending>
