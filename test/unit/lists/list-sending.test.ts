import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListNeeds } from '#electron/core/lists/list-needs.ts'
import { noCounts } from '#electron/core/lists/list-book.ts'
import { addressChanged } from '#electron/core/lists/sending/run-words.ts'
import { createListSending } from '#electron/core/lists/sending/list-sending.ts'
import { createListShelf } from '#electron/core/lists/list-shelf.ts'
import type { StoredList } from '#electron/core/lists/list-store.ts'
import { usualOptions } from '#electron/core/lists/list-views.ts'
import type { SubmissionAttempt } from '#electron/core/express/classify-submission.ts'
import { createRowLedger } from '#electron/core/submissions/journal/row-ledger.ts'
import { fail, ok } from '#shared/result.ts'
import { readyRow } from '#test/support/list-rows.ts'
import { declined, runUrl } from '#test/support/list-run.ts'
import { createManualClock } from '#test/support/manual-clock.ts'
import { acceptedAnswer, env, house, unwrap } from '#test/support/submissions-house.ts'

const options = { ...usualOptions, concurrency: 1 }

/** Lists of three rows that were checked, on a shelf whose disk is `over.save`. */
const sendingHouse = async (
  over: {
    answer?: () => Promise<SubmissionAttempt> | SubmissionAttempt
    stored?: Partial<StoredList>
    needs?: Partial<Pick<ListNeeds, 'whyElsewhere' | 'inUse' | 'urlOf' | 'ready'>>
    save?: (list: StoredList) => ReturnType<ListNeeds['store']['save']>
    lists?: number
  } = {},
) => {
  const world = house({ attempt: () => over.answer?.() ?? acceptedAnswer })
  const ledger = createRowLedger(world.needs.journal)
  const ids = Array.from({ length: over.lists ?? 1 }, () => randomUUID())
  const stored = (listId: string): StoredList => ({
    ...{ listId, fileName: 'list.csv', bytes: 1, pieces: 1, openedAt: '2026-11-20T12:00:00.000Z' },
    reading: { encoding: 'utf-8', delimiter: ',', hasHeader: true },
    ...{
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
    },
    ...{
      mappingRemembered: false,
      defaults: { planType: '', reason: '', planSeparator: '' },
      notes: [],
    },
    environment: { id: 'env', name: 'Env', kind: 'uat', place: 'place' },
    ...{
      url: runUrl,
      state: 'checked',
      why: '',
      counts: noCounts(),
      needReason: 0,
      options,
      startedAt: null,
      attempt: 1,
      before: null,
      again: [],
    },
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
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: (words) => void errors.push(words),
    },
    rows: world.submissions.rows,
    store: {
      all: async () => ok({ lists: ids.map(stored), locked: 0 }),
      idsOnDisk: unused,
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
    reader: {
      read: unused,
      plans: unused,
      outcome: unused,
      close: unused,
      check: async () => ok([1, 2, 3].map(readyRow)),
    },
    ledger,
    mappings: { find: () => null, keep: () => undefined },
    environment: unused,
    earlierIn: () => async () => ok(null),
    openReceipt: unused,
    readsAll: async () => true,
    onProgress: () => undefined,
    onAction: (action, _listId, environmentId) => void actions.push(`${action} ${environmentId}`),
    whyElsewhere: () => null,
    inUse: () => ({ id: 'env', name: 'Env' }),
    urlOf: async () => ok(runUrl),
    ready: async () => ok(null),
    callsAtOnce: () => 1,
    ...over.needs,
  }
  const shelf = createListShelf(needs)
  ledger.onRow((listId, row) => shelf.now(listId)?.book?.refresh(row))
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
    start: (rows = 3, more = {}) => sending.start(id, { ...options, ...more }, rows, env),
  }
}

