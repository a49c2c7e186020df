import { expect, test } from 'vitest'
import { addressChanged } from '#electron/core/lists/sending/run-words.ts'
import { fail } from '#shared/result.ts'
import { env, unwrap } from '#test/support/worlds/submissions-house.ts'
import { options, sendingHouse } from './sending-house.ts'

test('a list is sent only to the environment and address that it was checked for', async () => {
  const other = { code: 'environment.other', message: 'It was changed.' } as const
  const inUse = () => ({ id: 'prod', name: 'Prod' })
  const get = () => fail({ code: 'environment.notFound', message: 'None.' })
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
      { needs: { inUse, get } },
      {
        message: 'Env, which this list goes to, is no longer there.',
        advice: 'Check the list again for another one.',
      },
    ],
    [
      { needs: { inUse, get }, stored: { startedAt: '2026-11-19T12:00:00.000Z' } },
      { advice: 'Open the file again as a new list: what was accepted is left out.' },
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
})

test('only the confirmed number of rows is sent', async () => {
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

test('a list that does not exist cannot be started, paused or run again', async () => {
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
