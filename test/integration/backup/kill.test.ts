import { spawn } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { copyMasterKey, earlierOf, sendOptout, useUat } from '#test/support/worlds/backed-up.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { runIn } from '#test/support/worlds/record-house.ts'

/**
 * Kills the program (SIGKILL) while backing up, and before every single write of a restore and an
 * import.
 */

let uat: UatServer
beforeAll(async () => {
  uat = await startUatServer()
})
afterAll(() => uat.stop())

const seed = Date.now() % 100_000
console.log(`seed ${seed}`)

interface Life {
  readonly output: string
  readonly isKilled: boolean
}

const live = async (
  name: 'backing' | 'bringing',
  args: readonly string[],
  killAfterMs: number | null,
): Promise<Life> => {
  const program = await childProgram(name)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '' && killAfterMs !== null)
        setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      output += chunk.toString()
    })
    child.once('close', (_code, signal) => resolve({ output, isKilled: signal === 'SIGKILL' }))
  })
}

const countIn = (file: string, table: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const found = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()
  const sound = database.prepare('PRAGMA integrity_check').get()
  database.close()
  expect(sound).toEqual({ integrity_check: 'ok' })
  return Number(found?.['count'])
}

/** A data folder with a receipt for each of these participants, and its open core. */
const filled = async (name: string, receipts: readonly string[]) => {
  const dataDir = path.join(temporaryFolder(name), 'data')
  const house = await openRealCore(dataDir)
  await useUat(house, uat.url)
  for (const participantId of receipts) await sendOptout(house, participantId)
  return { dataDir, house }
}

test(
  'after kills while backing up, every file named as a backup is complete',
  { timeout: 120_000 },
  async () => {
    const { dataDir, house } = await filled('backing', ['U-1', 'U-2'])
    await house.core.close()
    // Makes the backup take long enough to be killed in the middle.
    runIn(dataDir, `INSERT INTO list_pieces VALUES ('big', 1, x'', x'', randomblob(60000000))`)
    const folder = temporaryFolder('backups')
    const told = new Set<string>()
    let partials = 0
    for (let life = 0; life < 14; life += 1) {
      const ms = (seed * (life + 1) * 7919) % 900
      const { output } = await live('backing', [dataDir, folder], ms)
      for (const name of output.split('\n').slice(1, -1)) told.add(name)
      for (const name of readdirSync(folder)) {
        if (name.includes('.partial')) partials += 1
        else expect(countIn(path.join(folder, name), 'submissions')).toBe(2)
      }
    }
    expect(partials).toBeGreaterThan(0)
    expect(told.size).toBeGreaterThan(3)
    const newest = [...told].toSorted().at(-1) ?? ''
    const names = readdirSync(folder).filter((name) => name.endsWith('.db'))
    expect(names).toContain(newest)
    expect(names.length).toBeLessThanOrEqual(8)
    const again = await openRealCore(dataDir)
    await again.must('backup.make', {})
    expect(readdirSync(folder).filter((name) => !name.endsWith('.db'))).toEqual([])
    await again.core.close()
  },
)

/**
 * Runs `what` once for each of its writes, on a fresh copy of `template`, and kills it before that
 * write.
 */
const killedEverywhere = async (template: string, folder: string, what: string) => {
  let step = 0
  for (; ; step += 1) {
    const dataDir = path.join(temporaryFolder('life'), 'data')
    cpSync(template, dataDir, { recursive: true })
    cpSync(`${template}.secrets.json`, `${dataDir}.secrets.json`)
    const life = await live('bringing', [dataDir, folder, what, String(step)], null)
    const database = path.join(dataDir, 'glidepath.db')
    const seen = [countIn(database, 'results'), countIn(database, 'submissions')]
    if (!life.isKilled) {
      expect([life.output.trim(), seen]).toEqual([String(step), [4, 4]])
      break
    }
    expect([
      [1, 1],
      [4, 4],
    ]).toContainEqual(seen)
    if (step % 7 !== 0) continue
    // The next start removes what the killed run left, and running `what` again merges the rest.
    const house = await openRealCore(dataDir)
    expect((await house.must('activity.verify', {})).state).toBe('intact')
    expect(await house.must('records.list', {})).toHaveLength(seen[0] ?? 0)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restoring-'))).toEqual([])
    await house.core.close()
    const rest = await live('bringing', [dataDir, folder, what, 'never'], null)
    expect(rest.isKilled).toBe(false)
    expect(countIn(database, 'submissions')).toBe(4)
  }
  return step
}

test(
  'a restore killed before any of its writes restores everything or nothing',
  { timeout: 300_000 },
  async () => {
    const source = await filled('source', ['U-3', 'U-4', 'U-5'])
    const folder = temporaryFolder('backups')
    await source.house.must('backup.setFolder', { folder })
    const { backups } = await source.house.must('backup.make', {})
    await source.house.core.close()
    const dataDir = path.join(temporaryFolder('template'), 'data')
    copyMasterKey(source.dataDir, dataDir)
    const house = await openRealCore(dataDir)
    await useUat(house, uat.url)
    await sendOptout(house, 'U-6')
    await house.core.close()
    const steps = await killedEverywhere(dataDir, folder, backups[0]?.name ?? '')
    expect(steps).toBeGreaterThan(20)
  },
)

test(
  'an import killed before any of its writes imports everything or nothing',
  { timeout: 300_000 },
  async () => {
    const source = await filled('source', ['U-7', 'U-8', 'U-9'])
    const { bytes } = await source.house.must('results.export', { ids: null, passphrase: '' })
    const file = path.join(temporaryFolder('file'), 'results.glidepath')
    writeFileSync(file, bytes)
    await source.house.core.close()
    const target = await filled('target', ['U-10'])
    await target.house.core.close()
    const steps = await killedEverywhere(target.dataDir, '', file)
    expect(steps).toBeGreaterThan(20)
    const dataDir = target.dataDir
    const house = await openRealCore(dataDir)
    await house.must('results.import', { bytes, passphrase: '' })
    expect(await earlierOf(house, 'U-8')).toMatchObject({ needsReason: true })
    await house.core.close()
  },
)
