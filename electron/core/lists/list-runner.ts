import type { AppError } from '#shared/errors.ts'
import type { ListOptions } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { dayInWords, timeInWords } from '#shared/moments.ts'
import type { Result } from '#shared/result.ts'
import type { Clock } from '../ports.ts'
import { createLimiter } from '../http/limiter.ts'
import type { RowTurn } from '../submissions/row-origin.ts'
import type { Submissions } from '../submissions/submissions.ts'
import type { Earlier } from './list-needs.ts'
import { isFailure, resultOf, type Counts, type ListBook } from './list-book.ts'
import { createPace, createSpeed } from './pace.ts'

export interface RunnerNeeds {
  readonly clock: Clock
  readonly submissions: Pick<Submissions, 'review' | 'send' | 'discard'>
  /** Why nothing may leave for an environment: another one is in use, or it was changed; else null. */
  readonly whyElsewhere: (to: Destination) => AppError | null
  /** The environment in use. */
  readonly inUse: () => { readonly id: string; readonly name: string }
  /** Where an environment's opt-outs go. */
  readonly urlOf: (environmentId: string) => Promise<Result<string>>
  /** A token that is good for a submission is at hand, or why not. */
  readonly ready: (environmentId: string) => Promise<Result<unknown>>
  /** Calls at once that the environment allows. */
  readonly callsAtOnce: (environmentId: string) => number
}

/** What is sent: a checked list, and where it goes. */
export interface RunOf {
  readonly listId: string
  readonly to: Destination
  readonly url: string
  readonly book: ListBook
  readonly options: ListOptions
  /** Told when a row moved on. */
  readonly onMove: () => void
}

export interface Run {
  /** Begins nothing more; what is on its way is finished. `why` is empty when a person asked for it. */
  readonly pause: (why: string) => void
  /** What it waits for, or why it was paused; empty for neither. */
  readonly why: () => string
  readonly rowsPerHour: () => number | null
  /** Resolves when nothing is on its way any more. */
  readonly ended: Promise<void>
}

/** Waited after a 429 that does not say how long, seconds. */
const usualWait = 30
/** A service that asks for longer than this is not waited for; a person decides. */
const longestWait = 3600
/** Rows in hand for each that may be on its way: while one is sent, others are made ready and recorded. */
const inHand = 5
/** So many 429 one after the other, waits between them, and nothing accepted: waiting does not help. */
const mostWaits = 5

/** Refusals that are about one row and not about the list. */
const aboutTheRow: readonly AppError['code'][] = [
  'submission.inDoubt',
  'submission.alreadySent',
  'submission.confirmation',
]

const inWords = ({ message, advice }: AppError): string =>
  advice === undefined ? message : `${message} ${advice}`

