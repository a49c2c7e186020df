import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { createBackups } from '#electron/core/backup/backups.ts'
import { writeBackup } from '#electron/core/backup/write-backup.ts'
import { databaseIn } from '#electron/core/database/database.ts'
import { createSettingsStore } from '#electron/core/environments/settings/settings-store.ts'
import { createKeptWorker } from '#electron/workers/kept-workers.ts'
import { mountSmallDisk } from '#test/support/desktop/stage/small-disk.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { codeOf } from '#test/support/results.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** Tests how backups are named, verified, kept and removed. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (dataDir = path.join(temporaryFolder('core'), 'data')): Promise<RealCore> => {
  const house = await openRealCore(dataDir)
  closers.push(() => house.core.close())
  return house
}

const backupsIn = (folder: string) => readdirSync(folder).toSorted()

test('a backup is one private file, named for its date and time, that opens even in a read-only folder', async () => {
  const house = await open()
  const folder = temporaryFolder('backups')
  const kept = await house.must('backup.setFolder', { folder })
  expect(kept).toMatchObject({ folder, isPicked: false, backups: [], failure: null, damage: '' })
  const made = await house.must('backup.make', {})
  const [name = ''] = backupsIn(folder)
  expect(backupsIn(folder)).toHaveLength(1)
  expect(name).toMatch(/^glidepath-backup-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{8}\.db$/)
  expect(made.backups).toMatchObject([{ name, isOwn: true }])
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  chmodSync(folder, 0o500)
  const database = new DatabaseSync(path.join(folder, name), { readOnly: true })
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
  expect(database.prepare('SELECT count(*) AS count FROM activity_chain').get()).toEqual({
    count: 1,
  })
  database.close()
  chmodSync(folder, 0o700)
})

test('only the newest backups are kept, and another computer’s backups are never removed', async () => {
  const house = await open()
  const folder = temporaryFolder('backups')
  const others = ['glidepath-backup-2020-01-01-000000-0badc0de.db', 'holiday.jpg']
  for (const name of others) writeFileSync(path.join(folder, name), '')
  await house.must('settings.change', { backupsKept: 2 })
  await house.must('backup.setFolder', { folder })
  const names: string[] = []
  for (let count = 0; count < 4; count += 1) {
    names.push((await house.must('backup.make', {})).backups[0]?.name ?? '')
    // Names of backups have a resolution of one second.
    await delay(1_000)
  }
  expect(new Set(names).size).toBe(4)
  expect(backupsIn(folder)).toEqual([...others, ...names.slice(2)].toSorted())
})

