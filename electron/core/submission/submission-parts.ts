import type { ActivityLog } from '../activity/log.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { Calling } from '../express/calling.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { AnswerReader } from '../express/read/answer-reader.ts'
import type { OpenFiles } from '../participant/whom.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { createEarlierIn, createGuard } from './guard/earlier.ts'
import { createGuardClock } from './guard/guard-clock.ts'
import { createSubmissions } from './submissions.ts'
import { createSubmissionTable } from './table/submission-table.ts'
import { teaching } from './teach-plans.ts'

interface AroundSubmissions {
  readonly calling: Calling
  readonly log: ActivityLog
  readonly store: RecordStore
  readonly savedRecords: SavedRecords
  readonly participants: OpenFiles
  readonly answers: AnswerReader
  readonly plans: Pick<PlanDirectory, 'learn' | 'list'>
}

/** Creates submissions with their table and guard; accepted ones add their plans to the plan directory. */
export const createSubmissionParts = (
  { clock, logger, user, version: appVersion, firmLaw = [] }: CoreParts,
  { calling, plans, answers, ...around }: AroundSubmissions,
) => {
  const { store, savedRecords } = around
  const { settings, environments, credentials, express, questions } = calling
  const table = createSubmissionTable(store)
  const guardClock = createGuardClock(clock, table.newest)
  const guard = createGuard(guardClock, settings, around.log)
  const submissions = createSubmissions({
    ...around,
    clock,
    logger,
    appVersion,
    user,
    settings,
    environments,
    questions,
    plans,
    readTransaction: credentials.readTransaction,
    submit: express.submit,
    readAnswer: answers.submission,
    table,
    guard,
    guardClock,
    savingRules: () => {
      const { rothCatchUp, higherCatchUp } = settings.get()
      return { firmLaw, rothCatchUp, higherCatchUp }
    },
    decodeText: answers.decode,
    savedRecords: teaching(savedRecords, plans),
  })
  const earlierIn = createEarlierIn({ table, savedRecords, environments, guard })
  return { table, guardClock, submissions, earlierIn }
}

export type SubmissionParts = ReturnType<typeof createSubmissionParts>
