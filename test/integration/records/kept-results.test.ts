import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportParts } from '#shared/report/report-parts.ts'
import { keepsAll } from '#shared/environments/retention.ts'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { bytesOf, checkedList, listText } from '#test/support/samples/list-files.ts'
import { sinceXml } from '#test/support/people/since-people.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'

/** Tests how long results are kept, what a legal hold protects, and what a removal deletes. */

let house: RealCore
/** Years by which the clock is ahead. */
let yearsAhead = 0
const system = createSystemClock()
const clock = {
  ...system,
  now: () => {
    const at = new Date(system.now())
    at.setUTCFullYear(at.getUTCFullYear() + yearsAhead)
    return at.getTime()
  },
}

beforeEach(async () => {
  yearsAhead = 0
  house = await openRealCore(temporaryFolder('kept-results'), { clock })
})
afterEach(() => house.core.close())

const open = (id: string) => house.must('participant.open', { kind: 'example', id })
let jobs = 0
const run = async (handle: string, inputs: object = {}) => {
  jobs += 1
  const jobId = `job-${jobs}`
  const { id } = await house.must('forecast.run', {
    ...{ handle, operation: 'forecast', inputs, jobId, keep: true },
  })
  return id
}
const actions = async () =>
  (await house.must('activity.list', { limit: 100 })).records.map(
    ({ action, outcome }) => `${action} ${outcome}`,
  )

test('results older than the set age are counted first, then removed, except under a legal hold', async () => {
  const linda = await open('linda-kowalski')
  await run(linda.handle)
  await run(linda.handle, { RetirementAge: 68 })
  const carol = await open('carol-nguyen')
  const carols = await run(carol.handle)
  await house.must('records.hold', { id: carols, reason: 'Subpoena 12-345' })
  const nothing = { counts: keepsAll, held: 0, inDoubt: 0 }
  yearsAhead = 3
  expect(await house.must('records.due', {})).toEqual(nothing)
  const retention = { ...keepsAll, forecast: 2, scenario: 2 }
  await house.must('settings.change', { retention })
  const due = { counts: { ...keepsAll, forecast: 1, scenario: 1 }, held: 1, inDoubt: 0 }
  expect(await house.must('records.due', {})).toEqual(due)
  expect(await house.must('records.list', {})).toHaveLength(3)
  expect(await house.must('records.removeDue', {})).toEqual(due)
  expect(await house.must('records.list', {})).toMatchObject([{ id: carols }])
  expect(rowsIn(house.dataDir, 'SELECT id FROM results')).toEqual([{ id: carols }])
  const noted = await actions()
  expect(noted.filter((action) => action === 'remove done')).toHaveLength(2)
  expect(noted).toContain('hold done')
})

test('results under a legal hold cannot be removed until it is lifted', async () => {
  const { handle } = await open('carol-nguyen')
  const id = await run(handle)
  await house.must('records.hold', { id, reason: 'Subpoena 12-345' })
  const later = await run(handle, { RetirementAge: 68 })
  const held = { ok: false, error: { code: 'records.held' } }
  for (const each of [id, later]) {
    const refused = await house.call('records.remove', { id: each })
    expect(refused).toMatchObject(held)
    expect(JSON.stringify(refused)).toContain('Subpoena 12-345')
  }
  expect(await house.call('records.removeEverything', { typed: 'REMOVE' })).toMatchObject(held)
  expect(await house.must('records.list', {})).toHaveLength(2)
  const [hold] = await house.must('records.holds', {})
  await house.must('records.liftHold', { id: hold?.id ?? '' })
  await house.must('records.remove', { id })
  expect(await house.must('records.list', {})).toHaveLength(1)
  expect(await actions()).toContain('liftHold done')
})

test('a list cannot be removed while it contains, or may contain, a client under a legal hold', async () => {
  const { handle } = await open('carol-nguyen')
  const id = await run(handle)
  const { participantId } = (await house.must('records.open', { id })).subject
  await house.must('records.hold', { id, reason: 'Subpoena 12-345' })
  const line = [participantId, 'Carol', 'Nguyen', 'ACME401K', '401K', 'Branch 1'].join(',')
  const withHer = await checkedList(house, `${listText(3)}${line}\r\n`)
  const unread = await house.must('list.open', {
    fileName: 'unread.csv',
    bytes: bytesOf(listText(3)),
  })
  const others = await checkedList(house, listText(3))
  for (const { listId } of [withHer, unread])
    expect(await house.call('list.remove', { listId })).toMatchObject({
      ok: false,
      error: { code: 'records.held' },
    })
  await house.must('list.remove', { listId: others.listId })
  expect(await house.must('list.all', {})).toHaveLength(2)
})

test('without the key, Remove everything is refused, because a submission may be in doubt', async () => {
  const { handle } = await open('linda-kowalski')
  await run(handle)
  const { dataDir } = house
  await house.core.close()
  renameSync(`${dataDir}.secrets.json`, `${dataDir}.away.json`)
  house = await openRealCore(dataDir, { clock })
  expect(await house.call('records.removeEverything', { typed: 'REMOVE' })).toMatchObject({
    ok: false,
    error: { code: 'records.keyLost' },
  })
  expect(rowsIn(dataDir, 'SELECT count(*) AS rows FROM results')).toEqual([{ rows: 1 }])
})

