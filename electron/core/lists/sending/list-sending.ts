import type { ListOptions, ListView } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import { ok, type Result } from '#shared/result.ts'
import { isoNow } from '../../iso-now.ts'
import type { ListNeeds, RestReason } from '../list-needs.ts'
import { failedRows, isFinished, startRun, type Run } from './list-runner.ts'
import { isGoneFor, mayStart } from './may-start.ts'
import { gone, isBeingSent, refuse, type CheckedList, type ListShelf } from '../list-shelf.ts'
import { listView } from '../list-views.ts'

/** The list that is being sent. */
interface Claim {
  readonly listId: string
  /** Null while it is about to begin. */
  run: Run | null
  /** Why it is to stop as soon as it has begun. */
  stopped: string | null
  /** Until it has begun, or was refused; from then on until it is over. */
  ended: Promise<void>
}

/** Sending lists, one at a time. */
export interface ListSending {
  readonly start: (
    listId: string,
    options: ListOptions,
    rowsToSend: number,
    to: Destination,
  ) => Promise<Result<ListView>>
  readonly pause: (listId: string) => Promise<Result<ListView>>
  readonly rerunFailed: (listId: string) => Promise<Result<ListView>>
  /** Whether this list is being sent or is about to be. */
  readonly holds: (listId: string) => boolean
  /** The run of this list, null when it is not being sent. */
  readonly runOf: (listId: string) => Run | null
  readonly busy: () => string | null
  readonly beginNoMore: (why: RestReason) => void
  /** Resolves when nothing is on its way and what is known is kept. */
  end(): Promise<void>
}

const restWords: Readonly<Record<RestReason, string>> = {
  closing: 'The program was being closed. Nothing is sent until you go on.',
  computer: 'The computer was about to sleep or shut down. Nothing is sent until you go on.',
}

export const createListSending = (
  needs: ListNeeds,
  shelf: ListShelf,
  onMove: (listId: string) => void,
): ListSending => {
  const { clock, logger } = needs
  let current: Claim | null = null
  let isClosing = false
  const runOf = (listId: string): Run | null => (current?.listId === listId ? current.run : null)

  const finish = async (listId: string, why: string): Promise<void> => {
    try {
      const list = shelf.now(listId)
      if (!list?.book) return
      const isDone = isFinished(list.book, list.stored.options)
      const changes = isDone
        ? ({ state: 'done', why: '' } as const)
        : ({ state: 'paused', why } as const)
      needs.onAction(changes.state, listId, list.stored.environment?.id ?? '')
      const kept = await shelf.keep(list, changes)
      if (kept.ok) return
      logger.error(`list ${listId}: ${kept.error.message}`)
      shelf.put({ ...list, stored: { ...list.stored, ...changes } })
    } finally {
      // Only now: until it is kept, nobody may take the list away or begin anew.
      current = null
      onMove(listId)
    }
  }

  const carryOut = async (
    list: CheckedList,
    options: ListOptions,
    to: Destination,
    claim: Claim,
  ) => {
    const { listId, environment, startedAt } = list.stored
    // Training is at another port each time the program is started, and is the same service all the same.
    const address =
      environment?.kind === 'training' ? await needs.urlOf(environment.id) : ok(list.stored.url)
    if (!address.ok) return address
    const url = address.value
    const changes = {
      url,
      options,
      state: 'running',
      why: '',
      startedAt: startedAt ?? isoNow(clock),
    } as const
    const kept = await shelf.keep(list, changes)
    if (!kept.ok) return kept
    needs.onAction('started', listId, environment?.id ?? '')
    const run = startRun(needs, {
      listId,
      to,
      url,
      book: list.book,
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

  /** One that is about to begin is stopped as soon as it does. */
  const stop = (why: string): void => {
    if (current?.run) current.run.pause(why)
    else if (current) current.stopped = why
  }

  /** Resolves when nothing of what is being sent now is on its way any more. */
  const untilEnded = async (): Promise<void> => {
    const claim = current
    // While it is about to begin, this is until it has begun.
    await claim?.ended
    await claim?.ended
  }

  return {
    runOf,
    holds: (listId) => current?.listId === listId,

    start: async (listId, options, rowsToSend, to) => {
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      const isEnvironmentGone = await isGoneFor(needs, list.value)
      // Taken away while it was looked up.
      if (shelf.now(listId) === undefined) return gone
      if (current?.listId === listId) return ok(listView(list.value, current.run))
      if (isClosing) return refuse('Glidepath is being closed.', 'Start it again and go on then.')
      if (current)
        return refuse('Another list is being sent.', 'Wait until it is done, or pause it.')
      const wanted = { options, rowsToSend, to, isEnvironmentGone }
      const allowed = mayStart(needs, list.value, wanted)
      if (!allowed.ok) return allowed
      // Claimed before anything is awaited, so that no second start can slip in between.
      const begun = Promise.withResolvers<undefined>()
      const claim: Claim = { listId, run: null, stopped: null, ended: begun.promise }
      current = claim
      try {
        return await carryOut(list.value, options, to, claim)
      } finally {
        if (claim.run === null) current = null
        begun.resolve(undefined)
      }
    },

    pause: async (listId) => {
      const list = await shelf.get(listId)
      if (!list.ok) return list
      if (current?.listId === listId) {
        stop('')
        await untilEnded()
      }
      const now = shelf.now(listId) ?? list.value
      return ok(listView(now, runOf(listId)))
    },

    rerunFailed: async (listId) => {
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      if (current?.listId === listId) return isBeingSent
      const { book, stored } = list.value
      const failed = failedRows(book)
      if (failed.length === 0)
        return refuse('No row of the list has failed.', 'Rows in doubt are settled one by one.')
      const before = book.counts()
      for (const row of failed) book.forgive(row, book.record(row)?.attempt ?? 0)
      const kept = await shelf.keep(list.value, {
        state: 'paused',
        why: '',
        attempt: stored.attempt + 1,
        before,
      })
      return kept.ok ? ok(listView(kept.value, null)) : kept
    },

    busy: () => {
      const waiting = current && shelf.now(current.listId)?.book?.counts().ready
      return current === null
        ? null
        : `A list of opt-outs is being sent, and ${waiting ?? 0} rows wait. What is on its way must be recorded first; the rest goes on when you say so.`
    },

    beginNoMore: (why) => stop(restWords[why]),

    end: async () => {
      isClosing = true
      stop(restWords.closing)
      await untilEnded()
    },
  }
}
