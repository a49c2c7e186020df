import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readResultsFile, writeResultsFile } from '#electron/core/backup/results-file.ts'
import type { Saved } from '#electron/core/records/saved/saved-form.ts'
import { keepsAll } from '#shared/environments/retention.ts'
import type { Hold } from '#shared/records/hold.ts'
import { forecastIn, type RecordSummary, type SavedRecord } from '#shared/records/record.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { ok, type Result } from '#shared/result.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { draftOf, tortureOperation } from './house.ts'
import type { Found, Piece } from './work-task.ts'

/** Everything that a person can be told is done: seeded pieces of work, and what is there afterwards. */

export interface Told {
  readonly begin: (piece: Piece) => void
  readonly done: (piece: Piece) => void
  readonly refused: (
    piece: Piece,
    error: { readonly code: string; readonly message: string },
  ) => void
  /** A broken promise that only the program itself sees. */
  readonly broken: (what: string) => void
}

export interface Workplace {
  readonly house: RealCore
  readonly random: () => number
  readonly told: Told
  /** Folder of exported files. */
  readonly exports: string
  /** Names of acknowledged backups and exports. */
  readonly backups: readonly string[]
  readonly files: readonly string[]
  /** Numbers of submissions that may have been carried out. */
  readonly sent: readonly number[]
  /** Number of the next submission. */
  readonly next: () => number
}

const inOrder = (_key: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64url').slice(0, 22)

/** What makes a result the same one, as a person sees it. */
export const keyOf = (record: SavedRecord): string => {
  if (record.kind === 'receipt') return `receipt ${record.submissionId}`
  return record.kind === 'report' ? `report ${record.sha256}` : `${record.kind} ${record.id}`
}
const holdKey = ({ reason }: Pick<Hold, 'reason'>) => `hold ${reason}`

export const participantOf = (number: number): string => `W-${number}`

/** Retention of {@link works}' `retire`; everything older was imported as such. */
const keptYears = 3
const longAgo = '2019-03-04T05:06:07.000Z'
export const retention = { ...keepsAll, forecast: keptYears, scenario: keptYears }

const savedIn = async ({ must }: RealCore, ids: readonly string[] | null) => {
  const { bytes } = await must('results.export', { ids: ids && [...ids], passphrase: '' })
  const read = await readResultsFile(bytes, '')
  if (!read.ok) throw new Error(read.error.message)
  return read.value.results
}

/** Opens everything that is saved, and looks for what a person would complain about. */
export const lookAt = async (house: RealCore): Promise<Found> => {
  const problems: string[] = []
  const items = await house.must('records.list', {})
  const saved = items.length === 0 ? [] : await savedIn(house, null)
  const listed = new Map(items.map((item) => [item.id, item]))
  const results: Record<string, Found['results'][string]> = {}
  for (const { record, verbatim } of saved) {
    const key = keyOf(record)
    if (key in results) problems.push(`${key} is there twice`)
    const outcome = record.kind === 'receipt' ? record.outcome : null
    if (outcome !== (listed.get(record.id)?.outcome ?? null))
      problems.push(`${key} is listed as ${listed.get(record.id)?.outcome}, but is ${outcome}`)
    if (record.kind === 'report' && digestOfFile(record.bytes) !== record.sha256)
      problems.push(`${key} is another file`)
    if (forecastIn(record) && !verbatim.includes('StrategyOutput'))
      problems.push(`${key} has no answer`)
    results[key] = {
      ...{ digest: digestOf(record), outcome },
      verbatim: forecastIn(record) ? digestOf(verbatim) : '',
    }
  }
  for (const hold of await house.must('records.holds', {})) {
    const key = holdKey(hold)
    if (key in results) problems.push(`${key} is there twice`)
    results[key] = { digest: digestOf(hold), outcome: null, verbatim: '' }
  }
  const log = await house.must('activity.verify', {})
  if (log.state !== 'intact')
    problems.push(`the activity log: ${JSON.stringify(log.problems.slice(0, 3))}`)
  const { notices, savedRecords } = await house.must('app.info', {})
  if (!savedRecords.persistent || savedRecords.message !== '')
    problems.push(`saved results: ${savedRecords.message}`)
  problems.push(...(notices ?? []).filter((notice) => /older data/i.test(notice)))
  return { results, problems }
}

const digestOfFile = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const any = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)]

