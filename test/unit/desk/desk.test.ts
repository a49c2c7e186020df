import { expect, test } from 'vitest'
import { createKeyRing } from '#electron/core/records/key-ring.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { defaultTexts } from '#electron/core/desk/default-texts.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createDesk } from '#electron/core/desk/desk.ts'
import { deskReportRowSchema } from '#shared/desk/report-rows.ts'
import type { DeskCall } from '#shared/desk-call.ts'
import type { DeskTexts } from '#shared/desk/texts.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import { receiptRecord } from '#test/support/saved-records.ts'
import { createListeningLogger } from '#test/support/listening-logger.ts'
import { createManualClock } from '#test/support/manual-clock.ts'
import { createMemoryFiles } from '#test/support/memory-files.ts'
import { createStatefulSecrets } from '#test/support/stateful-secrets.ts'
import { valueOf } from '#test/support/results.ts'

/** The desk over real saved records and sealed stores, in memory; `again` is the program after a restart. */
const open = (disk = createMemoryFiles(), secrets = createStatefulSecrets()) => {
  const { logger, lines } = createListeningLogger()
  const clock = createManualClock()
  const keyRing = createKeyRing({ files: disk.files, secrets: secrets.store, clock, logger })
  const savedRecords = createSavedRecords({
    files: disk.files,
    secrets: secrets.store,
    clock,
    logger,
    keyRing,
  })
  let opened = 0
  const counted = {
    ...savedRecords,
    open: (id: string) => {
      opened += 1
      return savedRecords.open(id)
    },
  }
  const desk = createDesk({
    files: disk.files,
    keyRing,
    clock,
    logger,
    user: 'agent',
    savedRecords: counted,
    environments: {
      get: (id) =>
        id === 'gone'
          ? fail({ code: 'environment.notFound', message: 'gone' })
          : ok({ ...trainingEnvironment, id, name: `Name of ${id}`, kind: 'uat' }),
    },
  })
  return {
    desk,
    savedRecords,
    disk,
    secrets,
    lines,
    opened: () => opened,
    again: () => open(disk, secrets),
  }
}

const call: DeskCall = {
  startedAt: '2026-11-20T12:58:30.000Z',
  textsVersion: 0,
  checksPassed: ['birth', 'ssn4', 'employer'],
  checkTexts: [],
  reasonCode: 'fee',
  reasonText: '',
  note: '',
}
const optOut = (id: string, over: Partial<Receipt> = {}): Receipt => ({
  ...receiptRecord(id, 'accepted'),
  operation: 'optout',
  explanation: '',
  reason: 'Fee too high',
  call,
  ...over,
})
const day = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }

test('earlier requests are found by the beginning of the number, newest first, at most twenty', async () => {
  const { desk, savedRecords, opened } = open()
  for (let index = 0; index < 30; index += 1) {
    const savedAt = new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString()
    await savedRecords.save(
      optOut(`r-${index}`, { savedAt, subject: { participantId: `U-10${index}`, name: 'Ana' } }),
      '',
    )
  }
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  await savedRecords.save(optOut('else', { subject: { participantId: 'X-10', name: 'Ana' } }), '')
  const found = valueOf(await desk.earlier(' u-10 '))
  expect(found).toHaveLength(20)
  expect(found[0]).toMatchObject({ receiptId: 'enroll', operation: 'enroll', standing: null })
  expect(found.slice(1).map(({ receiptId }) => receiptId)).toEqual(
    Array.from({ length: 19 }, (_, index) => `r-${29 - index}`),
  )
  expect(found[1]).toMatchObject({ standing: 'done', participantId: 'U-1029' })
  expect(valueOf(await desk.earlier('nobody'))).toEqual([])
  const before = opened()
  await desk.earlier('U-1')
  await desk.earlier('U-10')
  expect(opened()).toBe(before)
  await savedRecords.remove('r-29')
  expect(valueOf(await desk.earlier('U-1029'))).toEqual([])
})

