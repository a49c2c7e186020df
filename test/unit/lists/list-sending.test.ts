import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { fail, ok } from '#shared/result.ts'
import { declined } from '#test/support/worlds/list-run.ts'
import { acceptedAnswer, env, unwrap } from '#test/support/worlds/submissions-house.ts'
import { options, sendingHouse } from './sending-house.ts'

test('a list stopped during sending is stored and reported first as running, then as paused', async () => {
  const { id, start, sending, saved, actions, sent, clock, moves, shelf } = await sendingHouse()
  const begun = new Date(clock.now()).toISOString()
  expect(unwrap(await start())).toMatchObject({ state: 'running', why: '' })
  await sending.end()
  expect(sent.length).toBeLessThanOrEqual(3)
  expect(saved[0]).toMatchObject({ state: 'running', why: '', startedAt: begun })
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

test('a completely sent list is done, and keeps the time of its first start', async () => {
  const startedAt = '2026-11-19T12:00:00.000Z'
  const { id, start, sending, actions, sent, shelf, moves } = await sendingHouse({
    stored: { startedAt },
  })
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toHaveLength(3)
  expect(actions).toEqual(['started env', 'done env'])
  // Each row reports a change when it begins and when it ends; the list then reports one too.
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

test('while a list is being sent, it reports how many rows are waiting, and no other list can begin', async () => {
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
  expect(await sending.start(other, { options, rowsToSend: 3, to: env })).toMatchObject({
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

test('a list that is paused or stopped before it has begun sends nothing', async () => {
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

test('a list that cannot be stored does not begin; a list whose end cannot be stored is still shown as done', async () => {
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

test("failed rows become ready only at the user's request", async () => {
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

test('an internal error pauses the list and is logged, and the list can be continued', async () => {
  let isBroken = true
  const asking = await sendingHouse({
    needs: { ready: async () => (isBroken ? Promise.reject(new Error('a bug')) : ok('a token')) },
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

test('stopping while no list is being sent does not prevent a later list', async () => {
  const { id, sending, start, sent } = await sendingHouse()
  sending.beginNoMore('computer')
  unwrap(await start())
  await expect.poll(() => sending.holds(id)).toBe(false)
  expect(sent).toHaveLength(3)
})

test('failed rows stay failed if the change cannot be stored', async () => {
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