const openAny = async ({ house, random }: Workplace) => {
  const [example] = await house.must('participant.examples', {})
  const { handle } = await house.must('participant.open', {
    kind: 'example',
    id: example?.id ?? '',
  })
  // Few salaries, so that some runs are runs of an earlier forecast.
  const inputs = random() < 0.3 ? {} : { Salary: 60_000 + 1000 * Math.floor(random() * 12) }
  return { handle, inputs, operation: 'forecast' as const, jobId: randomUUID() }
}

type Pick1 = (item: RecordSummary) => boolean

const one = async ({ house, random }: Workplace, isIt: Pick1) =>
  any(random, (await house.must('records.list', {})).filter(isIt))

const openOne = async (place: Workplace, isIt: Pick1) => {
  const item = await one(place, isIt)
  return item && place.house.must('records.open', { id: item.id })
}

/** Tells `piece`, does it, and tells the answer; `as` adds what only the answer says. */
const tell = async <T>(
  { told }: Workplace,
  piece: Piece,
  work: () => Promise<Result<T>>,
  as: (value: T) => Piece = () => piece,
): Promise<void> => {
  told.begin(piece)
  const done = await work()
  if (done.ok) told.done(as(done.value))
  else told.refused(piece, done.error)
}

const isOld = ({ savedAt }: RecordSummary) => savedAt === longAgo
const isForecast = ({ kind }: RecordSummary) => kind === 'forecast'
const isLoose = ({ outcome }: RecordSummary) => outcome !== 'inDoubt'

const heldIds = async ({ must }: RealCore): Promise<ReadonlySet<string>> =>
  new Set((await must('records.holds', {})).map(({ subject }) => subject.participantId))

type Work = (place: Workplace) => Promise<void>

/** What a person is told of a receipt that the disk did not take: its next state is the one from before its answer. */
const unkept = 'This receipt could not be kept on disk'

const submit: Work = async (place) => {
  const { house, next, told } = place
  const number = next()
  const operation = tortureOperation(number)
  const review = await house.must(
    'submission.review',
    await draftOf(house, operation, participantOf(number)),
  )
  if (review.earlier !== null) told.broken(`a new submission (${number}) is asked about`)
  const { submissionId } = review
  const key = `receipt ${submissionId}`
  await tell(
    place,
    { work: 'submit', number, changes: { [key]: '*' } },
    () => house.call('submission.send', { submissionId }),
    (receipt) => ({
      ...{ work: 'submit', number, outcome: receipt.outcome },
      changes: { [key]: receipt.explanation.includes(unkept) ? '*' : digestOf(receipt) },
    }),
  )
}

const askTwice: Work = async ({ house, random, sent, told }) => {
  const number = any(random, sent)
  if (number === undefined) return
  const draft = await draftOf(house, tortureOperation(number), participantOf(number))
  const { submissionId, earlier } = await house.must('submission.review', draft)
  if (earlier === null) told.broken(`submission ${number} is not recognized`)
  const again = await house.call('submission.send', { submissionId })
  if (again.ok) told.broken(`submission ${number} was sent again without a question`)
}

const settle: Work = async (place) => {
  const found = await openOne(place, ({ outcome }) => outcome === 'inDoubt')
  if (found?.kind !== 'receipt') return
  const { submissionId } = found
  const key = keyOf(found)
  // The service has what is in doubt more often than not; it does not matter here who is right.
  const wentThrough = place.random() < 0.7
  const changes = { [key]: `outcome:${wentThrough ? 'accepted' : 'notSent'}` }
  await tell(
    place,
    { work: 'settle', changes },
    () =>
      place.house.call('submission.settle', {
        ...{ submissionId, wentThrough, note: 'Asked the recordkeeper', transactionId: '' },
      }),
    (receipt) => ({
      ...{ work: 'settle', changes: { [key]: digestOf(receipt) } },
      outcome: receipt.outcome,
    }),
  )
}

