import type { Hold } from '#shared/records/hold.ts'
import { forecastIn, type RecordSummary, type SavedRecord } from '#shared/records/record.ts'
import { lastMade } from '#shared/records/saved.ts'
import { createListeners } from '#shared/listeners.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Logger } from '../../platform/ports.ts'
import { isLostForGood } from '../damaged.ts'
import type { Along, RecordStore } from '../record-store.ts'
import { createRecords, type PutOptions } from '../records.ts'
import { createHolds, heldBack, holdOf } from './holds.ts'
import { savedForm, type Saved } from './saved-form.ts'
import { summaryLineOf } from './summary.ts'

interface SavedRecordsNeeds {
  readonly store: RecordStore
  readonly logger: Logger
}

/** Moments in UTC sort as plain text. */
const newestFirst = (a: RecordSummary, b: RecordSummary) => {
  const [made, other] = [lastMade(a), lastMade(b)]
  return made === other ? (a.id < b.id ? -1 : 1) : made > other ? -1 : 1
}

const notFound = fail({
  code: 'records.notFound',
  message: 'This saved result is no longer there.',
})

const found = <T>(saved: Result<T | null>): Result<T> => {
  if (!saved.ok) return saved
  return saved.value === null ? notFound : ok(saved.value)
}

const plural = (count: number, what: string) =>
  `${count} saved ${count === 1 ? 'result' : 'results'} ${what}`

const damaged = 'damaged and left as found'
const whyUnreadable: ReadonlyMap<string, string> = new Map([
  ['records.keyUnreachable', 'locked with another key'],
])

/** Without the receipt nobody could settle the submission, and the same could be sent again without a warning. */
const stays = fail({
  code: 'submission.inDoubt',
  message: 'This submission is in doubt. Its receipt stays until it is settled.',
  advice: 'Find out what became of it, and settle it. Then the receipt can be removed.',
})

