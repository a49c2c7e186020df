import { ok, whenOk, type Result } from '#shared/result.ts'
import { noted, type Note } from '../platform/note.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { SavedRecords } from './saved/saved-records.ts'
import { createSearch } from './saved/summary.ts'

export const recordRoutes = ({
  savedRecords,
  unsavedVerbatim,
  log,
}: {
  readonly savedRecords: SavedRecords
  /** The unchanged answer of a run that is not saved; `null` if there is none. */
  readonly unsavedVerbatim: (id: string) => Result<string> | null
  readonly log: Note
}) => {
  const search = createSearch(savedRecords)
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
  return {
    'records.list': async ({ newest }) =>
      whenOk(await savedRecords.list(), (items) => ok(items.slice(0, newest))),
    'records.search': ({ words }) => search(words),
    'records.open': ({ id }) => open(id),
    'records.verbatim': async ({ id }) =>
      whenOk(unsavedVerbatim(id) ?? (await savedRecords.verbatim(id)), (text) => ok({ text })),
    'records.remove': async ({ id }) => orNothing(await remove(id)),
  } satisfies Partial<Routes>
}