export const startRun = (needs: RunnerNeeds, run: RunOf): Run => {
  const { clock, submissions } = needs
  const { book, options, to, onMove } = run
  const { environmentId } = to
  const stop = new AbortController()
  const pace = createPace(clock, options.perMinute)
  const speed = createSpeed(clock)
  const maySendAgain = options.overrideReason !== ''
  let why = ''
  let failures = 0
  let waits = 0
  let waitUntil = 0
  let nextRow = 1

  const pause = (reason: string): void => {
    if (stop.signal.aborted) return
    why = reason
    stop.abort()
  }

  const isWanted = (row: number): boolean =>
    book.stateOf(row) === 'ready' ||
    (options.sendsUnusual && book.stateOf(row) === 'unusual') ||
    (maySendAgain && book.needsReason(row))

  /** The next row that is to be sent, from now on taken. */
  const take = (): number | null => {
    while (nextRow <= book.rows.length) {
      const row = nextRow
      nextRow += 1
      if (isWanted(row)) return row
    }
    return null
  }

  const untilCalm = async (): Promise<void> => {
    while (clock.monotonic() < waitUntil) {
      await clock.sleep(waitUntil - clock.monotonic(), stop.signal)
      if (clock.monotonic() >= waitUntil) why = ''
      onMove()
    }
  }

  const waitAsAsked = (receipt: Receipt): void => {
    const seconds = receipt.retryAfter ?? usualWait
    const until = clock.monotonic() + seconds * 1000
    // Answers that were on their way together ask together: that is one wait.
    if (clock.monotonic() >= waitUntil) waits += 1
    waitUntil = Math.max(waitUntil, until)
    if (seconds > longestWait || waits > mostWaits) {
      pause(
        `The service answers that it is too busy${seconds > longestWait ? ` and asks to wait ${Math.ceil(seconds / 60)} minutes` : ''}. Go on later.`,
      )
      return
    }
    const at = timeInWords(clock.now() + seconds * 1000)
    why = `The service asked to wait ${Math.ceil(seconds)} seconds. It goes on by itself at ${at}.`
  }

  /** What is on disk of a row that was sent. */
  const lookUp = (row: number, receipt: Receipt): void => {
    const record = book.record(row)
    if (!record || record.outcome === null) return pause(notKept(row))
    if (!record.begun) return pause(receipt.explanation || 'Sending could not begin.')
    book.results.set(row, resultOf(receipt))
    return speed.note()
  }

  /** Whether the next row may be sent after this outcome. */
  const judge = (receipt: Receipt): void => {
    if (receipt.status === 401)
      return pause(
        `${receipt.explanation.replace(/[.\s]*$/, '.')} Test the connection under Settings.`,
      )
    if (receipt.status === 429) return waitAsAsked(receipt)
    if (receipt.outcome === 'accepted') {
      waits = 0
      return undefined
    }
    failures += 1
    if (options.stopAfterErrors !== null && failures >= options.stopAfterErrors) {
      pause(`${failures} ${failures === 1 ? 'row was' : 'rows were'} not accepted.`)
    }
    return undefined
  }

  const refused = (row: number, error: AppError): void => {
    if (aboutTheRow.includes(error.code)) {
      book.leaveOut(row, { message: error.message, needsReason: false })
    } else {
      pause(inWords(error))
    }
  }

  const atOnce = Math.max(1, Math.min(options.concurrency, needs.callsAtOnce(environmentId)))
  const limiter = createLimiter(() => atOnce)

  const mayBegin = async (): Promise<boolean> => {
    try {
      do {
        await untilCalm()
        await pace.turn(stop.signal)
        // Asked to wait while it waited for its turn: then it is no longer its turn.
      } while (clock.monotonic() < waitUntil)
    } catch (cause) {
      if (stop.signal.aborted) return false
      throw cause
    }
    return isStillThere()
  }

  const turnOf = (row: number): RowTurn => {
    let isElsewhere = false
    return {
      run: (work) =>
        limiter.run('row', async () => {
          if (!(await mayBegin())) return null
          book.setSending(row, true)
          onMove()
          const done = await work()
          if (isElsewhere && (await isStillThere())) pause(elsewhereMeanwhile(to.name))
          return done
        }),
      onElsewhere: () => {
        isElsewhere = true
      },
      // A row that the program itself kept back says nothing of the service.
      onOutcome: (receipt) =>
        isElsewhere && receipt.outcome === 'notSent' ? undefined : judge(receipt),
      onUnkept: () => pause(notKept(row)),
    }
  }

  const sendRow = async (row: number): Promise<void> => {
    const checked = book.rows[row - 1]
    if (!checked) return
    const draft: SubmissionDraft = {
      operation: 'optout',
      participantId: checked.participantId,
      firstName: checked.firstName,
      lastName: checked.lastName,
      optoutInfo: checked.plans,
      reason: checked.reason,
    }
    const place = { listId: run.listId, row, attempt: (book.record(row)?.attempt ?? 0) + 1 }
    const review = await submissions.review(draft, to, { place, turn: turnOf(row) })
    if (!review.ok) return refused(row, review.error)
    const { submissionId, url, earlier } = review.value
    const leave = (message: string, needsReason: boolean): void => {
      submissions.discard(submissionId)
      book.leaveOut(row, { message, needsReason })
    }
    if (url !== run.url) {
      submissions.discard(submissionId)
      return pause(addressChanged)
    }
    if (earlier?.outcome === 'inDoubt') return leave(earlierMessage(earlier), false)
    if (earlier?.needsReason && (!maySendAgain || book.isUnusual(row)))
      return leave(earlierMessage(earlier), true)
    const sent = await submissions.send(submissionId, {
      overrideReason: options.overrideReason,
      sendsUnusual: options.sendsUnusual,
    })
    if (sent.ok) return lookUp(row, sent.value)
    submissions.discard(submissionId)
    return refused(row, sent.error)
  }

  /** Whether rows would still go where the list was checked for; a row in hand may have waited for an hour. */
  const isStillThere = async (): Promise<boolean> => {
    const url = await needs.urlOf(environmentId)
    const inUse = needs.inUse()
    if (inUse.id !== environmentId) {
      const switched = `This list goes to ${to.name}, and ${inUse.name} is in use now. Switch back to ${to.name} to go on.`
      pause(isGone(url) ? environmentGone(to.name) : switched)
    } else if (needs.whyElsewhere(to) !== null || !url.ok || url.value !== run.url)
      pause(addressChanged)
    return !stop.signal.aborted
  }

  const mayGoOn = async (): Promise<boolean> => {
    if (!(await isStillThere())) return false
    const ready = await needs.ready(environmentId)
    if (!ready.ok) pause(inWords(ready.error))
    return !stop.signal.aborted
  }

  const lane = async (): Promise<void> => {
    while (await mayGoOn()) {
      const row = take()
      if (row === null) return
      try {
        await sendRow(row)
      } finally {
        book.setSending(row, false)
        onMove()
      }
    }
  }

  const ended = Promise.all(Array.from({ length: atOnce * inHand }, lane)).then(
    () => undefined,
    (cause: unknown) => {
      pause('Something went wrong inside the program. What was on its way is recorded.')
      throw cause
    },
  )
  return { pause, why: () => why, rowsPerHour: speed.rowsPerHour, ended }
}