test('everything is removed only after the word is typed, and no data key is left in the files', async () => {
  await house.must('settings.change', { keepParticipantFile: true })
  const { handle } = await open('linda-kowalski')
  const id = await run(handle)
  await house.must('records.tag', { id, tags: ['beach'] })
  await run(handle, { RetirementAge: 68 })
  const keys = rowsIn(house.dataDir, 'SELECT hex(wrapped_key) AS key FROM results').map(({ key }) =>
    String(key),
  )
  expect(keys).toHaveLength(2)
  const files = () =>
    readdirSync(house.dataDir)
      .filter((name) => name.startsWith('glidepath.db'))
      .map((name) => readFileSync(path.join(house.dataDir, name), 'hex').toUpperCase())
      .join('')
  expect(keys.every((key) => files().includes(key))).toBe(true)
  expect(await house.call('records.removeEverything', { typed: 'remove' })).toMatchObject({
    ok: false,
    error: { code: 'input.invalid' },
  })
  expect(await house.must('records.list', {})).toHaveLength(2)
  expect(await house.must('records.removeEverything', { typed: 'REMOVE' })).toEqual({ rows: 2 })
  expect(await house.must('records.list', {})).toEqual([])
  expect(await house.must('participant.recents', {})).toEqual([])
  expect(rowsIn(house.dataDir, 'SELECT count(*) AS rows FROM submissions')).toEqual([{ rows: 0 }])
  const left = files()
  expect(keys.filter((key) => left.includes(key))).toEqual([])
  expect(await actions()).toContain('removeEverything done')
  expect(await house.must('activity.verify', {})).toMatchObject({ state: 'intact' })
  // The program then works as after its first start.
  await run(handle)
  expect(await house.must('records.list', {})).toHaveLength(1)
})

test('a report is kept byte for byte as it was given to the client', async () => {
  const { handle } = await open('linda-kowalski')
  const todayId = await run(handle)
  const made = await house.must('report.pdf', {
    ...{ todayId, planId: null, comparedIds: [], goalMonth: null, parts: [...reportParts] },
    ...{ paper: 'letter', masked: true },
  })
  expect(await house.must('records.list', {})).toHaveLength(1)
  await house.must('report.keep', { madeId: made.madeId, handedOver: 'saved' })
  const items = await house.must('records.list', {})
  const [report] = items.filter(({ kind }) => kind === 'report')
  expect(report?.subject).toEqual(items.find(({ id }) => id === todayId)?.subject)
  const opened = await house.must('records.open', { id: report?.id ?? '' })
  if (opened.kind !== 'report') throw new Error('the report opened as something else')
  expect(Buffer.compare(opened.bytes, made.bytes)).toBe(0)
  expect(opened.sha256).toBe(createHash('sha256').update(made.bytes).digest('hex'))
  expect(everythingIn(house.dataDir)).not.toContain(opened.fileName)
  expect(await house.call('report.keep', { madeId: 'other', handedOver: 'saved' })).toMatchObject({
    ok: false,
    error: { code: 'report.notMade' },
  })
})

test('a forecast records which strategy and market were shown last', async () => {
  const { handle } = await open('linda-kowalski')
  const id = await run(handle)
  await house.must('records.presented', { id, strategy: 'today', market: 'average' })
  await house.must('records.presented', { id, strategy: 'recommended', market: 'poor' })
  expect(await house.must('records.open', { id })).toMatchObject({
    presented: { strategy: 'recommended', market: 'poor' },
  })
})

test('a file kept with a forecast opens again as it was sent, and says of which day it is', async () => {
  const text = sinceXml({}).replace('UTF-8', 'ISO-8859-1').replace('Carol', 'Zoé')
  const source = { kind: 'file', name: 'zoe.xml', bytes: Buffer.from(text, 'latin1') } as const
  const without = await run((await house.must('participant.open', source)).handle)
  await house.must('settings.change', { keepParticipantFile: true })
  const first = await house.must('participant.open', source)
  const id = await run(first.handle, { RetirementAge: 68 })
  expect(await house.must('records.keepsFile', { id: without })).toEqual({ kept: false })
  expect(await house.must('records.keepsFile', { id })).toEqual({ kept: true })
  expect(await house.call('participant.open', { kind: 'kept', id: without })).toMatchObject({
    ok: false,
    error: { code: 'participant.fileMissing' },
  })
  const recents = await house.must('participant.recents', {})
  const again = await house.must('participant.open', { kind: 'kept', id })
  expect(again.sha256).toBe(first.sha256)
  expect(again.participants).toEqual(first.participants)
  expect(again.fileName).toMatch(/^File of /)
  expect(again.warnings[0]?.message).toEqual([
    expect.stringMatching(/^This is the file kept with the forecast of /),
  ])
  expect(await house.must('participant.text', { handle: again.handle })).toEqual({ text })
  expect(await house.must('scenario.list', { handle: again.handle })).toMatchObject([{ id }])
  expect(await house.must('participant.recents', {})).toEqual(recents)
})