test('a list is sent, kept as running and as done, and said to be so', async () => {
  const { id, start, sending, saved, actions, sent, clock, moves, shelf } = await sendingHouse()
  const begun = new Date(clock.now()).toISOString()
  expect(unwrap(await start())).toMatchObject({ state: 'running', why: '' })
  await sending.end()
  expect(sent.length).toBeLessThanOrEqual(3)
  expect(saved[0]).toMatchObject({ state: 'running', why: '', url: runUrl, startedAt: begun })
  expect(actions).toEqual(['started env', 'paused env'])
  expect([sending.holds(id), sending.runOf(id), sending.busy()]).toEqual([false, null, null])
  expect(new Set(moves)).toEqual(new Set([id]))
  expect(shelf.now(id)?.stored).toMatchObject({
    state: 'paused',
    why: 'The program was being closed. Nothing is sent until you go on.',
  })
  expect(await start()).toMatchObject({
    ok: false,
    error: { message: 'Glidepath is being closed.', advice: 'Start it again and go on then.' },
  })
})

test('sent to its end it is done; when it was begun first stays', async () => {
  const startedAt = '2026-11-19T12:00:00.000Z'
  const { id, start, sending, actions, sent, shelf, moves } = await sendingHouse({
    stored: { startedAt },
  })
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toHaveLength(3)
  expect(actions).toEqual(['started env', 'done env'])
  // Each row as it begins and as it is over, and then the list.
  expect(moves.length).toBeGreaterThanOrEqual(7)
  expect(shelf.now(id)?.stored).toMatchObject({
    state: 'done',
    why: '',
    startedAt,
    counts: { accepted: 3 },
  })
  expect(await start(0)).toMatchObject({
    ok: false,
    error: { message: 'No row of the list can be sent.', advice: 'See what needs fixing.' },
  })
})

test('while it is sent it says how many rows wait, and no other is begun', async () => {
  const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
  const { id, other, start, sending, sent } = await sendingHouse({
    lists: 2,
    answer: () => promise,
  })
  unwrap(await start())
  expect([sending.holds(id), sending.holds(other), sending.runOf(other)]).toEqual([
    true,
    false,
    null,
  ])
  expect(sending.runOf(id)).not.toBeNull()
  await expect.poll(() => sent.length).toBe(1)
  expect(sending.busy()).toContain('is being sent, and 2 rows wait.')
  expect(unwrap(await start()).state).toBe('running')
  expect(await sending.start(other, options, 3, env)).toMatchObject({
    ok: false,
    error: { message: 'Another list is being sent.' },
  })
  expect(await sending.rerunFailed(id)).toMatchObject({
    ok: false,
    error: { message: 'The list is being sent.' },
  })
  expect(unwrap(await sending.pause(other)).state).toBe('checked')
  const paused = sending.pause(id)
  resolve(acceptedAnswer)
  expect(unwrap(await paused)).toMatchObject({
    state: 'paused',
    why: '',
    counts: { accepted: 1, ready: 2 },
  })
  expect(sent).toHaveLength(1)
})

test('paused or put to rest before it has begun, it sends nothing', async () => {
  for (const [how, why] of [
    ['pause', ''],
    ['rest', 'The computer was about to sleep or shut down. Nothing is sent until you go on.'],
  ] as const) {
    const held = Promise.withResolvers<undefined>()
    const { id, start, sending, sent, shelf } = await sendingHouse({
      save: async () => held.promise.then(() => ok(undefined)),
    })
    const started = start()
    await expect.poll(() => sending.holds(id)).toBe(true)
    expect(sending.runOf(id)).toBeNull()
    expect(sending.busy()).toContain('3 rows wait')
    const ended = how === 'pause' ? sending.pause(id) : sending.end()
    if (how === 'rest') sending.beginNoMore('computer')
    held.resolve(undefined)
    unwrap(await started)
    await ended
    expect(sending.holds(id)).toBe(false)
    expect(sent).toEqual([])
    expect(shelf.now(id)?.stored).toMatchObject({ state: 'paused', why })
  }
})

