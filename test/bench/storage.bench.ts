import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { drawRandom, keyBytes, seal, sealingKey, unseal } from '#electron/core/records/aead.ts'
import { packSmall, unpackSmall } from '#electron/core/records/packed.ts'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { profileIn } from '#test/support/figures/statements.ts'
import { trainingForecast } from '#test/support/people/training-answers.ts'
import { forecastRecord, forecastText } from '#test/support/samples/saved-records.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'
import { median } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'storage'

const saves = 200
const results = 10_000

interface Sample {
  readonly record: SavedForecast
  readonly verbatim: string
}

/** The forecasts of the example people, again and again under new ids. */
const samples = (): ((index: number) => Sample) => {
  const made = examplePeople.map(({ xml }) => {
    const { saved, raw } = trainingForecast(profileIn(xml), { inputs: {}, paths: 40 })
    return { record: saved, verbatim: JSON.stringify(raw) }
  })
  return (index) => {
    const sample = made[index % made.length]
    if (sample === undefined) throw new Error('nobody was forecast')
    return {
      ...sample,
      record: { ...sample.record, id: `result-${String(index).padStart(6, '0')}` },
    }
  }
}

/** A bare table with sealed rows: the least that saves and opens a result durably and privately. */
const bareTable = (folder: string) => {
  const db = new DatabaseSync(path.join(folder, 'bare.db'))
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     CREATE TABLE results (id TEXT PRIMARY KEY, summary BLOB, body BLOB) STRICT`,
  )
  const key = sealingKey(drawRandom(keyBytes))
  const insert = db.prepare('INSERT INTO results VALUES (?, ?, ?)')
  const select = db.prepare('SELECT body FROM results WHERE id = ?')
  return {
    save: async ({ record, verbatim }: Sample) => {
      const body = await packSmall({ record, verbatim: Buffer.from(verbatim) })
      insert.run(
        record.id,
        seal(key, pack(summaryLineOf(record)), record.id),
        seal(key, body, record.id),
      )
    },
    open: async (id: string) => {
      const body = select.get(id)?.['body']
      const plain = body instanceof Uint8Array ? unseal(key, body, id) : null
      if (plain === null) throw new Error('a bare row does not open')
      await unpackSmall(plain)
    },
    lines: () => {
      let many = 0
      for (const { id, summary } of db.prepare('SELECT id, summary FROM results').iterate())
        if (
          summary instanceof Uint8Array &&
          unpack(unseal(key, summary, String(id)) ?? new Uint8Array())
        )
          many += 1
      return many
    },
    together: (work: () => Promise<void>) => {
      db.exec('BEGIN')
      return work().finally(() => db.exec('COMMIT'))
    },
    close: () => db.close(),
  }
}

/** The median of how long each of two works takes, in ms, in turns, so that both meet the same computer. */
const inTurns = async (times: number, works: readonly ((index: number) => Promise<unknown>)[]) => {
  const took = works.map((): number[] => [])
  for (let index = 0; index < times; index += 1)
    for (const [which, work] of works.entries()) {
      const from = performance.now()
      await work(index)
      took[which]?.push(performance.now() - from)
    }
  return took.map(median)
}

const ratio = (name: string, [ours = 0, bare = 1]: readonly number[], limit: number): Row => ({
  name: `${name}, ${ours.toFixed(2)} ms`,
  value: ours / bare,
  unit: '×',
  ratioTo: `a bare node:sqlite loop with sealing, ${bare.toFixed(2)} ms`,
  limit,
  met: ours / bare <= limit,
})

/** Saving and opening forecasts with their whole answers, and the size on disk. */
const ofWholeResults = async (): Promise<Row[]> => {
  const sample = samples()
  const house = recordHouse()
  const saved = house.saved()
  const bare = bareTable(temporaryFolder('bare'))
  const save = await inTurns(saves, [
    async (index) => {
      const { record, verbatim } = sample(index)
      const done = await saved.save(record, verbatim)
      if (!done.ok) throw new Error(done.error.message)
    },
    async (index) => bare.save(sample(index)),
  ])
  const ids = Array.from({ length: saves }, (_, index) => sample(index).record.id)
  const open = await inTurns(saves, [
    async (index) => {
      const opened = await saved.open(ids[index] ?? '')
      if (!opened.ok) throw new Error(opened.error.message)
    },
    async (index) => bare.open(ids[index] ?? ''),
  ])
  bare.close()
  const verbatim = ids.reduce((sum, _, index) => sum + sample(index).verbatim.length, 0)
  house.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const onDisk = statSync(house.file).size / verbatim
  return [
    ratio('saving a result', save, 1 / 0.7),
    ratio('opening a result', open, 1 / 0.8),
    {
      name: 'on disk',
      value: onDisk,
      unit: '×',
      ratioTo: 'the verbatim answers',
      limit: 0.3,
      met: onDisk <= 0.3,
    },
  ]
}

/** From the start to the list of 10,000 results. */
const ofTheList = async (): Promise<Row[]> => {
  const house = recordHouse()
  const bare = bareTable(temporaryFolder('bare'))
  const filling = house.saved()
  await bare.together(async () => {
    for (let index = 0; index < results; index += 1) {
      const record = forecastRecord(`result-${index}`)
      await filling.save(record, forecastText)
      await bare.save({ record, verbatim: forecastText })
    }
  })
  const lists = await inTurns(5, [
    async () => {
      const listed = await house.saved().list()
      if (!listed.ok || listed.value.length !== results) throw new Error('a result is missing')
    },
    async () => bare.lines(),
  ])
  bare.close()
  return [ratio(`the list of ${results} results`, lists, 1.5)]
}

/** What the database of saved results costs beside the least that is durable and private. */
export const run = async (): Promise<Row[]> => [...(await ofWholeResults()), ...(await ofTheList())]