/** Whether an address is not known because its environment was removed. */
export const isGone = (url: Result<string>): boolean =>
  !url.ok && url.error.code === 'environment.notFound'

export const environmentGone = (name: string): string =>
  `${name}, which this list goes to, is no longer there.`

/** It was in use again when it was looked at once more. */
const elsewhereMeanwhile = (name: string): string =>
  `Another environment than ${name} was in use for a moment, so a row was not sent. Go on when ${name} is to stay in use.`

/** Where a list goes is settled when it is checked. */
export const addressChanged =
  'The address of the environment has changed since the list was checked. Open the file again as a new list: what was accepted is left out.'

const notKept = (row: number): string =>
  `The outcome of row ${row} could not be kept on disk. Free some disk space or check the data folder.`

/** Why a row with an earlier request is left out. */
export const earlierMessage = ({ outcome, sentAt, same }: Omit<Earlier, 'needsReason'>): string => {
  if (outcome === 'inDoubt')
    return `A request of ${dayInWords(sentAt)} for this participant and plan is in doubt. Settle it first.`
  return same === 'unknown'
    ? `A receipt of ${dayInWords(sentAt)} that may be of the same is damaged. This is sent only with a reason.`
    : `The same was accepted on ${dayInWords(sentAt)}. It is sent again only with a reason.`
}

/** How many rows wait that `options` would send. */
export const sendableRows = (
  { ready, unusual }: Counts,
  needReason: number,
  { overrideReason, sendsUnusual }: ListOptions,
): number => ready + (sendsUnusual ? unusual : 0) + (overrideReason === '' ? 0 : needReason)

/** Whether nothing is left that `options` would send. */
export const isFinished = (book: ListBook, options: ListOptions): boolean =>
  book.counts().sending === 0 && sendableRows(book.counts(), book.needReason(), options) === 0

/** Rows that a person may run again: definitely not carried out. Never one in doubt. */
export const failedRows = (book: ListBook): number[] =>
  book.rows.map(({ row }) => row).filter((row) => isFailure(book.stateOf(row)))
