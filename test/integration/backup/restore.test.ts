import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MergeKind, MergePreview } from '#shared/backup/backup.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { copyMasterKey, earlierOf, sendOptout, useUat } from '#test/support/worlds/backed-up.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { runIn } from '#test/support/worlds/record-house.ts'

/** Backups and restores on real cores, databases and files. */

const closers: (() => Promise<void>)[] = []
const closeAll = async () => {
  for (const close of closers.splice(0)) await close()
}
afterEach(closeAll)

let uat: UatServer
beforeAll(async () => {
  uat = await startUatServer()
})
afterAll(() => uat.stop())

const newFolder = (name: string) => path.join(temporaryFolder(name), 'data')

const open = async (dataDir: string): Promise<RealCore> => {
  const house = await openRealCore(dataDir)
  closers.push(() => house.core.close())
  return house
}

const forecast = async ({ must }: RealCore) => {
  const [example] = await must('participant.examples', {})
  const { handle } = await must('participant.open', { kind: 'example', id: example?.id ?? '' })
  return must('forecast.run', { handle, operation: 'forecast', inputs: {}, jobId: 'one' })
}

const backUp = async ({ must }: RealCore, folder = temporaryFolder('backups')) => {
  await must('backup.setFolder', { folder })
  const { backups } = await must('backup.make', {})
  return { folder, name: backups[0]?.name ?? '' }
}

const part = ({ parts }: MergePreview, kind: MergeKind) => {
  const { what: _what, ...rows } = parts.find(({ what }) => what === kind) ?? { what: kind }
  return Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))
}

test('a backup restores results and submissions on a new computer, where sending anything then needs a reason', async () => {
  const [old, fresh] = [newFolder('old'), newFolder('new')]
  const before = await open(old)
  await useUat(before, uat.url)
  const saved = await forecast(before)
  const receipt = await sendOptout(before, 'U-1')
  const { folder, name } = await backUp(before)
  await closeAll()

  copyMasterKey(old, fresh)
  const house = await open(fresh)
  await useUat(house, uat.url)
  await house.must('backup.setFolder', { folder })
  expect((await house.must('backup.get', {})).backups).toMatchObject([{ name, isOwn: false }])
  const preview = await house.must('backup.preview', { name, code: '' })
  expect([
    part(preview, 'results'),
    part(preview, 'receipts'),
    part(preview, 'submissions'),
  ]).toEqual([{ fresh: 1 }, { fresh: 1 }, { fresh: 1 }])
  expect(preview).toMatchObject({ asksForReasons: true, unreadable: [], isDamaged: false })
  expect(await house.must('records.list', {})).toEqual([])
  await house.must('backup.restore', { name, code: '' })

  const ids = (await house.must('records.list', {})).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([saved.id, receipt.id].toSorted())
  expect(await house.must('records.open', { id: receipt.id })).toMatchObject({
    outcome: 'accepted',
  })
  expect(await earlierOf(house, 'U-1')).toMatchObject({ same: 'request', needsReason: true })
  // What was sent after the backup is unknown, so an opt-out of another participant needs a reason
  // too.
  expect(await earlierOf(house, 'U-2')).toMatchObject({ same: 'unknown', needsReason: true })
  expect((await house.must('activity.verify', {})).state).toBe('intact')
  await closeAll()
  const again = await open(fresh)
  expect(await earlierOf(again, 'U-1')).toMatchObject({ needsReason: true })
  expect(part(await again.must('backup.preview', { name, code: '' }), 'receipts')).toEqual({
    same: 1,
  })
})

test('on the same computer, a restore brings back removed results and changes nothing else', async () => {
  const house = await open(newFolder('same'))
  await useUat(house, uat.url)
  const saved = await forecast(house)
  const receipt = await sendOptout(house, 'U-1')
  const { name } = await backUp(house)
  await house.must('records.remove', { id: receipt.id })
  await sendOptout(house, 'U-3')
  const restored = await house.must('backup.restore', { name, code: '' })
  expect([
    part(restored, 'results'),
    part(restored, 'receipts'),
    part(restored, 'submissions'),
  ]).toEqual([{ same: 1 }, { fresh: 1 }, { same: 1 }])
  expect(restored).toMatchObject({ asksForReasons: false, activity: { isContinued: true } })
  const ids = (await house.must('records.list', {})).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([saved.id, receipt.id]))
  expect(ids).toHaveLength(3)
  expect(await earlierOf(house, 'U-4')).toBeNull()
  const { records } = await house.must('activity.list', { limit: 20 })
  expect(records.map(({ action }) => action)).toEqual(expect.arrayContaining(['backup', 'restore']))
})