const forecast: Work = async (place) => {
  const request = await openAny(place)
  await tell(
    place,
    { work: 'forecast' },
    () => place.house.call('forecast.run', request),
    ({ unsaved, ...record }) =>
      unsaved
        ? { work: 'forecast' }
        : { work: 'forecast', changes: { [`forecast ${record.id}`]: digestOf(record) } },
  )
}

const scenario: Work = async (place) => {
  const { house, random } = place
  // Its own salary, so that it is no run of an earlier forecast, which would be counted at once.
  const inputs = { Salary: 100_000 + Math.floor(random() * 1e6) }
  const { id } = await house.must('forecast.run', {
    ...{ ...(await openAny(place)), inputs, keep: false },
  })
  await tell(
    place,
    { work: 'forecast' },
    () => house.call('forecast.keep', { id, goal: 4000 + Math.floor(random() * 1000) }),
    (record) => ({
      work: 'forecast',
      changes: { [`forecast ${record.id}`]: digestOf(record) },
    }),
  )
}

const describe: Work = async (place) => {
  const found = await openOne(place, isForecast)
  if (found?.kind !== 'forecast') return
  const described = { ...plainScenario, name: `Plan ${Math.floor(place.random() * 1e6)}` }
  await tell(
    place,
    {
      work: 'describe',
      changes: { [keyOf(found)]: digestOf({ ...found, scenario: described }) },
    },
    () => place.house.call('scenario.describe', { id: found.id, scenario: described }),
  )
}

const tag: Work = async (place) => {
  const found = await openOne(place, () => true)
  if (!found) return
  const tags = [`tag ${Math.floor(place.random() * 1e6)}`]
  await tell(
    place,
    { work: 'tag', changes: { [keyOf(found)]: digestOf({ ...found, tags }) } },
    () => place.house.call('records.tag', { id: found.id, tags }),
  )
}

const remove: Work = async (place) => {
  const held = await heldIds(place.house)
  const found = await openOne(
    place,
    (item) => isLoose(item) && !held.has(item.subject.participantId),
  )
  if (!found) return
  await tell(place, { work: 'remove', changes: { [keyOf(found)]: null } }, () =>
    place.house.call('records.remove', { id: found.id }),
  )
}

const hold: Work = async (place) => {
  const found = await one(place, ({ kind }) => kind === 'receipt')
  if (!found || found.subject.participantId === '') return
  const reason = `matter ${Math.floor(place.random() * 1e9)}`
  await tell(place, { work: 'hold', changes: { [holdKey({ reason })]: '*' } }, () =>
    place.house.call('records.hold', { id: found.id, reason }),
  )
}

const lift: Work = async (place) => {
  const found = any(place.random, await place.house.must('records.holds', {}))
  if (!found) return
  await tell(place, { work: 'lift', changes: { [holdKey(found)]: null } }, () =>
    place.house.call('records.liftHold', { id: found.id }),
  )
}

const report: Work = async (place) => {
  const { house } = place
  const found = await one(place, (item) => isForecast(item) && !isOld(item))
  if (!found) return
  const made = await house.must('report.pdf', {
    ...{ todayId: null, planId: found.id, comparedIds: [], goalMonth: null },
    parts: [...reportParts],
    ...{ paper: 'letter', masked: true },
  })
  const key = `report ${digestOfFile(made.bytes)}`
  await tell(place, { work: 'report', changes: { [key]: '*' } }, () =>
    house.call('report.keep', { madeId: made.madeId, handedOver: 'saved' }),
  )
}

const stream = async function* (results: readonly Saved[]) {
  for (const saved of results) yield ok(saved)
}

const contentsOf = (results: readonly Saved[]) =>
  Object.fromEntries(results.map(({ record }) => [keyOf(record), digestOf(record)]))

