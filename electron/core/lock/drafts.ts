import { draftsSchema, type TypedDrafts } from '#shared/lock/lock.ts'
import type { RequestOn } from '#shared/ipc/contract.ts'
import { readKept } from '#shared/read-kept.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Participants } from '../participant/participants.ts'
import type { Clock } from '../platform/ports.ts'
import { damaged } from '../records/damaged.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import type { Lock } from './lock.ts'

const name = 'drafts'

/** How long a page may take to hand over what was typed, in milliseconds, before the program ends without it. */
const patience = 10_000

interface DraftNeeds {
  readonly store: RecordStore
  readonly clock: Pick<Clock, 'sleep'>
  readonly lock: Pick<Lock, 'isEnding' | 'onChange'>
  readonly participants: Pick<Participants, 'sourceOf'>
}

/** What was typed and not sent, sealed from the lock until the next unlocking. */
export const createDrafts = ({ store, clock, lock, participants }: DraftNeeds) => {
  const records = createRecords<TypedDrafts>(store, {
    table: 'drafts',
    read: (_id, body) => {
      const drafts = readKept(draftsSchema, body)
      return drafts.success ? ok(drafts.data) : damaged('not in a known form')
    },
  })
  const kept = Promise.withResolvers<undefined>()
  lock.onChange(({ ending }) => {
    if (ending) void clock.sleep(patience).then(() => kept.resolve(undefined))
  })
  const whenKept: Promise<void> = kept.promise
  return {
    /** Resolves once the program may end after it was locked. */
    whenKept,
    /** Does nothing unless the program is ending. Of several windows, the last one counts. */
    keep: async ({ handle, ...typed }: RequestOn<'lock.keepDrafts'>): Promise<Result<void>> => {
      if (!lock.isEnding()) return ok(undefined)
      const participant = handle === undefined ? null : await participants.sourceOf(handle)
      const written = await records.put(name, { ...typed, participant })
      kept.resolve(undefined)
      return written
    },
    /** Returns them once. Drafts that cannot be read are gone. */
    take: async (): Promise<Result<TypedDrafts | null>> => {
      const found = await records.get(name)
      if (!found.ok || found.value === null) return ok(null)
      const removed = await records.remove(name)
      return removed.ok ? found : removed
    },
    forget: () => records.remove(name),
  }
}

export type Drafts = ReturnType<typeof createDrafts>