test('a restore takes a later outcome from a newer backup, but an older backup never undoes an outcome', async () => {
  const dataDir = newFolder('further')
  const house = await open(dataDir)
  await useUat(house, uat.url)
  uat.meet('optout', { kind: 'cut' })
  const receipt = await sendOptout(house, 'U-5')
  expect(receipt.outcome).toBe('inDoubt')
  uat.reset()
  const first = await backUp(house)
  await house.must('submission.settle', {
    submissionId: receipt.submissionId,
    wentThrough: true,
    saidBy: 'service',
    transactionId: '',
    note: 'The service has it.',
  })
  const second = await backUp(house, first.folder)
  expect(second.name).not.toBe(first.name)

  // The older backup does not change the settled submission.
  const older = await house.must('backup.restore', { name: first.name, code: '' })
  expect([part(older, 'submissions'), part(older, 'receipts')]).toEqual([
    { differ: 1 },
    { differ: 1 },
  ])
  expect(await house.must('records.open', { id: receipt.id })).toMatchObject({
    outcome: 'accepted',
  })
  await closeAll()

  // Replaces the folder's database with the older backup.
  writeFileSync(
    path.join(dataDir, 'glidepath.db'),
    readFileSync(path.join(first.folder, first.name)),
  )
  const back = await open(dataDir)
  expect(await back.must('records.open', { id: receipt.id })).toMatchObject({ outcome: 'inDoubt' })
  const newer = await back.must('backup.restore', { name: second.name, code: '' })
  expect(part(newer, 'submissions')).toEqual({ further: 1 })
  expect(await back.must('records.open', { id: receipt.id })).toMatchObject({ outcome: 'accepted' })
  expect(await earlierOf(back, 'U-5')).toMatchObject({ outcome: 'accepted', needsReason: true })
})

test('a submission that was under way when the backup was made comes back in doubt', async () => {
  const [old, fresh] = [newFolder('begun'), newFolder('begun-new')]
  const house = await open(old)
  await useUat(house, uat.url)
  const receipt = await sendOptout(house, 'U-6')
  runIn(old, `UPDATE submissions SET state = 'intended', begun = 0`)
  const { folder, name } = await backUp(house)
  await closeAll()
  copyMasterKey(old, fresh)
  const other = await open(fresh)
  await useUat(other, uat.url)
  await other.must('backup.setFolder', { folder })
  await other.must('backup.restore', { name, code: '' })
  expect(await earlierOf(other, 'U-6')).toMatchObject({ outcome: 'inDoubt', receiptId: receipt.id })
})

test('a backup made with another key is refused without that key, and nothing changes', async () => {
  const [old, fresh] = [newFolder('locked'), newFolder('locked-new')]
  const before = await open(old)
  await forecast(before)
  const { folder, name } = await backUp(before)
  const house = await open(fresh)
  await house.must('backup.setFolder', { folder })
  const refused = await house.call('backup.restore', { name, code: '' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'records.keyUnreachable' } })
  expect(await house.must('records.list', {})).toEqual([])
  expect(readdirSync(fresh).filter((file) => file.startsWith('restoring-'))).toEqual([])
})

const onFile = (file: string, sql: string) => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

test('an unreadable row of a backup is named and left out, and the others are restored', async () => {
  const [old, fresh] = [newFolder('rows'), newFolder('rows-new')]
  const before = await open(old)
  await useUat(before, uat.url)
  const bad = await sendOptout(before, 'U-7')
  const good = await sendOptout(before, 'U-8')
  const { folder, name } = await backUp(before)
  await closeAll()
  onFile(
    path.join(folder, name),
    `UPDATE results SET body = (SELECT body FROM results WHERE id = '${good.id}') WHERE id = '${bad.id}'`,
  )
  copyMasterKey(old, fresh)
  const house = await open(fresh)
  await useUat(house, uat.url)
  await house.must('backup.setFolder', { folder })
  const restored = await house.must('backup.restore', { name, code: '' })
  expect(restored.unreadable).toMatchObject([{ id: bad.id }])
  expect((await house.must('records.list', {})).map(({ id }) => id)).toEqual([good.id])
  // The submission is restored, but without its receipt it cannot be compared under this computer's
  // key.
  expect(await earlierOf(house, 'U-7')).toMatchObject({ same: 'unknown', needsReason: true })
})

