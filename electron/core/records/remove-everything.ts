import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { Row } from '../database/database.ts'
import type { SealedTable } from '../database/migrations.ts'
import type { RecordStore } from './record-store.ts'

/**
 * Tables with data of people. The desk's texts, the plans and the activity log's chain belong to the firm, and stay.
 */
const ofPeople = [
  'results',
  'lists',
  'list_pieces',
  'ended_calls',
  'recent_files',
  'holds',
  'drafts',
] as const satisfies readonly SealedTable[]

const wrappedKeys = ofPeople.map((table) => `SELECT wrapped_key FROM ${table}`).join(' UNION ALL ')
const anyRow = ofPeople.map((table) => `SELECT 1 FROM ${table}`).join(' UNION ALL ')

const keyOf = ({ wrapped_key: key }: Row) => (key instanceof Uint8Array ? [Buffer.from(key)] : [])

/** How many of these sealed data keys are left in the files of the database. */
const leftIn = (path: string, keys: readonly Buffer[]): number => {
  const byStart = Map.groupBy(keys, (key) => key.readUInt32LE(0))
  const left = new Set<Buffer>()
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))
  for (const name of names) {
    const bytes = readFileSync(join(dirname(path), name))
    for (let at = 0; at + 4 <= bytes.length; at += 1)
      for (const key of byStart.get(bytes.readUInt32LE(at)) ?? [])
        if (bytes.subarray(at, at + key.length).equals(key)) left.add(key)
  }
  return left.size
}

const notGone = (details: string) =>
  fail({
    code: 'internal',
    message: 'Everything was removed, but something of it is still in the files.',
    advice: 'Close Glidepath, start it again, and remove everything once more.',
    details,
  })

export interface EverythingNeeds {
  readonly store: Pick<RecordStore, 'existing' | 'path'>
  /** Fails if something must stay, such as a result under a legal hold. */
  readonly mayGo: () => Promise<Result<void>>
  /** Each empties one place, in this order. */
  readonly steps: readonly (() => Promise<Result<unknown>> | Result<unknown>)[]
}

/** The word that a person types before everything is removed. */
const word = 'REMOVE'

/**
 * Removes all data of people from this computer, then searches the files of the database for the removed data keys.
 * Returns the number of removed rows. Fails with `records.held`, `submission.inDoubt`, or if a step fails.
 */
export const removeEverything = async (
  { store, mayGo, steps }: EverythingNeeds,
  typed: string,
): Promise<Result<{ readonly rows: number }>> => {
  if (typed !== word) return invalid(`Type ${word} to remove everything.`, 'Nothing was removed.')
  const allowed = await mayGo()
  if (!allowed.ok) return allowed
  const before = whenOk(store.existing(), (database) =>
    database ? database.all(wrappedKeys) : ok([]),
  )
  if (!before.ok) return before
  for (const step of steps) {
    const done = await step()
    if (!done.ok) return done
  }
  const database = store.existing()
  if (!database.ok) return database
  if (database.value === null) return ok({ rows: 0 })
  const rows = database.value.all(anyRow)
  if (!rows.ok) return rows
  // Rewrites the file without the pages that held what was removed.
  const vacuumed = database.value.run('VACUUM')
  if (!vacuumed.ok) return vacuumed
  database.value.wipe()
  const left = leftIn(store.path, before.value.flatMap(keyOf))
  if (rows.value.length > 0 || left > 0)
    return notGone(`${rows.value.length} rows, ${left} data keys`)
  return ok({ rows: before.value.length })
}