/** Saved forecasts, case information and receipts, each with the service's unchanged answer. */
export const createSavedRecords = ({ store, logger }: SavedRecordsNeeds) => {
  const changes = createListeners()
  const holds = createHolds(store)
  /** Lines of the records in memory and, once read, of the sealed ones. */
  const items = new Map<string, RecordSummary>()
  const unreadable = new Map<string, string>()
  const records = createRecords(
    store,
    savedForm({
      onPut: (item) => {
        items.set(item.id, item)
        unreadable.delete(item.id)
      },
      onRemoved: (id) => {
        items.delete(id)
        unreadable.delete(id)
      },
    }),
  )
  let looking: Promise<Result<void>> | null = null

  const telling = async <T>(change: () => Promise<Result<T>>) => {
    const result = await change()
    if (result.ok) changes.tell()
    return result
  }

  const take = (id: string, line: Result<RecordSummary>) => {
    if (line.ok) items.set(id, line.value)
    else {
      logger.warn(`saved result ${JSON.stringify(id)}: ${line.error.code}`)
      unreadable.set(id, line.error.code)
    }
  }

  /** Reads the lines once there is a key, and only once, because nobody else writes there. */
  const look = async () => {
    looking ??= records.lines((id) => items.has(id), take)
    const looked = await looking
    if (!looked.ok) looking = null
    return looked
  }

  /** After this all sealed records are known, if there is a key. */
  const looked = async (): Promise<Result<void>> => {
    const key = await records.reach()
    return key.ok ? look() : ok(undefined)
  }

  const unreadableMessage = () => {
    const found = [...unreadable.values()].map((code) => whyUnreadable.get(code) ?? damaged)
    return [damaged, ...whyUnreadable.values()]
      .map((what) => ({ what, count: found.filter((each) => each === what).length }))
      .filter(({ count }) => count > 0)
      .map(({ what, count }) => `${plural(count, what)}.`)
      .join(' ')
  }

  return {
    /**
     * Durable when it resolves. Fails with `records.diskFull`. Replaces a record with the same id. `file` is the
     * participant's file, to be kept with it.
     */
    save: async (
      record: SavedRecord,
      verbatim: string,
      { file, ...options }: PutOptions & { readonly file?: string } = {},
    ): Promise<Result<RecordSummary>> => {
      const { id } = record
      const saved = { record, verbatim, ...(file !== undefined && { file }) }
      return whenOk(await telling(() => records.put(id, saved, options)), () =>
        ok(items.get(id) ?? summaryLineOf(record)),
      )
    },

    /** Newest first, by the last run. `state` counts unreadable ones; they are never removed. */
    list: async (): Promise<Result<readonly RecordSummary[]>> =>
      whenOk(await looked(), () => ok([...items.values()].sort(newestFirst))),

    /** Fails with `records.notFound`, `records.damaged`, `records.newerVersion` or `records.keyUnreachable`. */
    open: async (id: string) => whenOk(found(await records.get(id)), (saved) => ok(saved.record)),

    /** The service's unchanged answer. Fails like {@link open}. */
    verbatim: async (id: string) =>
      whenOk(found(await records.get(id)), (saved) => ok(saved.verbatim)),

    /** The record with the service's unchanged answer. Fails like {@link open}. */
    whole: async (id: string): Promise<Result<Saved>> => found(await records.get(id)),

    /** Fails with `records.notFound`, `records.held` or `submission.inDoubt`. */
    remove: (id: string): Promise<Result<unknown>> =>
      telling(async () => {
        const held = await holds.list()
        if (!held.ok) return held
        const removed = await records.remove(id, (saved) => {
          // A record that cannot be opened now may be in doubt, or of a client under a hold.
          const [anyHold] = held.value
          if (!saved.ok)
            return !isLostForGood(saved.error) ? saved : anyHold ? heldBack(anyHold) : ok(undefined)
          const record = saved.value?.record
          const hold = record && holdOf(held.value, record)
          if (hold) return heldBack(hold)
          return record?.kind === 'receipt' && record.outcome === 'inDoubt' ? stays : ok(undefined)
        })
        return removed.ok && !removed.value ? notFound : removed
      }),

    /** The participant's file that was sent for a forecast; null if it was not kept. Fails like {@link open}. */
    file: async (id: string) =>
      whenOk(found(await records.get(id)), (saved) => ok(saved.file ?? null)),

    /**
     * Succeeds if everything may be removed. Fails with `records.held`, `submission.inDoubt` or
     * `records.keyUnreachable`.
     */
    mayAllGo: async (): Promise<Result<void>> => {
      const held = await holds.list()
      if (!held.ok) return held
      const [hold] = held.value
      if (hold) return heldBack(hold)
      const known = await looked()
      if (!known.ok) return known
      const ids = records.ids()
      if (!ids.ok) return ids
      // A record that cannot be opened now may be in doubt.
      const key = await records.reach()
      if (!key.ok && ids.value.size > 0) return key
      return [...items.values()].some(({ outcome }) => outcome === 'inDoubt')
        ? stays
        : ok(undefined)
    },

    /** Removes several at once. The caller knows that none is held or in doubt. */
    removeMany: (ids: readonly string[]) => telling(() => records.removeMany(ids)),

    /** Ids of all saved records, readable or not. */
    ids: (): Result<readonly string[]> =>
      whenOk(records.ids(), (ids) => ok([...new Set([...ids, ...records.held])])),

    /**
     * Puts a legal hold on the client of a result, which keeps everything that may be of this client. Fails like
     * {@link open}.
     */
    hold: async (id: string, hold: Pick<Hold, 'id' | 'reason' | 'heldAt' | 'heldBy'>) => {
      const saved = found(await records.get(id))
      if (!saved.ok) return saved
      const { record } = saved.value
      const { subject, environment } = record
      const fileSha256 =
        record.kind === 'receipt' ? record.likeness.file : (forecastIn(record)?.fileSha256 ?? '')
      const put = await telling(() => holds.put({ ...hold, subject, environment, fileSha256 }))
      return whenOk(put, () => ok(record))
    },
    liftHold: (id: string) => telling(() => holds.lift(id)),
    holds: { list: holds.list },

    /**
     * Replaces a saved record with a new state of it, such as a settled receipt; the verbatim answer stays. Changes of
     * the same record run one after another, so that none is lost. Fails like {@link open} and `change`.
     */
    update: async (
      id: string,
      change: (record: SavedRecord) => Result<SavedRecord>,
      along?: Along,
    ): Promise<Result<SavedRecord>> => {
      const saved = await telling(() =>
        records.change(
          id,
          (before) => {
            if (before === null) return notFound
            return whenOk(change(before.record), (record) => ok({ ...before, record }))
          },
          { along },
        ),
      )
      return whenOk(saved, ({ record }) => ok(record))
    },

    /** Whether new saved records outlive the program, why not, and how many are unreadable; empty if all is well. */
    state: async (): Promise<{ readonly persistent: boolean; readonly message: string }> => {
      const key = await records.reach()
      if (key.ok) {
        const held = records.held.size
        const unwritten = held === 0 ? '' : `${plural(held, 'could not be written to disk yet')}. `
        return { persistent: held === 0, message: `${unwritten}${unreadableMessage()}`.trim() }
      }
      const ids = records.ids()
      const locked = ids.ok ? ids.value.size : 0
      const shut = locked === 0 ? '' : ` ${plural(locked, 'cannot be opened until then')}.`
      const message = `${key.error.message} Results are kept until Glidepath closes.${shut}`
      return { persistent: false, message }
    },

    /** Whether saved records of earlier starts are readable. Without the keychain they are not, or were never kept. */
    knowsEarlier: async () => (await records.reach()).ok,

    /** Call this after other code wrote these rows into the database. */
    lookAgain: (ids: readonly string[]): void => {
      for (const id of ids) {
        items.delete(id)
        unreadable.delete(id)
      }
      looking = null
      changes.tell()
    },

    onChange: changes.on,
  }
}

export type SavedRecords = ReturnType<typeof createSavedRecords>
