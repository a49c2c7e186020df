import { expect, test } from 'vitest'
import type { Receipt } from '#shared/records/receipt.ts'
import { deskReportRowSchema } from '#shared/desk/report-rows.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { valueOf } from '#test/support/results.ts'
import { call, day, openDesk, optOut } from './desk-house.ts'

test('a wrap-up is stored on the receipt and leaves the verbatim answer and the settlement unchanged', async () => {
  const { desk, savedRecords, again } = openDesk()
  await savedRecords.save(optOut('r-1'), '{"OptOutResult":{}}')
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
    contradicts: false,
    note: 'All clear',
    endedAt: '2026-11-20T13:01:00.000Z',
  }
  const kept = { ...wrapUp, dispositionText: 'Opted out as asked' }
  expect(valueOf(await desk.wrapUp('r-1', wrapUp)).wrapUp).toEqual(kept)
  const later = again()
  expect(valueOf(await later.savedRecords.open('r-1'))).toEqual(optOut('r-1', { wrapUp: kept }))
  expect(valueOf(await later.savedRecords.verbatim('r-1'))).toBe('{"OptOutResult":{}}')
  expect(valueOf(await later.desk.report(day))).toMatchObject([
    {
      disposition: 'optedOut',
      secondsToSent: 30,
      secondsInAll: 150,
      standing: 'done',
      via: 'call',
      user: 'advisor',
    },
  ])
})

test('if the program ends before the wrap-up of a call, the next start offers the wrap-up until it is done', async () => {
  const { desk, savedRecords, again } = openDesk()
  const at = (hour: number) => ({
    savedAt: `2026-11-20T0${hour}:00:01.000Z`,
    sentAt: `2026-11-20T0${hour}:00:00.000Z`,
  })
  await savedRecords.save(optOut('cut-off', at(8)), '')
  await savedRecords.save(
    optOut('wrapped-up', {
      ...at(9),
      wrapUp: {
        disposition: 'optedOut',
        dispositionText: '',
        note: '',
        contradicts: false,
        endedAt: at(9).sentAt,
      },
    }),
    '',
  )
  await savedRecords.save(
    optOut('row', {
      ...at(7),
      list: { listId: '3f0d2c1e-51a9-4a52-9e0d-7a8c1c1d1e10', row: 1, attempt: 1 },
    }),
    '',
  )
  await savedRecords.save(
    optOut('old', { savedAt: '2026-11-12T08:00:00.000Z', sentAt: '2026-11-12T08:00:00.000Z' }),
    '',
  )
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  // This receipt is from after the start, so another window may still be wrapping up its call.
  await savedRecords.save(
    optOut('now', { savedAt: '2026-11-20T12:00:30.000Z', sentAt: '2026-11-20T12:00:29.000Z' }),
    '',
  )
  const ids = async (of = desk): Promise<unknown> =>
    valueOf(await of.unwrapped()).map(({ receiptId }) => receiptId)
  expect(await ids()).toEqual(['cut-off'])
  const later = again().desk
  expect(await ids(later)).toEqual(['cut-off'])
  valueOf(
    await later.wrapUp('cut-off', {
      disposition: 'optedOut',
      dispositionText: '',
      contradicts: false,
      note: '',
      endedAt: at(8).sentAt,
    }),
  )
  expect(await ids(later)).toEqual([])
})

test('an invalid wrap-up is refused', async () => {
  const { desk, savedRecords } = openDesk()
  await savedRecords.save(optOut('r-1'), '')
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
    contradicts: false,
    note: '',
    endedAt: '2026-11-20T13:01:00.000Z',
  }
  const refused: readonly (readonly [string, Partial<typeof wrapUp>, object])[] = [
    ['nobody', {}, { code: 'records.notFound' }],
    ['enroll', {}, { code: 'input.invalid', field: 'receiptId' }],
    ['r-1', { disposition: 'changedMind' }, { code: 'input.invalid', field: 'disposition' }],
    ['r-1', { disposition: 'invented' }, { code: 'input.invalid', field: 'disposition' }],
    ['r-1', { disposition: 'followUp' }, { code: 'input.invalid', field: 'note' }],
  ]
  for (const [id, over, error] of refused) {
    expect(await desk.wrapUp(id, { ...wrapUp, ...over })).toMatchObject({ ok: false, error })
  }
  expect(valueOf(await savedRecords.open('r-1'))).toMatchObject({ wrapUp: null })
})

