import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import type { CallListRow, CallListView } from '#shared/call-first/channels.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type Around, type RealCore } from '#test/support/worlds/real-core.ts'
import path from 'node:path'

/** Opens files with several participants on the real core, for tests of call lists. */

export const seed = process.env['GLIDEPATH_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
process.stderr.write(`seed ${seed} (GLIDEPATH_SEED)\n`)

let house: RealCore | null = null

/** Call this in `afterEach`. */
export const closeCallLists = async (): Promise<void> => {
  await house?.core.close()
  house = null
}

export const newFolder = (): string => {
  const dataDir = path.join(temporaryFolder('callLists'), 'data')
  mkdirSync(dataDir)
  return dataDir
}

/** Opens a core, which stays open until `closeCallLists`; only one may be open at a time. */
export const openCore = async (around: Around = {}, dataDir = newFolder()): Promise<RealCore> => {
  house = await openRealCore(dataDir, around)
  return house
}

export const people = personSpecs.slice(0, 8)
const xml = writePeopleXml(people)

export const openCallList = async ({ must }: RealCore, text = xml): Promise<string> => {
  const { handle } = await must('participant.open', {
    kind: 'file',
    name: 'team.xml',
    bytes: Buffer.from(text),
  })
  return (await must('callFirst.openFile', { handle })).callListId
}

export const run = (
  { must }: RealCore,
  callListId: string,
  scope: 'all' | 'failed' | 'missing' = 'all',
): Promise<CallListView> => must('callFirst.run', { callListId, scope, jobId: `run ${scope}` })

export const withFigures = (view: CallListView): readonly CallListRow[] =>
  view.rows.filter(({ figures }) => figures !== null)

const percentileSchema = z.object({
  Percentage: z.unknown(),
  SustainableRetirementIncome: z.unknown(),
  RetirementIncomeAtVariousRetirementAges: z.array(z.record(z.string(), z.unknown())),
})
const answerSchema = z.object({
  StrategyOutput: z.array(
    z.object({
      StrategyType: z.string(),
      RetirementAge: z.unknown(),
      NetRetirementIncomeGoal: z.unknown(),
      Percentile: z.array(percentileSchema),
    }),
  ),
})
export const numberIn = (value: unknown): number => Number(value)
/** The verbatim answer, parsed without the program's code. */
export const verbatimOf = async ({ must }: RealCore, recordId: string) => {
  const { text } = await must('records.verbatim', { id: recordId })
  return answerSchema.parse(JSON.parse(text)).StrategyOutput
}