test('it goes nowhere but where it was checked for', async () => {
  const other = { code: 'environment.other', message: 'It was changed.' } as const
  const inUse = () => ({ id: 'prod', name: 'Prod' })
  const urlOf = async () => fail({ code: 'environment.notFound', message: 'None.' })
  const refusals = [
    [
      { needs: { inUse } },
      {
        message: 'The list was checked for Env, which is not in use now.',
        advice: 'Switch to Env, or check the list again.',
      },
    ],
    [
      { needs: { inUse }, stored: { startedAt: '2026-11-19T12:00:00.000Z' } },
      { advice: 'Switch to Env.' },
    ],
    [
      { needs: { inUse, urlOf } },
      {
        message: 'Env, which this list goes to, is no longer there.',
        advice: 'Check the list again for another one.',
      },
    ],
    [
      { needs: { inUse, urlOf }, stored: { startedAt: '2026-11-19T12:00:00.000Z' } },
      { advice: 'Open the file again as a new list: what was accepted is left out.' },
    ],
    [
      {
        needs: {
          inUse,
          urlOf: async () => fail({ code: 'environment.baseUrl', message: 'No address.' }),
        },
      },
      { message: 'The list was checked for Env, which is not in use now.' },
    ],
    [{ needs: { whyElsewhere: () => other } }, other],
    [
      { stored: { environment: { id: 'env', name: 'Env', kind: 'uat', place: 'elsewhere' } } },
      { code: 'environment.other', message: addressChanged },
    ],
  ] as const
  for (const [over, error] of refusals) {
    const { id, start, sending, sent, actions } = await sendingHouse(over)
    expect(await start()).toMatchObject({ ok: false, error })
    expect([sent, actions, sending.holds(id)]).toEqual([[], [], false])
  }
  const older = await sendingHouse({
    stored: { environment: { id: 'env', name: 'Env', kind: 'uat' } },
  })
  expect((await older.start()).ok).toBe(true)
  await older.sending.end()
})

test('only the number of rows that was confirmed is sent', async () => {
  const { start, sent, id, shelf, sending } = await sendingHouse()
  expect(await start(2)).toMatchObject({
    ok: false,
    error: {
      code: 'submission.confirmation',
      message: '2 rows were confirmed, and 3 would be sent. Nothing was sent.',
      field: 'rowsToSend',
    },
  })
  unwrap(await shelf.checked(id)).book.leaveOut(1, { message: 'Sent before.', needsReason: true })
  expect(await start(3)).toMatchObject({
    ok: false,
    error: { message: '3 rows were confirmed, and 2 would be sent. Nothing was sent.' },
  })
  expect((await start(3, { overrideReason: 'Asked again' })).ok).toBe(true)
  await sending.pause(id)
  expect(sent.length).toBeLessThanOrEqual(3)
})

test('Training goes on at the address it has now, any other at the one it was checked for', async () => {
  const moved = async () => ok('http://127.0.0.1:2/rm/v1/express/optout')
  const training = { id: 'env', name: 'Env', kind: 'training', place: 'place' } as const
  const there = await sendingHouse({ stored: { environment: training }, needs: { urlOf: moved } })
  unwrap(await there.start())
  await there.sending.end()
  expect(there.saved[0]?.url).toBe('http://127.0.0.1:2/rm/v1/express/optout')
  const unknown = fail({ code: 'environment.notFound', message: 'None.' })
  const none = await sendingHouse({
    stored: { environment: training },
    needs: { urlOf: async () => unknown },
  })
  expect(await none.start()).toEqual(unknown)
  expect([none.sending.holds(none.id), none.saved]).toEqual([false, []])
})

test('what cannot be kept is not begun; an end that cannot be kept is known all the same', async () => {
  const full = fail({ code: 'records.diskFull', message: 'full' })
  const never = await sendingHouse({ save: async () => full })
  expect(await never.start()).toEqual(full)
  expect([never.sent, never.actions, never.sending.holds(never.id)]).toEqual([[], [], false])
  const ending = await sendingHouse({
    save: async ({ state }) => (state === 'running' ? ok(undefined) : full),
  })
  unwrap(await ending.start())
  await expect.poll(() => ending.sending.holds(ending.id)).toBe(false)
  expect(ending.errors).toEqual([`list ${ending.id}: full`])
  expect(ending.shelf.now(ending.id)?.stored).toMatchObject({ state: 'done', why: '' })
})