test('a result that is damaged here is replaced from the backup', async () => {
  const dataDir = newFolder('mended')
  const house = await open(dataDir)
  await useUat(house, uat.url)
  const receipt = await sendOptout(house, 'U-9')
  const { name } = await backUp(house)
  runIn(dataDir, `UPDATE results SET body = zeroblob(100), summary = zeroblob(50)`)
  expect(await house.call('records.open', { id: receipt.id })).toMatchObject({
    error: { code: 'records.damaged' },
  })
  const restored = await house.must('backup.restore', { name, code: '' })
  expect(restored.asksForReasons).toBe(false)
  expect(await house.must('records.open', { id: receipt.id })).toMatchObject({ id: receipt.id })
  expect(await house.must('records.list', {})).toHaveLength(1)
})

test('a database that cannot be opened is set aside when its newest backup is restored', async () => {
  const dataDir = newFolder('damaged')
  const before = await open(dataDir)
  await useUat(before, uat.url)
  const receipt = await sendOptout(before, 'U-10')
  const { name } = await backUp(before)
  await closeAll()
  const noise = randomBytes(8192)
  writeFileSync(path.join(dataDir, 'glidepath.db'), noise)
  const house = await open(dataDir)
  const view = await house.must('backup.get', {})
  expect(view.damage).toContain('damaged')
  expect(view.backups[0]?.name).toBe(name)
  // A damaged database must not be backed up.
  expect(await house.call('backup.make', {})).toMatchObject({ error: { code: 'backup.notMade' } })
  expect((await house.must('backup.get', {})).backups).toHaveLength(1)
  const late = await forecast(house)
  const preview = await house.must('backup.preview', { name, code: '' })
  expect(part(preview, 'receipts')).toEqual({ fresh: 1 })
  expect(readFileSync(path.join(dataDir, 'glidepath.db'))).toEqual(noise)
  const restored = await house.must('backup.restore', { name, code: '' })
  expect(restored.asksForReasons).toBe(true)
  const aside = readdirSync(dataDir).find((file) => file.startsWith('glidepath-set-aside-'))
  expect(readFileSync(path.join(dataDir, aside ?? ''))).toEqual(noise)
  const ids = (await house.must('records.list', {})).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([receipt.id, late.id].toSorted())
  expect((await house.must('backup.get', {})).damage).toBe('')
  await closeAll()
  const again = await open(dataDir)
  expect(await again.must('records.list', {})).toHaveLength(2)
  expect(await earlierOf(again, 'U-11')).toMatchObject({ same: 'unknown' })
  expect((await again.must('backup.make', {})).failure).toBeNull()
})

test('a file that is not a backup, or whose schema was changed, is refused and changes nothing', async () => {
  const house = await open(newFolder('hostile'))
  await useUat(house, uat.url)
  await sendOptout(house, 'U-12')
  const { folder, name } = await backUp(house)
  const file = path.join(folder, name)
  const whole = readFileSync(file)
  const hostile: Readonly<Record<string, () => void>> = {
    empty: () => writeFileSync(file, ''),
    text: () => writeFileSync(file, 'not a database at all'.repeat(400)),
    cut: () => writeFileSync(file, whole.subarray(0, 5000)),
    trigger: () =>
      onFile(
        file,
        'CREATE TRIGGER more AFTER INSERT ON results BEGIN DELETE FROM submissions; END',
      ),
    view: () => onFile(file, 'DROP TABLE plans; CREATE VIEW plans AS SELECT * FROM results'),
    newer: () => onFile(file, 'PRAGMA user_version = 999'),
  }
  for (const [what, harm] of Object.entries(hostile)) {
    writeFileSync(file, whole)
    harm()
    const refused = await house.call('backup.restore', { name, code: '' })
    expect([what, refused.ok ? 'ok' : refused.error.code]).toEqual([
      what,
      what === 'newer' ? 'records.newerVersion' : 'backup.unreadable',
    ])
  }
  expect(await house.call('backup.preview', { name: '../settings.json', code: '' })).toMatchObject({
    error: { code: 'input.invalid' },
  })
  expect(await house.must('records.list', {})).toHaveLength(1)
})

