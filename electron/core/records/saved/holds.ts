import { holdSchema, isHeldBy, type Hold } from '#shared/records/hold.ts'
import type { PlacedWhom } from '#shared/records/same-whom.ts'
import { readKept } from '#shared/read-kept.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { damaged } from '../damaged.ts'
import type { RecordStore } from '../record-store.ts'
import { createRecords } from '../records.ts'

/** Says why data of a held client stays. */
export const heldBack = ({ reason }: Pick<Hold, 'reason'>) =>
  fail({
    code: 'records.held',
    message: `This client is under a legal hold, so nothing is removed. Reason: ${reason}`,
    advice: 'Lift the hold in Saved results first.',
  })

const unknownHold = fail({
  code: 'records.held',
  message: 'A legal hold cannot be read, so nothing is removed: it may be about this client.',
  advice: 'Unlock or repair the system keychain, or restore the database from a backup.',
})

/** Legal holds on clients, sealed like results. They are read again for each removal, because there are few. */
export const createHolds = (store: RecordStore) => {
  const records = createRecords<Hold>(store, {
    table: 'holds',
    read: (_id, body) => {
      const hold = readKept(holdSchema, body)
      return hold.success ? ok(hold.data) : damaged('the hold is in no known form')
    },
  })

  /** Newest first. Fails if one cannot be read, because a hold that is not seen holds nothing. */
  const list = async (): Promise<Result<readonly Hold[]>> => {
    await records.reach()
    const ids = records.ids()
    if (!ids.ok) return ids
    const holds: Hold[] = []
    for (const id of new Set([...ids.value, ...records.held])) {
      const hold = await records.get(id)
      if (!hold.ok) return unknownHold
      if (hold.value !== null) holds.push(hold.value)
    }
    return ok(holds.toSorted((a, b) => b.heldAt.localeCompare(a.heldAt)))
  }

  return {
    list,
    put: (hold: Hold) => records.put(hold.id, hold),
    /** Fails with `records.notFound`. */
    lift: async (id: string): Promise<Result<Hold>> => {
      const hold = await records.get(id)
      if (!hold.ok) return hold
      const { value } = hold
      if (value === null)
        return fail({ code: 'records.notFound', message: 'This hold is no longer there.' })
      return whenOk(await records.remove(id), () => ok(value))
    },
  }
}

export type Holds = ReturnType<typeof createHolds>

/** The hold that keeps a result; undefined if none does. */
export const holdOf = (holds: readonly Hold[], whom: PlacedWhom): Hold | undefined =>
  holds.find((hold) => isHeldBy(hold, whom))