test('rows that failed are ready again only when a person says so', async () => {
  const answers = [declined]
  const { id, start, sending, sent, saved } = await sendingHouse({
    answer: () => answers.shift() ?? acceptedAnswer,
  })
  expect(await sending.rerunFailed(id)).toMatchObject({
    ok: false,
    error: { message: 'No row of the list has failed.' },
  })
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(unwrap(await sending.rerunFailed(id))).toMatchObject({
    state: 'paused',
    why: '',
    counts: { accepted: 2, ready: 1 },
  })
  expect(saved.at(-1)).toMatchObject({
    attempt: 2,
    before: { accepted: 2, declined: 1 },
    again: [[1, 1]],
  })
  unwrap(await start(1))
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toHaveLength(4)
})

test('a list that is not there is neither begun, paused nor run again', async () => {
  const { sending, shelf, id } = await sendingHouse()
  const gone = { ok: false, error: { message: 'This list is no longer there.' } }
  expect(await sending.start('none', options, 3, env)).toMatchObject(gone)
  expect(await sending.pause('none')).toMatchObject(gone)
  expect(await sending.rerunFailed('none')).toMatchObject(gone)
  await shelf.checked(id)
  const started = sending.start(id, options, 3, env)
  shelf.drop(id)
  expect(await started).toMatchObject(gone)
})

test('a list that is taken away while its environment is looked up is not begun', async () => {
  const house: { drop?: () => void } = {}
  const { shelf, id, start, sending } = await sendingHouse({
    needs: {
      inUse: () => ({ id: 'prod', name: 'Prod' }),
      urlOf: async () => {
        house.drop?.()
        return fail({ code: 'environment.notFound', message: 'None.' })
      },
    },
  })
  house.drop = () => shelf.drop(id)
  expect(await start()).toMatchObject({
    ok: false,
    error: { message: 'This list is no longer there.' },
  })
  expect(sending.holds(id)).toBe(false)
})

test('a list that an earlier version checked goes to no other address than the one it was checked for', async () => {
  const environment = { id: 'env', name: 'Env', kind: 'uat' } as const
  const { id, start, sending, sent, shelf } = await sendingHouse({
    stored: { environment, url: 'http://127.0.0.1:2/rm/v1/express/optout' },
  })
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toEqual([])
  expect(shelf.now(id)?.stored).toMatchObject({ state: 'paused', why: addressChanged })
})

test('a fault of the program ends the list, is in the log, and keeps nobody from going on', async () => {
  let isBroken = true
  const asking = await sendingHouse({
    needs: { ready: async () => (isBroken ? Promise.reject(new Error('a bug')) : ok(null)) },
  })
  unwrap(await asking.start())
  await expect.poll(() => asking.sending.holds(asking.id)).toBe(false)
  expect(asking.errors).toEqual([`list ${asking.id} stopped`])
  expect(asking.shelf.now(asking.id)?.stored).toMatchObject({
    state: 'paused',
    why: 'Something went wrong inside the program. What was on its way is recorded.',
  })
  isBroken = false
  unwrap(await asking.start())
  await expect.poll(() => asking.sending.holds(asking.id)).toBe(false)
  expect(asking.sent).toHaveLength(3)

  const ending = await sendingHouse({
    save: async ({ state }) =>
      state === 'running' ? ok(undefined) : Promise.reject(new Error('a bug')),
  })
  unwrap(await ending.start())
  await expect.poll(() => ending.sending.holds(ending.id)).toBe(false)
  expect(ending.errors).toEqual([`list ${ending.id} could not be ended`])
  expect(ending.sending.busy()).toBeNull()
})

test('where nothing is sent there is nothing to stop', async () => {
  const { id, sending, start, sent } = await sendingHouse()
  sending.beginNoMore('computer')
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toHaveLength(3)
})

test('rows that failed are not ready again where that cannot be kept', async () => {
  const full = fail({ code: 'records.diskFull', message: 'full' })
  const answers = [declined]
  let isFull = false
  const { id, start, sending } = await sendingHouse({
    answer: () => answers.shift() ?? acceptedAnswer,
    save: async () => (isFull ? full : ok(undefined)),
  })
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  isFull = true
  expect(await sending.rerunFailed(id)).toEqual(full)
})
