import { randomUUID } from 'node:crypto'
import type { ListNeeds } from '#electron/core/lists/list-needs.ts'
import { noCounts } from '#electron/core/lists/list-book.ts'
import { createListSending } from '#electron/core/lists/sending/list-sending.ts'
import { createListShelf } from '#electron/core/lists/list-shelf.ts'
import type { StoredList } from '#electron/core/lists/list-store.ts'
import { usualOptions } from '#electron/core/lists/list-views.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { createCoreEvents } from '#electron/core/platform/events.ts'
import { ok } from '#shared/result.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { runServices, type RunServices } from '#test/support/worlds/list-run.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { acceptedAnswer, env, house } from '#test/support/worlds/submissions-house.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

export const options = { ...usualOptions, concurrency: 1 }

/** Checked lists of three rows, on a shelf with `over.save` as its disk. */
export const sendingHouse = async (
  over: {
    answer?: () => Promise<SubmissionAttempt> | SubmissionAttempt
    stored?: Partial<StoredList>
    needs?: Partial<RunServices>
    save?: (list: StoredList) => ReturnType<ListNeeds['store']['save']>
    lists?: number
  } = {},
) => {
  const world = house({ attempt: () => over.answer?.() ?? acceptedAnswer })
  const ids = Array.from({ length: over.lists ?? 1 }, () => randomUUID())
  const stored = (listId: string): StoredList => ({
    listId,
    fileName: 'list.csv',
    bytes: 1,
    pieces: 1,
    openedAt: '2026-11-20T12:00:00.000Z',
    reading: { encoding: 'utf-8', delimiter: ',', hasHeader: true, skip: 0 },
    encodingChoices: [],
    columns: [],
    rows: 3,
    sample: [],
    mapping: {
      participantId: 0,
      firstName: 1,
      lastName: 2,
      planId: 3,
      planType: null,
      reason: null,
    },
    mappingRemembered: false,
    defaults: { planType: '', reason: '', planSeparator: '' },
    notes: [],
    environment: { id: 'env', name: 'Env', kind: 'uat', place: 'place' },
    state: 'checked',
    why: '',
    counts: noCounts(),
    needReason: 0,
    options,
    startedAt: null,
    attempt: 1,
    before: null,
    again: [],
    ...over.stored,
  })
  const saved: StoredList[] = []
  const actions: string[] = []
  const errors: string[] = []
  const moves: string[] = []
  const clock = createManualClock()
  const unused = () => Promise.reject(new Error('nobody asks'))
  const needs: ListNeeds = {
    clock,
    questions: askedPerson().questions,
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: (words) => void errors.push(words),
    },
    submissions: world.submissions,
    store: {
      all: async () => ok({ lists: ids.map(stored), locked: 0 }),
      save: async (list) => {
        const kept = (await over.save?.(list)) ?? ok(undefined)
        if (kept.ok) saved.push(list)
        return kept
      },
      savePieces: unused,
      pieces: unused,
      remove: unused,
      isKept: async () => true,
    },
    plans: { list: async () => ok([]) },
    reader: {
      read: unused,
      plans: unused,
      outcome: unused,
      close: unused,
      check: async () => ok([1, 2, 3].map(readyRow)),
    },
    table: world.needs.table,
    mappings: { find: () => null, keep: () => undefined },
    earlierIn: () => async () => ok(null),
    savedRecords: { open: unused, holds: { list: unused } },
    events: createCoreEvents(),
    log: {
      record: ({ outcome, environmentId = '' }) => void actions.push(`${outcome} ${environmentId}`),
    },
    ...runServices(over.needs ?? {}),
  }
  const shelf = createListShelf(needs)
  const sending = createListSending(needs, shelf, (listId) => void moves.push(listId))
  const [id = '', other = ''] = ids
  return {
    ...world,
    id,
    other,
    shelf,
    sending,
    saved,
    actions,
    errors,
    moves,
    clock,
    start: (rows = 3, more = {}) =>
      sending.start(id, { options: { ...options, ...more }, rowsToSend: rows, to: env }),
  }
}
