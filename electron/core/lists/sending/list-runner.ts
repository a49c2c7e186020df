import type { AppError } from '#shared/errors.ts'
import type { ListOptions } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Result } from '#shared/result.ts'
import type { Clock } from '../../ports.ts'
import { createLimiter } from '../../http/limiter.ts'
import type { RowSteps } from '../../submissions/submissions.ts'
import { createBrakes } from './brakes.ts'
import type { CheckedRow } from '../file/check-rows.ts'
import { isFailure, type Counts, type ListBook } from '../list-book.ts'
import { createSpeed } from './pace.ts'
import { addressChanged, environmentGone, inWords, isGone } from './run-words.ts'
import { sendRow, type RowSending } from './send-row.ts'

export interface RunnerNeeds {
  readonly clock: Clock
  readonly rows: RowSteps
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

/** Rows in hand for each that may be on its way: while one is sent, others are made ready and recorded. */
const inHand = 5

export const startRun = (needs: RunnerNeeds, run: RunOf): Run => {
  const { book, options, to, onMove } = run
  const { environmentId } = to
  const brakes = createBrakes(needs.clock, options, onMove)
  const { pause } = brakes
  const speed = createSpeed(needs.clock)
  const atOnce = Math.max(1, Math.min(options.concurrency, needs.callsAtOnce(environmentId)))

  /** Whether rows would still go where the list was checked for; a row in hand may have waited for an hour. */
  const isStillThere = async (): Promise<boolean> => {
    const url = await needs.urlOf(environmentId)
    const inUse = needs.inUse()
    if (inUse.id !== environmentId) {
      const switched = `This list goes to ${to.name}, and ${inUse.name} is in use now. Switch back to ${to.name} to go on.`
      pause(isGone(url) ? environmentGone(to.name) : switched)
    } else if (needs.whyElsewhere(to) !== null || !url.ok || url.value !== run.url)
      pause(addressChanged)
    return !brakes.isPaused()
  }

  const mayGoOn = async (): Promise<boolean> => {
    if (!(await isStillThere())) return false
    const ready = await needs.ready(environmentId)
    if (!ready.ok) pause(inWords(ready.error))
    return !brakes.isPaused()
  }

  const isWanted = ({ row }: CheckedRow): boolean =>
    book.stateOf(row) === 'ready' ||
    (options.sendsUnusual && book.stateOf(row) === 'unusual') ||
    (options.overrideReason !== '' && book.needsReason(row))

  let next = 0
  /** The next row that is to be sent, from now on taken. */
  const take = (): CheckedRow | undefined => {
    while (next < book.rows.length) {
      const row = book.rows[next]
      next += 1
      if (row && isWanted(row)) return row
    }
    return undefined
  }

  const sending: RowSending = {
    ...{ run, brakes, isStillThere },
    steps: needs.rows,
    limiter: createLimiter(() => atOnce),
    onDone: speed.note,
  }
  const lane = async (): Promise<void> => {
    while (await mayGoOn()) {
      const row = take()
      if (!row) return
      try {
        await sendRow(sending, row)
      } finally {
        book.setSending(row.row, false)
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
  return { pause, why: brakes.why, rowsPerHour: speed.rowsPerHour, ended }
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
