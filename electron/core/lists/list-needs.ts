import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import type { Environments } from '../environments/environments.ts'
import type { CoreEvents } from '../platform/events.ts'
import type { Note } from '../platform/note.ts'
import type { Clock, Logger } from '../platform/ports.ts'
import type { Questions } from '../questions/questions.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { SubmissionParts } from '../submission/submission-parts.ts'
import type { RowSteps } from '../submission/submissions.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { ListReader } from './file/list-reader.ts'
import type { ListStore, MappingMemory } from './list-store.ts'

/** The services that lists need. */
export interface ListNeeds {
  readonly clock: Clock
  readonly logger: Logger
  readonly table: Pick<SubmissionParts['table'], 'rowsOf' | 'onRow'>
  readonly earlierIn: SubmissionParts['earlierIn']
  readonly submissions: { readonly rows: RowSteps }
  readonly environments: Pick<Environments, 'active' | 'get' | 'useInUse' | 'whyElsewhere'>
  readonly questions: Pick<Questions, 'sendList'>
  readonly tokens: Pick<TokenSource, 'get'>
  readonly savedRecords: Pick<SavedRecords, 'open' | 'holds'>
  readonly events: CoreEvents
  readonly log: Note
  readonly store: ListStore
  readonly reader: ListReader
  readonly plans: Pick<PlanDirectory, 'list'>
  readonly mappings: MappingMemory
}