test('lists with their files, and plan directories, are restored too, even if the new computer had already looked for them', async () => {
  const [old, fresh] = [newFolder('others'), newFolder('others-new')]
  const before = await open(old)
  const bytes = new TextEncoder().encode('Id,First,Last,Plan\nU-1,Zephyrine,Quill,QUILL401K\n')
  const { listId } = await before.must('list.open', { fileName: 'opt-outs.csv', bytes })
  const plans = new TextEncoder().encode('PlanId,PlanType,Name\nQUILL401K,401K,Quill\n')
  await before.must('plans.import', { environmentId: 'training', bytes: plans })
  const { folder, name } = await backUp(before)
  await closeAll()
  copyMasterKey(old, fresh)
  const house = await open(fresh)
  expect(await house.must('list.all', {})).toEqual([])
  expect(await house.must('plans.list', { environmentId: 'training' })).toEqual([])
  await house.must('backup.setFolder', { folder })
  const restored = await house.must('backup.restore', { name, code: '' })
  expect([part(restored, 'lists'), part(restored, 'plans')]).toEqual([{ fresh: 1 }, { fresh: 1 }])
  expect(await house.must('list.all', {})).toMatchObject([{ listId }])
  expect(await house.must('list.read', { listId, reading: { hasHeader: false } })).toMatchObject({
    rows: 2,
  })
  expect(await house.must('plans.list', { environmentId: 'training' })).toMatchObject([
    { planId: 'QUILL401K' },
  ])
})

test('results lost to damaged pages in the middle of the database are restored from the backup', async () => {
  const dataDir = newFolder('pages')
  const before = await open(dataDir)
  await useUat(before, uat.url)
  const ids: string[] = []
  for (let number = 0; number < 12; number += 1)
    ids.push((await sendOptout(before, `U-${20 + number}`)).id)
  const { name } = await backUp(before)
  await closeAll()
  const file = path.join(dataDir, 'glidepath.db')
  const database = new DatabaseSync(file)
  const pages = database
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'results' AND pagetype = 'leaf'`)
    .all()
  database.close()
  const bytes = readFileSync(file)
  const [page] = pages
  const at = (Number(page?.['pageno']) - 1) * 4096
  bytes.fill(0x5a, at, at + 4096)
  writeFileSync(file, bytes)
  const house = await open(dataDir)
  const left = (await house.must('records.list', {})).map(({ id }) => id)
  expect(left.length).toBeLessThan(12)
  expect((await house.must('activity.verify', {})).state).toBe('tampered')
  expect((await house.must('backup.get', {})).damage).toContain('damaged')
  // Nobody knows what the damaged pages had, so sending needs a reason.
  expect(await earlierOf(house, 'U-40')).toMatchObject({ same: 'unknown', needsReason: true })
  const late = await sendOptout(house, 'U-40', 'Asked for on the telephone')
  const restored = await house.must('backup.restore', { name, code: '' })
  expect(part(restored, 'receipts')).toEqual({ fresh: 12 - left.length, same: left.length })
  const now = (await house.must('records.list', {})).map(({ id }) => id)
  expect(now.toSorted()).toEqual([...ids, late.id].toSorted())
  for (const id of now) expect(await house.must('records.open', { id })).toMatchObject({ id })
  // The log and all submissions are complete, so nothing needs a reason that needed none before.
  expect(await house.must('activity.verify', {})).toMatchObject({ state: 'intact' })
  expect(await earlierOf(house, 'U-41')).toBeNull()
  expect(await earlierOf(house, 'U-40')).toMatchObject({ same: 'request' })
  expect((await house.must('backup.get', {})).damage).toBe('')
  expect(readdirSync(dataDir).filter((name) => name.includes('set-aside')).length).toBeGreaterThan(
    0,
  )
  await closeAll()
  const again = await open(dataDir)
  expect(await again.must('records.list', {})).toHaveLength(13)
  expect(await again.must('activity.verify', {})).toMatchObject({ state: 'intact' })
  expect(await earlierOf(again, 'U-41')).toBeNull()
})