test.each<[outcome: Receipt['outcome'], settled: boolean, disposition: string]>([
  ['declined', false, 'nothingToDo'],
  ['declined', false, 'optedOut'],
  ['accepted', false, 'refused'],
  ['accepted', false, 'followUp'],
  ['rejected', false, 'optedOut'],
  ['inDoubt', false, 'optedOut'],
  ['notSent', true, 'optedOut'],
])(
  'a wrap-up that contradicts the result needs a confirmation, and the report flags it: %s, settled: %s, %s',
  async (outcome, isSettled, disposition) => {
    const { desk, savedRecords } = openDesk()
    const settled = {
      by: 'lead',
      at: day.from,
      saidBy: null,
      wentThrough: false,
      transactionId: '',
    }
    await savedRecords.save(
      optOut('r-1', { outcome, result: null, settled: isSettled ? settled : null }),
      '',
    )
    const wrapUp = {
      ...{ disposition, dispositionText: '', note: 'As the caller wished' },
      ...{ contradicts: false, endedAt: '2026-11-20T13:01:00.000Z' },
    }
    expect(await desk.wrapUp('r-1', wrapUp)).toMatchObject({
      error: { code: 'input.invalid', field: 'disposition' },
    })
    valueOf(await desk.wrapUp('r-1', { ...wrapUp, contradicts: true }))
    expect(valueOf(await desk.report(day))).toMatchObject([{ disposition, contradicts: true }])
  },
)

test('a wrap-up that fits is never flagged, whatever the page says', async () => {
  const { desk, savedRecords } = openDesk()
  await savedRecords.save(optOut('r-1'), '')
  const endedAt = '2026-11-20T13:01:00.000Z'
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
    note: '',
    contradicts: true,
    endedAt,
  }
  expect(valueOf(await desk.wrapUp('r-1', wrapUp)).wrapUp).toMatchObject({ contradicts: false })
})

test('calls that sent nothing survive a restart, are sealed, and are never overwritten by the next run', async () => {
  const { desk, records, again } = openDesk()
  const end = (endedAt: string, environmentId = 'uat') => ({
    environmentId,
    call: { ...call, note: 'Zephyrine asked' },
    wrapUp: {
      disposition: 'transferred',
      dispositionText: '',
      note: 'To Quill',
      contradicts: false,
      endedAt,
    },
  })
  valueOf(await desk.endCall(end('2026-11-20T13:00:00.000Z')))
  valueOf(await desk.endCall(end('2026-11-20T14:00:00.000Z', 'other')))
  const second = again()
  valueOf(await second.desk.endCall(end('2026-11-20T15:00:00.000Z')))
  valueOf(await second.desk.endCall(end('2026-11-21T00:00:00.000Z')))
  const third = again().desk
  const rows = valueOf(await third.report(day))
  expect(rows.map(({ at }) => at.slice(11, 13))).toEqual(['15', '14', '13'])
  expect(rows.map((row) => deskReportRowSchema.parse(row))).toEqual(rows)
  expect(rows[2]).toMatchObject({
    receiptId: null,
    standing: null,
    name: '',
    participantId: '',
    secondsInAll: 90,
  })
  expect(valueOf(await third.report({ ...day, environmentId: 'other' }))).toHaveLength(1)
  expect(/Zephyrine|Quill/.test(everythingIn(records.dataDir))).toBe(false)
})

test('a call that sent nothing needs an environment, a suitable disposition, and that disposition’s note', async () => {
  const { desk, records, savedRecords } = openDesk()
  // Storing the first record creates the key.
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  const ended = {
    environmentId: 'uat',
    call,
    wrapUp: {
      disposition: 'changedMind',
      dispositionText: '',
      contradicts: false,
      note: '',
      endedAt: '2026-11-20T13:00:00.000Z',
    },
  }
  expect(await desk.endCall({ ...ended, environmentId: 'gone' })).toMatchObject({
    error: { code: 'environment.notFound' },
  })
  const wrapUp = { ...ended.wrapUp, disposition: 'optedOut' }
  expect(await desk.endCall({ ...ended, wrapUp })).toMatchObject({
    error: { field: 'disposition' },
  })
  expect(
    await desk.endCall({ ...ended, wrapUp: { ...wrapUp, disposition: 'transferred' } }),
  ).toMatchObject({ error: { field: 'note' } })
  records.failNextWrite(9)
  expect(await desk.endCall(ended)).toMatchObject({
    ok: false,
    error: { code: 'records.diskFull' },
  })
  records.failNextWrite(0)
  valueOf(await desk.endCall(ended))
  expect(valueOf(await desk.report(day))).toHaveLength(1)
})
