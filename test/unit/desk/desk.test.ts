import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import type { DeskTexts } from '#shared/desk/texts.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'
import { valueOf } from '#test/support/results.ts'
import { call, day, openDesk, optOut } from './desk-house.ts'

test('earlier requests are found by the beginning of the participant id, newest first, at most twenty', async () => {
  const { desk, savedRecords, opened } = openDesk()
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

test('a call keeps the wording of its codes as read out to the caller, even if the scripts change later', async () => {
  const { desk, savedRecords, again } = openDesk()
  const own: DeskTexts = {
    ...defaultTexts,
    checks: [{ id: 'birth', text: 'Day, month and year of birth' }],
    reasons: [
      {
        code: 'fee',
        text: 'It costs too much',
        means: 'reason',
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
    checksFailed: [{ id: 'birth', text: 'made up by the page', forOther: true }],
  })
  expect(sent).toMatchObject({
    checkTexts: ['Day, month and year of birth', 'gone'],
    checksFailed: [{ id: 'birth', text: 'Day, month and year of birth', forOther: true }],
    reasonText: 'It costs too much',
  })
  await savedRecords.save(
    optOut('sent', { environment: { id: 'uat', name: 'UAT', kind: 'uat' }, call: sent }),
    '',
  )
  const endedAt = '2026-11-20T13:01:00.000Z'
  const wrapUp = {
    disposition: 'optedOut',
    dispositionText: '',
    note: '',
    contradicts: false,
    endedAt,
  }
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

test('the report includes opt-outs for the period and environment, and opens each receipt once', async () => {
  const { desk, savedRecords, opened } = openDesk()
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

test('without a keychain, the desk works for the session and writes nothing about calls to disk', async () => {
  const records = recordHouse()
  records.secrets.control.state = { kind: 'memory', reason: 'unavailable', message: 'No keychain' }
  const { desk, savedRecords, again } = openDesk(records)
  await savedRecords.save(optOut('r-1'), '')
  const wrapUp = {
    disposition: 'changedMind',
    dispositionText: '',
    contradicts: false,
    note: '',
    endedAt: '2026-11-20T13:00:00.000Z',
  }
  valueOf(await desk.endCall({ environmentId: 'uat', call, wrapUp }))
  expect(valueOf(await desk.report(day))).toHaveLength(2)
  expect(valueOf(await desk.earlier('U-1001'))).toHaveLength(1)
  expect(readdirSync(records.dataDir)).toEqual([])
  expect(valueOf(await again().desk.report(day))).toEqual([])
})
