import { ok } from '#shared/result.ts'
import { listActivities } from '../../activity/list-activities.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { CoreParts } from '../../ports.ts'
import type { CoreEvents } from '../../ipc/events.ts'
import type { Calling } from '../../express/calling.ts'
import { limitsOf } from '../../http/timeouts.ts'
import type { KeyRing } from '../../records/key-ring.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { SubmissionParts } from '../../submissions/submission-parts.ts'
import type { ListReader } from './file/list-reader.ts'
import { createListStore, createMappingMemory } from './list-store.ts'
import { createLists } from './lists.ts'

/** The services that a list needs. */
interface AroundLists
  extends
    Pick<Calling, 'environments' | 'express' | 'tokens'>,
    Pick<SubmissionParts, 'submissions' | 'ledger' | 'earlierIn'> {
  readonly events: Pick<CoreEvents, 'emit'>
  readonly log: Pick<ActivityLog, 'record'>
  readonly keyRing: KeyRing
  readonly savedRecords: Pick<SavedRecords, 'open' | 'readsAll' | 'holdsAll'>
  readonly reader: ListReader
}

/** Creates lists of opt-outs, and their storage, from the core's services. */
export const createListParts = (
  { clock, logger, files, settingsFile }: CoreParts,
  around: AroundLists,
) => {
  const { environments, express, tokens, submissions, events, log, savedRecords } = around
  const { ledger, earlierIn, reader } = around
  const store = createListStore({ files, keyRing: around.keyRing })
  const lists = createLists({
    ...{ clock, logger, ledger, earlierIn, reader, store },
    rows: submissions.rows,
    mappings: createMappingMemory(settingsFile),
    inUse: environments.active,
    whyElsewhere: environments.whyElsewhere,
    environment: async (to) => {
      const environment = await environments.useInUse(to)
      if (!environment.ok) return environment
      const { id, name, kind, place } = environment.value
      const url = await express.urlOf('optout', id)
      return url.ok ? ok({ id, name, kind, place, url: url.value }) : url
    },
    urlOf: (environmentId) => express.urlOf('optout', environmentId),
    ready: (environmentId) => tokens.get(environmentId, { minimumSecondsLeft: 300 }),
    callsAtOnce: (environmentId) => {
      const environment = environments.get(environmentId)
      return environment.ok ? limitsOf(environment.value).callsAtOnce : 1
    },
    openReceipt: savedRecords.open,
    readsAll: savedRecords.readsAll,
    hasReceipts: () => savedRecords.holdsAll(ledger.receiptsThatCount()),
    onProgress: (view) => events.emit('list.progress', view),
    onAction: (action, id, environmentId) =>
      log.record({ ...listActivities[action], id, environmentId }),
  })
  return { store, lists }
}
