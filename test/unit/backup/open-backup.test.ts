import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { withBackup } from '#electron/core/backup/open-backup.ts'
import { databaseName, openDatabase } from '#electron/core/database/database.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { runIn } from '#test/support/worlds/record-house.ts'

/** A backup, and what opens it; `onCopy` gets the path of its copy in the data folder. */
const openHouse = (onCopy: (copy: string) => void) => {
  const folder = temporaryFolder('backup')
  const file = path.join(folder, databaseName)
  valueOf(openDatabase(file)).close()
  runIn(folder, 'PRAGMA journal_mode = DELETE')
  const dataDir = temporaryFolder('data')
  const needs: Parameters<typeof withBackup>[0] = {
    dataDir,
    unwrap: async () => fail({ code: 'records.keyUnreachable', message: 'There is no key.' }),
    keptKey: async () => null,
    worker: {
      ask: async (job, answer) => {
        const { to } = Object.assign({ to: '' }, job)
        copyFileSync(file, to)
        onCopy(to)
        return answer.parse({ ok: true, value: { isSound: true } })
      },
    },
  }
  return { dataDir, needs, backup: { path: file, madeAt: '', code: '', master: null } }
}

test('a copy that the data folder does not take is no damaged backup', async () => {
  // Another program holds the new file, such as one that looks for viruses.
  const holders: DatabaseSync[] = []
  const { dataDir, needs, backup } = openHouse((copy) => {
    const holder = new DatabaseSync(copy)
    holder.exec('BEGIN IMMEDIATE')
    holders.push(holder)
  })
  const opened = await withBackup(needs, backup, async () => ok('used'))
  for (const holder of holders) holder.close()
  expect(codeOf(opened)).toBe('internal')
  expect(opened.ok ? '' : opened.error.message).toContain('The data folder could not be used')
  expect(readdirSync(dataDir)).toEqual([])
})

test('a copy that cannot be removed does not undo what was done with it', async () => {
  let copied = ''
  const { needs, backup } = openHouse((copy) => {
    copied = copy
  })
  const used = await withBackup(needs, backup, async () => {
    mkdirSync(`${copied}-journal`)
    return ok('used')
  })
  expect(used).toEqual(ok('used'))
})