test('a failed backup leaves the earlier ones, is reported once, and stops nothing else', async () => {
  const house = await open()
  const folder = path.join(temporaryFolder('backups'), 'drive')
  mkdirSync(folder)
  await house.must('backup.setFolder', { folder })
  await house.must('backup.make', {})
  renameSync(folder, `${folder}-away`)
  const failed = await house.call('backup.make', {})
  expect(failed).toMatchObject({
    error: { code: 'backup.notMade', message: 'The folder “drive” cannot be reached.' },
  })
  await house.call('backup.make', {})
  // The folder of a removed drive is never created anew.
  expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
  const view = await house.must('backup.get', {})
  expect(view.failure?.message).toBe('The folder “drive” cannot be reached.')
  expect(view.unreadable).toBe('The folder “drive” cannot be reached.')
  expect((await house.must('app.info', {})).notices).toEqual([
    'The last backup could not be made. The folder “drive” cannot be reached. Glidepath tries again every hour; earlier backups stay.',
  ])
  const { records } = await house.must('activity.list', { limit: 50, action: 'backup' })
  expect(records.map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
  renameSync(`${folder}-away`, folder)
  expect((await house.must('backup.make', {})).failure).toBeNull()
  expect((await house.must('app.info', {})).notices).toEqual([])
  expect(backupsIn(folder)).toHaveLength(2)
})

test('no backup is removed before the new one is verified', async () => {
  const house = await open()
  const folder = temporaryFolder('backups')
  await house.must('settings.change', { backupsKept: 1 })
  await house.must('backup.setFolder', { folder })
  await house.must('backup.make', {})
  const before = backupsIn(folder)
  const source = path.join(temporaryFolder('torn'), 'glidepath.db')
  const database = new DatabaseSync(path.join(folder, before[0] ?? ''), { readOnly: true })
  database.exec(`VACUUM INTO '${source}'`)
  const [pages] = database.prepare('PRAGMA page_count').all()
  database.close()
  const bytes = Buffer.alloc(4096, 0x55)
  const { openSync, writeSync, closeSync } = await import('node:fs')
  const file = openSync(source, 'r+')
  writeSync(file, bytes, 0, bytes.length, 4096 * (Number(pages?.['page_count']) - 1))
  closeSync(file)
  const failed = await writeBackup({ path: source, folder, at: Date.now(), keep: 1 })
  expect(codeOf(failed)).toBe('backup.notMade')
  expect(backupsIn(folder)).toEqual(before)
  rmSync(source)
})

test('a file, a missing folder and the data folder itself are refused as the backup folder', async () => {
  const house = await open()
  const file = path.join(temporaryFolder('backups'), 'file')
  writeFileSync(file, '')
  for (const folder of [
    file,
    `${file}-missing`,
    'relative/path',
    house.dataDir,
    `${house.dataDir}/x`,
  ])
    expect(await house.call('backup.setFolder', { folder })).toMatchObject({
      error: { code: 'input.invalid', field: 'folder' },
    })
  expect((await house.must('backup.get', {})).folder).toBe('')
  expect(await house.call('backup.make', {})).toMatchObject({ error: { code: 'backup.notMade' } })
})

const disk = mountSmallDisk(1)

test.runIf(disk)('a full or read-only disk is reported, and no partial backup stays', async () => {
  const house = await open()
  const folder = disk?.folder ?? ''
  await house.must('backup.setFolder', { folder })
  await house.must('backup.make', {})
  const before = backupsIn(folder)
  disk?.fill()
  const messageOf = async () => {
    const made = await house.call('backup.make', {})
    return made.ok ? 'made' : made.error.message
  }
  expect(await messageOf()).toBe(`The disk with the folder “${path.basename(folder)}” is full.`)
  expect(backupsIn(folder)).toEqual([...before, 'filler'].toSorted())
  disk?.free()
  disk?.protect(true)
  expect(await messageOf()).toBe(
    `There is no permission to write in the folder “${path.basename(folder)}”.`,
  )
  disk?.protect(false)
  expect(await messageOf()).toBe('made')
  expect(backupsIn(folder)).toHaveLength(2)
  disk?.remove()
})

test('the daily backup waits while something is being sent, and is made once a day', async () => {
  const dataDir = path.join(temporaryFolder('core'), 'data')
  const house = await open(dataDir)
  const folder = temporaryFolder('backups')
  const database = databaseIn(dataDir)
  const clock = createManualClock()
  const control = { busy: true }
  const worker = createKeptWorker(
    new URL('../../../electron/core/backup/backup-worker.ts', import.meta.url),
  )
  closers.push(worker.stop)
  const backups = createBackups({
    clock,
    dataDir,
    database,
    worker,
    logger: createListeningLogger().logger,
    pickFolder: undefined,
    settings: createSettingsStore(createMemorySettings(), undefined, {
      backupFolder: folder,
      backupsKept: 7,
    }),
    log: { record: () => undefined, damage: () => null },
    isLocked: () => false,
    busy: () => (control.busy ? 'A list is being sent.' : null),
    changed: () => undefined,
  })
  expect((await house.must('backup.get', {})).folder).toBe('')
  await backups.look()
  expect(backupsIn(folder)).toEqual([])
  control.busy = false
  await backups.look()
  await backups.look()
  expect(backupsIn(folder)).toHaveLength(1)
  clock.advance(24 * 3_600_000)
  await backups.look()
  await backups.look()
  expect(backupsIn(folder)).toHaveLength(2)
  database.close()
})
