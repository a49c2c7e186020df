import { randomUUID } from 'node:crypto'
import { isoNow } from '#shared/moments.ts'
import type { PlacedWhom } from '#shared/records/same-whom.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { noted, type Note } from '../platform/note.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { Clock } from '../platform/ports.ts'
import { removeEverything, type EverythingNeeds } from './remove-everything.ts'
import type { RetentionService } from './saved/retention.ts'
import type { SavedRecords } from './saved/saved-records.ts'

export const recordRoutes = ({
  savedRecords,
  unsavedVerbatim,
  log,
  clock,
  user,
  retention,
  everything,
}: {
  readonly savedRecords: SavedRecords
  /** The unchanged answer of a run that is not saved; `null` if there is none. */
  readonly unsavedVerbatim: (id: string) => Result<string> | null
  readonly log: Note
  readonly clock: Clock
  readonly user: string
  readonly retention: RetentionService
  readonly everything: EverythingNeeds
}) => {
  const about = async (id: string) => {
    const record = await savedRecords.open(id)
    if (!record.ok) return { record, noted: { id } }
    const { environment, subject } = record.value
    const { participantId } = subject
    return { record, noted: { id, environmentId: environment.id, participantId } }
  }
  const open = async (id: string) => {
    const found = await about(id)
    return noted(log, found.record, { action: 'view', ...found.noted })
  }
  const remove = async (id: string) => {
    const found = await about(id)
    return noted(log, await savedRecords.remove(id), { action: 'remove', ...found.noted })
  }
  const noteOf = <T extends PlacedWhom>(
    action: 'hold' | 'liftHold',
    id: string,
    result: Result<T>,
  ): Result<T> => {
    const whom = result.ok ? result.value : null
    return noted(log, result, {
      ...{ action, id, environmentId: whom?.environment.id ?? '' },
      participantId: whom?.subject.participantId ?? '',
    })
  }
  return {
    'records.list': async ({ newest }) =>
      whenOk(await savedRecords.list(), (items) => ok(items.slice(0, newest))),
    'records.tag': async ({ id, tags }) =>
      orNothing(await savedRecords.update(id, (record) => ok({ ...record, tags }))),
    'records.presented': async ({ id, strategy, market }) =>
      orNothing(
        await savedRecords.update(id, (record) => {
          const presented = { strategy, market, at: isoNow(clock) }
          return record.kind === 'forecast' || record.kind === 'forecastCurrent'
            ? ok({ ...record, presented })
            : ok(record)
        }),
      ),
    'records.open': ({ id }) => open(id),
    'records.keepsFile': async ({ id }) =>
      whenOk(await savedRecords.file(id), (file) => ok({ kept: file !== null })),
    'records.verbatim': async ({ id }) =>
      whenOk(unsavedVerbatim(id) ?? (await savedRecords.verbatim(id)), (text) => ok({ text })),
    'records.holds': async () => whenOk(await savedRecords.holds.list(), (holds) => ok([...holds])),
    'records.hold': async ({ id, reason }) => {
      const hold = { id: randomUUID(), reason, heldAt: isoNow(clock), heldBy: user }
      return orNothing(noteOf('hold', hold.id, await savedRecords.hold(id, hold)))
    },
    'records.liftHold': async ({ id }) =>
      orNothing(noteOf('liftHold', id, await savedRecords.liftHold(id))),
    'records.due': retention.due,
    'records.removeDue': retention.removeDue,
    'records.removeEverything': async ({ typed }) =>
      noted(log, await removeEverything(everything, typed), { action: 'removeEverything' }),
    'records.remove': async ({ id }) => orNothing(await remove(id)),
  } satisfies Partial<Routes>
}
