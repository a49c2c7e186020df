import PQueue from 'p-queue'
import { inWords, type AppError } from '#shared/errors.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { requestsAtOnce } from '#shared/lists/at-once.ts'
import type { ListOptions } from '#shared/lists/list.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/environments/environment.ts'
import { limitsOf } from '../../http/timeouts.ts'
import type { Exchanged } from '../../submission/carry-out/exchange.ts'
import type { Prepared } from '../../submission/carry-out/prepare.ts'
import type { RowSteps } from '../../submission/submissions.ts'
import type { CheckedRow } from '../file/check-rows.ts'
import { type Counts, isFailure, type ListBook, resultOf } from '../list-book.ts'
import type { ListNeeds } from '../list-needs.ts'
import { type Brakes, createBrakes, createSpeed } from './brakes.ts'
import {
  addressChanged,
  earlierMessage,
  elsewhereMeanwhile,
  environmentGone,
  notKept,
} from './run-words.ts'

interface RunOf {
  readonly listId: string
  readonly fileName: string
  readonly to: Destination
  readonly book: ListBook
  readonly options: ListOptions
  readonly onMove: () => void
}

interface RowSending extends RunOf {
  readonly steps: RowSteps
  readonly brakes: Brakes
  /**
   * Runs as many rows at once as the list and its environment allow. Other rows wait here, so that a person's own
   * request goes first.
   */
  readonly queue: PQueue
  /** False after pausing the list, because its destination is not in use or is no longer the checked one. */
  readonly isStillThere: () => boolean
  readonly onDone: () => void
}

/** Refusals that concern one row and not the whole list. */
const aboutTheRow: readonly AppError['code'][] = [
  'submission.inDoubt',
  'submission.alreadySent',
  'submission.confirmation',
]

const draftOf = (row: CheckedRow): SubmissionDraft => ({
  operation: 'optout',
  participantId: row.participantId,
  firstName: row.firstName,
  lastName: row.lastName,
  optoutInfo: row.plans,
  reason: row.reason,
})

/** Sends a row on its turn, within the limits of the list. Returns null if the list was paused first. */
const exchangeInTurn = (
  { to, book, onMove, steps, brakes, queue, isStillThere }: RowSending,
  row: number,
  prepared: Prepared,
): Promise<Exchanged | null> =>
  queue.add(async () => {
    if (!(await brakes.turn())) return null
    book.setSending(row, true)
    onMove()
    const exchanged = await steps.exchange(prepared)
    const { receipt, begun, heldBack } = exchanged
    // A row that the program itself held back says nothing about the service.
    if (begun) brakes.judge(receipt)
    if (heldBack && isStillThere()) brakes.pause(elsewhereMeanwhile(to.name))
    return exchanged
  })

const lookUp = (
  { book, brakes, isStillThere, onDone }: RowSending,
  row: number,
  receipt: Receipt,
): void => {
  const record = book.record(row)
  if (record && !record.begun) {
    if (isStillThere()) brakes.pause(receipt.explanation || 'Sending could not begin.')
    return
  }
  if (!record || record.outcome === null) return brakes.pause(notKept(row))
  book.results.set(row, resultOf(receipt))
  return onDone()
}

const sendRow = async (sending: RowSending, checked: CheckedRow): Promise<void> => {
  const { book, options, listId, fileName, to, steps, brakes } = sending
  const { row } = checked
  const refused = (error: AppError): void => {
    if (aboutTheRow.includes(error.code))
      book.leaveOut(row, { message: error.message, needsReason: false })
    else brakes.pause(inWords(error))
  }

  const place = { listId, row, attempt: (book.record(row)?.attempt ?? 0) + 1, fileName }
  const reviewed = await steps.review(draftOf(checked), to, place)
  if (!reviewed.ok) return refused(reviewed.error)
  const { earlier } = reviewed.value.review
  if (earlier?.outcome === 'inDoubt')
    return book.leaveOut(row, { message: earlierMessage(earlier), needsReason: false })
  if (earlier?.needsReason && (options.overrideReason === '' || book.isUnusual(row)))
    return book.leaveOut(row, { message: earlierMessage(earlier), needsReason: true })

  const sent = await steps.letThrough(reviewed.value, options, async (overrideReason) => {
    const prepared = await steps.prepare(reviewed.value, overrideReason)
    if (!prepared.ok) return prepared
    const exchanged = await exchangeInTurn(sending, row, prepared.value)
    return steps.record(prepared.value, exchanged, () => brakes.pause(notKept(row)))
  })
  return sent.ok ? lookUp(sending, row, sent.value) : refused(sent.error)
}

export type RunnerNeeds = Pick<ListNeeds, 'clock' | 'submissions' | 'environments' | 'tokens'>

/** How many rows are in progress for each allowed request: while one row is sent, others are prepared and recorded. */
const inHand = 5

/** Whether a row of `book` is sent with these options. */
export const wantedIn =
  (book: ListBook, { sendsUnusual, overrideReason }: ListOptions) =>
  ({ row }: Pick<CheckedRow, 'row'>): boolean =>
    book.stateOf(row) === 'ready' ||
    (sendsUnusual && book.stateOf(row) === 'unusual') ||
    (overrideReason !== '' && book.needsReason(row))

export const startRun = (needs: RunnerNeeds, run: RunOf) => {
  const { environments, tokens } = needs
  const { book, options, to, onMove } = run
  const { environmentId } = to
  const brakes = createBrakes(needs.clock, options, onMove)
  const { pause } = brakes
  const speed = createSpeed(needs.clock, options.perMinute)
  const environment = environments.get(environmentId)
  const atOnce = environment.ok ? requestsAtOnce(options, limitsOf(environment.value)) : 1

  const isStillThere = (): boolean => {
    const inUse = environments.active()
    if (inUse.id !== environmentId) {
      const switched = `This list goes to ${to.name}, and ${inUse.name} is in use now. Switch back to ${to.name} to go on.`
      pause(environments.get(environmentId).ok ? switched : environmentGone(to.name))
    } else if (environments.whyElsewhere(to) !== null) pause(addressChanged)
    return !brakes.isPaused()
  }

  const mayGoOn = async (): Promise<boolean> => {
    if (!isStillThere()) return false
    const ready = await tokens.get(environmentId, { minimumSecondsLeft: 300 })
    // If the address changed meanwhile, that is the reason for the pause: the credentials are not for the new address.
    if (!ready.ok && isStillThere()) pause(inWords(ready.error))
    return !brakes.isPaused()
  }

  const isWanted = wantedIn(book, options)
  const waiting = book.rows.values()
  const take = (): CheckedRow | undefined => {
    for (const row of waiting) if (isWanted(row)) return row
    return undefined
  }

  const sending: RowSending = {
    ...run,
    brakes,
    isStillThere,
    steps: needs.submissions.rows,
    queue: new PQueue({ concurrency: atOnce }),
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

export type Run = ReturnType<typeof startRun>

export const sendableRows = (
  { ready, unusual }: Counts,
  needReason: number,
  { overrideReason, sendsUnusual }: ListOptions,
): number => ready + (sendsUnusual ? unusual : 0) + (overrideReason === '' ? 0 : needReason)

export const isFinished = (book: ListBook, options: ListOptions): boolean =>
  book.counts().sending === 0 && sendableRows(book.counts(), book.needReason(), options) === 0

/** Rows that a person may run again: certainly not carried out, and never in doubt. */
export const failedRows = (book: ListBook): number[] =>
  book.rows.map(({ row }) => row).filter((row) => isFailure(book.stateOf(row)))
