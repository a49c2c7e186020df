import type { Hold } from '#shared/records/hold.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { keepsAll, type Retention } from '#shared/environments/retention.ts'
import { isOlder, isResultOlder, retentionKindOf, type Due } from '#shared/records/retention.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Note } from '../../platform/note.ts'
import type { Clock } from '../../platform/ports.ts'
import { holdOf } from './holds.ts'
import type { SavedRecords } from './saved-records.ts'

/** Opt-out lists, as removal by age needs them. */
export interface AgedLists {
  readonly list: () => Promise<
    Result<readonly { readonly listId: string; readonly openedAt: string }[]>
  >
  readonly remove: (listId: string) => Promise<Result<unknown>>
  /** Fails with `records.held`, or if nobody can say whether a held client is in the list. */
  readonly mayGo: (listId: string) => Promise<Result<void>>
}

interface RetentionNeeds {
  readonly clock: Clock
  readonly retention: () => Retention
  readonly savedRecords: Pick<SavedRecords, 'list' | 'holds' | 'removeMany'>
  readonly lists: AgedLists
  readonly log: Note
}

type Why = 'held' | 'inDoubt' | null

const whyStays = (item: RecordSummary, holds: readonly Hold[]): Why =>
  holdOf(holds, item) ? 'held' : item.outcome === 'inDoubt' ? 'inDoubt' : null

/** Removes what is older than the settings allow, when somebody asks; a dry run counts it. */
export const createRetention = (needs: RetentionNeeds) => {
  const { clock, savedRecords, lists, log } = needs

  const find = async () => {
    const [items, holds, opened] = await Promise.all([
      savedRecords.list(),
      savedRecords.holds.list(),
      lists.list(),
    ])
    if (!items.ok) return items
    if (!holds.ok) return holds
    if (!opened.ok) return opened
    const [now, retention] = [new Date(clock.now()), needs.retention()]
    const old = items.value.filter((item) => isResultOlder(item, retention, now))
    const why = new Map(old.map((item) => [item, whyStays(item, holds.value)]))
    const oldLists = opened.value.filter(({ openedAt }) =>
      isOlder('list', openedAt, retention, now),
    )
    const free: string[] = []
    for (const { listId } of oldLists) if ((await lists.mayGo(listId)).ok) free.push(listId)
    const staying = (reason: Why) => old.filter((item) => why.get(item) === reason)
    const going = staying(null)
    const counts = { ...keepsAll, list: free.length }
    for (const item of going) counts[retentionKindOf(item)] += 1
    const due: Due = {
      counts,
      held: staying('held').length + oldLists.length - free.length,
      inDoubt: staying('inDoubt').length,
    }
    return ok({ due, going, free })
  }

  return {
    due: async (): Promise<Result<Due>> => {
      const found = await find()
      return found.ok ? ok(found.value.due) : found
    },
    /** Removes what {@link due} counts, and notes each in the activity log. */
    removeDue: async (): Promise<Result<Due>> => {
      const found = await find()
      if (!found.ok) return found
      const { due, going, free } = found.value
      const removed = await savedRecords.removeMany(going.map(({ id }) => id))
      for (const { id, environment, subject } of going)
        log.record({
          ...{ action: 'remove', outcome: removed.ok ? 'done' : 'failed', id },
          ...{ environmentId: environment.id, participantId: subject.participantId },
        })
      if (!removed.ok) return removed
      for (const listId of free) {
        const gone = await lists.remove(listId)
        if (!gone.ok) return gone
      }
      return ok(due)
    },
  }
}

export type RetentionService = ReturnType<typeof createRetention>