test('a wrap-up is kept on the receipt, beside the verbatim answer and what settled it', async () => {
  const { desk, savedRecords, again } = open()
  await savedRecords.save(optOut('r-1'), '{"OptOutResult":{}}')
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
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

test('a call that was cut off before its wrap-up is there at the next start, until it is wrapped up', async () => {
  const { desk, savedRecords, again } = open()
  const at = (hour: number) => ({
    savedAt: `2026-11-20T0${hour}:00:01.000Z`,
    sentAt: `2026-11-20T0${hour}:00:00.000Z`,
  })
  await savedRecords.save(optOut('cut-off', at(8)), '')
  await savedRecords.save(
    optOut('wrapped-up', {
      ...at(9),
      wrapUp: { disposition: 'optedOut', dispositionText: '', note: '', endedAt: at(9).sentAt },
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
  // Somebody is in the wrap-up of this one in another window: it was sent since the start.
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
      note: '',
      endedAt: at(8).sentAt,
    }),
  )
  expect(await ids(later)).toEqual([])
})

test('a call keeps what its codes said when it was read out, whatever the texts become', async () => {
  const { desk, savedRecords, again } = open()
  const own: DeskTexts = {
    ...defaultTexts,
    checks: [{ id: 'birth', text: 'Day, month and year of birth' }],
    reasons: [
      {
        code: 'fee',
        text: 'It costs too much',
        needsNote: false,
        notice: '',
        scripts: {},
        outcomes: {},
      },
    ],
    dispositions: [
      { code: 'optedOut', text: 'Carried out', needsNote: false, unsent: false },
      { code: 'changedMind', text: 'Stays after all', needsNote: false, unsent: true },
    ],
    checksNeeded: 1,
  }
  valueOf(await desk.saveConfig('uat', own))
  const sent = await desk.callInWords('uat', {
    ...call,
    textsVersion: 1,
    checksPassed: ['birth', 'gone'],
  })
  expect(sent).toMatchObject({
    checkTexts: ['Day, month and year of birth', 'gone'],
    reasonText: 'It costs too much',
  })
  await savedRecords.save(
    optOut('sent', { environment: { id: 'uat', name: 'UAT', kind: 'uat' }, call: sent }),
    '',
  )
  const endedAt = '2026-11-20T13:01:00.000Z'
  const wrapUp = { disposition: 'optedOut', dispositionText: '', note: '', endedAt }
  valueOf(await desk.wrapUp('sent', wrapUp))
  const unsent = { ...call, textsVersion: 1, startedAt: '2026-11-20T13:00:00.000Z' }
  valueOf(
    await desk.endCall({
      environmentId: 'uat',
      call: unsent,
      wrapUp: { ...wrapUp, disposition: 'changedMind' },
    }),
  )

  valueOf(await desk.saveConfig('uat', defaultTexts))
  const rows = valueOf(await again().desk.report(day))
  expect(rows.map(({ reasonText, dispositionText }) => [reasonText, dispositionText])).toEqual([
    ['It costs too much', 'Stays after all'],
    ['It costs too much', 'Carried out'],
  ])
})

test('a receipt of before texts were kept gets those of its version, else of the newest, else its codes', async () => {
  const { desk, savedRecords } = open()
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
    note: '',
    endedAt: '2026-11-20T13:01:00.000Z',
  }
  valueOf(
    await desk.saveConfig('uat', {
      ...defaultTexts,
      checks: [{ id: 'birth', text: 'Birthday' }],
      checksNeeded: 1,
    }),
  )
  const older = (textsVersion: number): Receipt =>
    optOut('old', {
      environment: { id: 'uat', name: 'UAT', kind: 'uat' },
      call: { ...call, textsVersion },
      wrapUp,
    })
  const [delivered, first, lost] = [0, 1, 7].map((version) => desk.recordInWords(older(version)))
  expect(await delivered).toMatchObject({
    call: {
      checkTexts: [
        'Date of birth',
        'Last four digits of the Social Security number',
        'Employer that sponsors the plan',
      ],
    },
    wrapUp: { dispositionText: 'Opted out as asked' },
  })
  for (const each of [await first, await lost]) {
    expect(each).toMatchObject({
      call: { checkTexts: ['Birthday', 'ssn4', 'employer'], reasonText: 'Fee too high' },
    })
  }
  const enrolled = receiptRecord('enroll', 'accepted')
  expect(await desk.recordInWords(enrolled)).toBe(enrolled)
  await savedRecords.save(older(0), '')
  expect(valueOf(await desk.report(day))).toMatchObject([
    { dispositionText: 'Opted out as asked', reasonText: 'Fee too high' },
  ])
})

test('what cannot be a wrap-up is refused', async () => {
  const { desk, savedRecords } = open()
  await savedRecords.save(optOut('r-1'), '')
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
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

test('calls without sending outlive a restart, are sealed, and never written over by the next run', async () => {
  const { desk, disk, again } = open()
  const end = (endedAt: string, environmentId = 'uat') => ({
    environmentId,
    call: { ...call, note: 'Zephyrine asked' },
    wrapUp: { disposition: 'transferred', dispositionText: '', note: 'To Quill', endedAt },
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
  for (const [name, bytes] of disk.contents) {
    expect(`${name} ${Buffer.from(bytes).toString('latin1')}`).not.toMatch(/Zephyrine|Quill/)
  }
})

test('a call without sending needs an environment, a fitting disposition and its note', async () => {
  const { desk, disk, savedRecords } = open()
  // The key is made with the first thing that is kept.
  await savedRecords.save(receiptRecord('enroll', 'accepted'), '')
  const ended = {
    environmentId: 'uat',
    call,
    wrapUp: {
      disposition: 'changedMind',
      dispositionText: '',
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
  disk.failNextWrite(9)
  expect(await desk.endCall(ended)).toMatchObject({
    ok: false,
    error: { code: 'records.diskFull' },
  })
  disk.failNextWrite(0)
  valueOf(await desk.endCall(ended))
  expect(valueOf(await desk.report(day))).toHaveLength(1)
})

test('the report takes opt-outs of the span and environment, each opened once', async () => {
  const { desk, savedRecords, opened } = open()
  const at = (savedAt: string) => ({ savedAt, sentAt: savedAt })
  await savedRecords.save(optOut('before', at('2026-11-19T23:59:59.999Z')), '')
  await savedRecords.save(optOut('first', at('2026-11-20T00:00:00.000Z')), '')
  await savedRecords.save(optOut('last', { ...at('2026-11-20T23:59:59.999Z'), call: null }), '')
  await savedRecords.save(optOut('after', at('2026-11-21T00:00:00.000Z')), '')
  await savedRecords.save(
    { ...receiptRecord('enroll', 'accepted'), ...at('2026-11-20T10:00:00.000Z') },
    '',
  )
  await savedRecords.save(
    optOut('listed', {
      ...at('2026-11-20T11:00:00.000Z'),
      list: { listId: '00000000-0000-4000-8000-000000000000', row: 1, attempt: 1 },
    }),
    '',
  )
  const rows = valueOf(await desk.report(day))
  expect(rows.map(({ receiptId, via }) => `${receiptId} ${via}`)).toEqual([
    'last call',
    'listed list',
    'first call',
  ])
  expect(rows[0]).toMatchObject({
    secondsToSent: null,
    secondsInAll: null,
    reasonCode: '',
    reason: 'Fee too high',
  })
  const before = opened()
  expect(valueOf(await desk.report(day))).toEqual(rows)
  expect(opened()).toBe(before)
  expect(valueOf(await desk.report({ ...day, environmentId: 'elsewhere' }))).toEqual([])
})

test('without a keychain the desk works for the session and writes nothing of a call', async () => {
  const secrets = createStatefulSecrets()
  secrets.control.state = { kind: 'memory', reason: 'unavailable', message: 'No keychain' }
  const { desk, savedRecords, disk, again } = open(createMemoryFiles(), secrets)
  await savedRecords.save(optOut('r-1'), '')
  const wrapUp = {
    disposition: 'changedMind',
    dispositionText: '',
    note: '',
    endedAt: '2026-11-20T13:00:00.000Z',
  }
  valueOf(await desk.endCall({ environmentId: 'uat', call, wrapUp }))
  expect(valueOf(await desk.report(day))).toHaveLength(2)
  expect(valueOf(await desk.earlier('U-1001'))).toHaveLength(1)
  expect([...disk.contents.keys()].filter((name) => name.endsWith('.gpr'))).toEqual([])
  expect(valueOf(await again().desk.report(day))).toEqual([])
})
