import { expect, test } from 'vitest'
import { addressChanged } from '#electron/core/lists/sending/run-words.ts'
import { fail, ok } from '#shared/result.ts'
import { env, unwrap } from '#test/support/worlds/submissions-house.ts'
import { options, sendingHouse } from './sending-house.ts'

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

test('a list that is not there is neither begun, paused nor run again', async () => {
  const { sending, shelf, id } = await sendingHouse()
  const gone = { ok: false, error: { message: 'This list is no longer there.' } }
  expect(await sending.start('none', { options, rowsToSend: 3, to: env })).toMatchObject(gone)
  expect(await sending.pause('none')).toMatchObject(gone)
  expect(await sending.rerunFailed('none')).toMatchObject(gone)
  await shelf.checked(id)
  const started = sending.start(id, { options, rowsToSend: 3, to: env })
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
