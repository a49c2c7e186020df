import { existsSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { databaseName } from '#electron/core/database/database.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { countSubmissions } from './count-submissions.ts'
import { diskTaskSchema, type DiskSaid, type Way } from './disk-task.ts'
import { draftOf, hasty, openHouse, tortureOperation } from './house.ts'
import { createLedger } from './ledger.ts'
import { openWithCode, wrongInCopy } from './look-at-files.ts'
import { createRandom } from './random.ts'
import { lookAt, participantOf, retention, works, type Workplace } from './work.ts'

/**
 * A program whose disk fails in the middle of its work, with `io-faults.c` preloaded. After each fault the disk is well again, and
 * everything must be as the person was told, at once and after the next start.
 */
const task = diskTaskSchema.parse(JSON.parse(process.argv[2] ?? ''))
const random = createRandom(task.seed)
const say = (said: DiskSaid): void => void process.stdout.write(`${JSON.stringify(said)}\n`)

const order = (what: string) => {
  try {
    openSync(`/glidepath-faults/${what}`, 'r')
  } catch {
    // There is no such file; the library has heard it.
  }
}
const folder = path.dirname(task.dataDir)
const disks = [task.dataDir, task.backups]
const fillerOn = (disk: string) => path.join(disk, 'filler')
const pageBytes = 4096

const breakDisk = ({ error, how }: Way, at: number) => {
  if (error !== 'full')
    return order(`${at}/${constants.errno[error]}/${how === 'once' ? how : 'on'}`)
  for (const disk of disks) {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(fillerOn(disk), new Uint8Array(Math.max(0, bavail * bsize - at * pageBytes)))
  }
}
/** Returns how many writes there were while it was broken. */
const mendDisk = ({ error }: Way): number => {
  if (error === 'full') for (const disk of disks) rmSync(fillerOn(disk), { force: true })
  order('off')
  return Number(readFileSync(task.counted, 'utf8'))
}

const uat = await startUatServer()
const counted = countSubmissions(uat)
const ledger = createLedger()
let number = task.firstNumber

const open = async () => {
  const house = await openHouse(task.dataDir, uat.url, { transport: hasty })
  await house.must('backup.setFolder', { folder: task.backups })
  await house.must('settings.change', { retention, backupsKept: 3 })
  return house
}
/** Without a change of settings, which a bad disk refuses. */
const openAsItIs = async () => {
  const opened = await openRealCore(task.dataDir, { transport: hasty })
  const { activeEnvironmentId: environmentId } = await opened.must('settings.get', {})
  await opened.must('session.renew', { environmentId })
  return opened
}
let house = await open()

let broken: string[] = []
/** What the person was told, and the submission that was not sent. */
const heard: { told: string; unsent: number | null } = { told: '', unsent: null }
const hearNothingYet = () => {
  heard.told = 'nothing to do'
  heard.unsent = null
}
let breakNow: (() => void) | null = null
let mayRefuse = false

const place = (): Workplace => ({
  ...{ house, random, exports: task.exports, ...ledger.known() },
  next: () => (number += 1),
  told: {
    begin: (piece) => {
      ledger.begin(piece)
      breakNow?.()
    },
    done: (piece) => {
      ledger.done(piece)
      heard.told = 'done'
    },
    refused: (piece, { code, message }) => {
      // Otherwise the person was told that only the next start shows, so either is right.
      if (!message.includes('may be there or not')) ledger.refused(piece)
      if (!mayRefuse) broken.push(`${piece.work} on a good disk: ${code}: ${message}`)
      heard.told = code
      heard.unsent = piece.work === 'submit' ? (piece.number ?? null) : null
    },
    broken: (what) => void broken.push(what),
  },
})

const look = async (when: string) => {
  counted.take()
  for (const what of ledger.compare(await lookAt(house), counted.times))
    broken.push(`${when}, ${what}`)
}

/** What the work needs, done while the disk is well. */
const prepare = async (work: Way['work']) => {
  const holds = (await house.must('records.holds', {})).length
  for (let left = holds; left > 1; left -= 1) await works.lift(place())
  const items = await house.must('records.list', {})
  for (let left = items.length; left > 10; left -= 1) await works.remove(place())
  const forecasts = items.filter(({ kind }) => kind === 'forecast').length
  for (let have = forecasts; have < 4; have += 1) await works.forecast(place())
  if (work === 'settle') for (const each of submissionOperations) uat.meet(each, { kind: 'cut' })
  if (work === 'settle' || work === 'hold') await works.submit(place())
  if (work === 'retire') await works.importOld(place())
  if (work === 'restore') await works.backUp(place())
  if (work === 'import') await works.export(place())
  if (work === 'restore' || work === 'import')
    for (let more = 0; more < 2; more += 1) await works.remove(place())
  for (const each of submissionOperations) uat.meet(each, null)
}

/** Nothing was sent, so the same goes now without a question. */
const sendAfterAll = async (refused: number) => {
  const draft = await draftOf(house, tortureOperation(refused), participantOf(refused))
  const { submissionId, earlier } = await house.must('submission.review', draft)
  if (earlier !== null) broken.push(`it is asked about, though nothing was sent`)
  const piece = { work: 'submit', number: refused, changes: { [`receipt ${submissionId}`]: '*' } }
  ledger.begin(piece)
  const sent = await house.call('submission.send', { submissionId })
  if (sent.ok) ledger.done({ ...piece, outcome: sent.value.outcome })
  else broken.push(`it cannot be sent on a good disk: ${sent.error.code}`)
}

const lookAtFiles = async () => {
  const file = path.join(task.dataDir, databaseName)
  for (const wrong of await wrongInCopy(file, folder)) broken.push(wrong)
  for (const what of await openWithCode(file, folder, ledger)) broken.push(what)
  const newest = ledger.known().backups.at(-1)
  if (newest === undefined) return
  const backup = path.join(task.backups, newest)
  if (!existsSync(backup)) broken.push(`the backup ${newest} is gone`)
  for (const wrong of await wrongInCopy(backup, folder)) broken.push(`${newest}: ${wrong}`)
}

/** Returns how many writes there were. */
const survive = async (way: Way, at: number): Promise<number> => {
  broken = []
  say({ word: 'next', way, at })
  await prepare(way.work)
  hearNothingYet()
  mayRefuse = true
  if (way.how === 'start') {
    await house.core.close()
    breakDisk(way, at)
  } else breakNow = () => breakDisk(way, at)
  try {
    if (way.how === 'start') house = await openAsItIs()
    await works[way.work](place())
  } catch (cause) {
    // On a disk that is bad from the start, what comes before the work may be refused, too.
    if (way.how === 'start') heard.told = 'refused before it'
    else broken.push(`it ended with ${String(cause)}`)
  }
  breakNow = null
  mayRefuse = false
  const { told, unsent } = heard
  let writes = 0
  if (way.how === 'once') {
    writes = mendDisk(way)
    await look('at once')
    if (unsent !== null) await sendAfterAll(unsent)
  }
  await house.core.close()
  if (way.how !== 'once') writes = mendDisk(way)
  if (way.work === 'rotate' || way.work === 'backUp') await lookAtFiles()
  house = await open()
  await look('after the next start')
  say({ word: 'survived', way, at, told, broken })
  return writes
}

for (const way of task.ways)
  for (let at = way.from; way.through === null || at <= way.through; at += way.step) {
    const writes = await survive(way, at)
    // Work that fails early writes less, so only a write that was never reached is the last one.
    if (way.through === null && writes < at) break
  }
await house.core.close()
await uat.stop()
