import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import type { Environments } from '../environments/environments.ts'
import type { CoreEvents } from '../platform/events.ts'
import type { Note } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { SubmissionParts } from '../submission/submission-parts.ts'
import type { RowSteps } from '../submission/submissions.ts'
import type { ListReader } from './file/list-reader.ts'
import type { ListStore, MappingMemory } from './list-store.ts'

export interface ListNeeds
  extends Pick<CoreParts, 'clock' | 'logger'>, Pick<SubmissionParts, 'ledger' | 'earlierIn'> {
  readonly submissions: { readonly rows: RowSteps }
  readonly environments: Pick<Environments, 'active' | 'get' | 'useInUse' | 'whyElsewhere'>
  readonly tokens: Pick<TokenSource, 'get'>
  readonly savedRecords: Pick<SavedRecords, 'nameless' | 'open' | 'readsAll' | 'holdsAll'>
  readonly events: Pick<CoreEvents, 'emit'>
  readonly log: Note
  readonly store: ListStore
  readonly reader: ListReader
  readonly mappings: MappingMemory
}
