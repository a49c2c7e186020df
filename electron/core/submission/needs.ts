import type { SavingRules } from '#shared/savings/saving-year.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { Credentials } from '../environments/credentials/credentials.ts'
import type { Environments } from '../environments/environments.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { ExpressClient } from '../express/express-client.ts'
import type { AnswerReader } from '../express/read/answer-reader.ts'
import type { OpenFiles } from '../participant/whom.ts'
import type { Clock, Logger } from '../platform/ports.ts'
import type { Questions } from '../questions/questions.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Guard } from './guard/earlier.ts'
import type { GuardClock } from './guard/guard-clock.ts'
import type { SubmissionTable } from './table/submission-table.ts'

/** The services that submissions need. */
export interface SubmissionNeeds {
  readonly user: string
  readonly settings: Pick<SettingsStore, 'get'>
  readonly appVersion: string
  readonly clock: Clock
  readonly logger: Logger
  readonly log: Pick<ActivityLog, 'recordDurably' | 'statesOf'>
  readonly table: SubmissionTable
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open' | 'save' | 'update' | 'knowsEarlier'>
  readonly environments: Pick<Environments, 'get' | 'useInUse' | 'whyElsewhere' | 'takesSeveral'>
  readonly participants: OpenFiles
  readonly plans: Pick<PlanDirectory, 'list'>
  readonly readTransaction: Credentials['readTransaction']
  readonly questions: Pick<Questions, 'sendSubmission'>
  readonly submit: ExpressClient['submit']
  readonly readAnswer: AnswerReader['submission']
  readonly savingRules: () => SavingRules
  readonly guard: () => Guard
  readonly guardClock: GuardClock
  readonly decodeText: AnswerReader['decode']
}