/** Brings a forecast of years ago, for {@link retire}. */
const importOld: Work = async (place) => {
  const { house } = place
  const found = await one(place, (item) => isForecast(item) && !isOld(item))
  if (!found) return
  const [saved] = await savedIn(house, [found.id])
  if (saved?.record.kind !== 'forecast') return
  const { runKey: _key, lastRunAt: _last, runs: _runs, ...record } = saved.record
  const old = { ...saved, record: { ...record, id: randomUUID(), savedAt: longAgo } }
  const bytes = await writeResultsFile(stream([old]), longAgo, '')
  if (!bytes.ok) throw new Error(bytes.error.message)
  await tell(place, { work: 'importOld', changes: contentsOf([old]) }, () =>
    house.call('results.import', { bytes: bytes.value, passphrase: '' }),
  )
}

/** The retention of the settings removes everything old at once. */
const retire: Work = async (place) => {
  const { house } = place
  const held = await heldIds(house)
  const old = (await house.must('records.list', {})).filter(
    (item) => isOld(item) && !held.has(item.subject.participantId),
  )
  if (old.length === 0) return
  await tell(
    place,
    {
      work: 'retire',
      changes: Object.fromEntries(old.map(({ kind, id }) => [`${kind} ${id}`, null])),
    },
    () => house.call('records.removeDue', {}),
  )
}

/** A new recovery code, and with it a new master key. */
const rotate: Work = async (place) => {
  const { code } = await place.house.must('recovery.make', {})
  await tell(place, { work: 'rotate', code }, () => place.house.call('recovery.take', {}))
}

const backUp: Work = (place) =>
  tell(
    place,
    { work: 'backUp' },
    () => place.house.call('backup.make', {}),
    ({ backups }) => ({ work: 'backUp', name: backups[0]?.name ?? '' }),
  )

const restore: Work = async (place) => {
  const { backups } = await place.house.must('backup.get', {})
  const there = place.backups.filter((name) => backups.some((backup) => backup.name === name))
  const name = any(place.random, there)
  if (name === undefined) return
  await tell(place, { work: 'restore', name }, () =>
    place.house.call('backup.restore', { name, code: '' }),
  )
}

const exportSome: Work = async (place) => {
  const { house, random, exports } = place
  const items = (await house.must('records.list', {})).filter(isLoose)
  const ids = items.filter(() => random() < 4 / items.length).map(({ id }) => id)
  if (ids.length === 0) return
  const name = `${Math.floor(random() * 1e9)}.glidepath`
  const contents = contentsOf(await savedIn(house, ids))
  await tell(
    place,
    { work: 'export' },
    () => house.call('results.export', { ids, passphrase: '' }),
    ({ bytes }) => {
      const file = path.join(exports, name)
      writeFileSync(`${file}.new`, bytes)
      renameSync(`${file}.new`, file)
      return { work: 'export', name, contents }
    },
  )
}

const importSome: Work = async (place) => {
  const name = any(place.random, place.files)
  const file = path.join(place.exports, name ?? '')
  if (name === undefined || !existsSync(file)) return
  const bytes = new Uint8Array(readFileSync(file))
  await tell(place, { work: 'import', name }, () =>
    place.house.call('results.import', { bytes, passphrase: '' }),
  )
}

export const works = {
  ...{ submit, askTwice, settle, forecast, scenario, describe, tag, remove, hold, lift, report },
  ...{ importOld, retire, rotate, backUp, restore, export: exportSome, import: importSome },
} satisfies Record<string, Work>
export type WorkName = keyof typeof works

const drawn = (
  [
    [submit, 6],
    [askTwice, 2],
    [settle, 2],
    [forecast, 3],
    [scenario, 2],
    [describe, 1],
    [tag, 2],
    [remove, 5],
    [hold, 1],
    [lift, 1],
    [report, 1],
    [importOld, 1],
    [retire, 1],
    [rotate, 1],
    [backUp, 2],
    [restore, 1],
    [exportSome, 1],
    [importSome, 2],
  ] as const
).flatMap(([work, weight]) => Array.from({ length: weight }, () => work))
/** Beyond this many results, half of all work is removing. */
const manyResults = 25

/** One piece of work, drawn at random; some find nothing to do. */
export const doSomething = async (place: Workplace): Promise<void> => {
  const many = (await place.house.must('records.list', {})).length
  const isFull = many > manyResults && place.random() < 0.5
  await (isFull ? remove : (any(place.random, drawn) ?? submit))(place)
}
