import type { ForecastInputs } from '#shared/express/requests.ts'
import type { ReviewChanges } from '#shared/ipc/change-views.ts'
import type { EnvironmentView, LibraryItem, SubmissionDraft } from '#shared/ipc/views.ts'
import { inputDifferences } from '#shared/strategy/input-differences.ts'
import { changesOf } from '#shared/strategy/review-changes.ts'
import type { ReceiptLibrary } from './needs.ts'

/** What a submission changes, and where it differs from the forecast that says so. */
export interface Changes {
  readonly changes: ReviewChanges
  readonly warnings: readonly string[]
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** Where a submission goes; a forecast that was made elsewhere says nothing of it. */
export type Here = Pick<EnvironmentView, 'id' | 'place'>

const isFrom = ({ id, place }: Here, environment: LibraryItem['environment']): boolean =>
  environment.id === id && (environment.place === undefined || environment.place === place)

/**
 * From the newest saved forecast of this participant in this environment: one with a proposal before one of the current
 * strategy alone. A forecast that cannot be opened counts as none; it is shown as damaged where it is listed.
 */
const fromForecast = async (
  library: Pick<ReceiptLibrary, 'list' | 'open'>,
  here: Here,
  participantId: string,
  inputs: ForecastInputs,
): Promise<Changes> => {
  const none: Changes = { changes: { kind: 'noForecast' }, warnings: [] }
  const items = await library.list()
  if (!items.ok || participantId === '') return none
  const theirs = items.value
    .filter((item) => isFrom(here, item.environment) && same(item.subject.participantId, participantId))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const newest = theirs.find(({ kind }) => kind === 'forecast') ?? theirs.find(({ kind }) => kind === 'forecastCurrent')
  if (newest === undefined) return none
  const record = await library.open(newest.id)
  if (!record.ok || (record.value.kind !== 'forecast' && record.value.kind !== 'forecastCurrent')) return none
  return { changes: changesOf(record.value), warnings: inputDifferences(record.value.inputs, inputs) }
}

/** What sending `draft` changes for its participant: as a forecast says, or as the draft itself does. */
export const findChanges = async (
  library: Pick<ReceiptLibrary, 'list' | 'open'>,
  here: Here,
  participantId: string,
  draft: SubmissionDraft,
): Promise<Changes> => {
  switch (draft.operation) {
    case 'enroll':
    case 'implement':
      return fromForecast(library, here, participantId, draft.inputs)
    case 'optout':
      return { changes: { kind: 'optout' }, warnings: [] }
  }
}
