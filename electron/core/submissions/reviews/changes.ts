import type { Effect } from '#shared/express/operations/operation.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { ReviewChanges } from '#shared/express/changes.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { saysTheSame } from '#shared/strategy/file-today.ts'
import { inputDifferences } from '#shared/strategy/input-differences.ts'
import { changesOf } from '#shared/strategy/review-changes.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'

/** What a submission changes, and where it differs from the forecast that says so. */
export interface Changes {
  readonly changes: ReviewChanges
  readonly warnings: readonly string[]
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

export type ForecastRecords = Pick<SavedRecords, 'list' | 'open'>

/** How many saved forecasts of a participant are looked at for one that was run as this is sent. */
const mostLookedAt = 8

const forecastOf = async (
  savedRecords: Pick<SavedRecords, 'open'>,
  id: string,
): Promise<SavedForecast | null> => {
  const record = await savedRecords.open(id)
  return record.ok && (record.value.kind === 'forecast' || record.value.kind === 'forecastCurrent')
    ? record.value
    : null
}

const changedFile =
  'The participant’s file says something else now than when the forecast was run. Run it again to be sure.'

/** Where a submission goes; a forecast that was made elsewhere says nothing of it. */
export type Here = Pick<EnvironmentView, 'id' | 'place'> & { readonly readAs: ReadAs }

const isFrom = ({ id, place }: Here, environment: RecordSummary['environment']): boolean =>
  environment.id === id && (environment.place === undefined || environment.place === place)

/**
 * From a saved forecast of this participant in this environment: the newest that was run with the inputs that are sent, and
 * with what the file says now; else the newest. One with a proposal comes before one of the current strategy alone. A
 * forecast that cannot be opened counts as none; it is shown as damaged where it is listed.
 */
const fromForecast = async (
  savedRecords: ForecastRecords,
  here: Here,
  participantId: string,
  inputs: EnrollInputs,
  profile: ParticipantProfile | null,
): Promise<Changes> => {
  const none: Changes = { changes: { kind: 'noForecast' }, warnings: [] }
  const items = await savedRecords.list()
  if (!items.ok || participantId === '') return none
  const theirs = items.value
    .filter(
      (item) => isFrom(here, item.environment) && same(item.subject.participantId, participantId),
    )
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const proposing = theirs.filter(({ kind }) => kind === 'forecast')
  const candidates =
    proposing.length > 0 ? proposing : theirs.filter(({ kind }) => kind === 'forecastCurrent')
  let newest: Changes | null = null
  for (const { id } of candidates.slice(0, mostLookedAt)) {
    const forecast = await forecastOf(savedRecords, id)
    if (forecast === null) continue
    const stale = saysTheSame(forecast.profile, profile) ? [] : [changedFile]
    const found = {
      changes: changesOf(forecast, profile, here.readAs, inputs),
      warnings: [...stale, ...inputDifferences(forecast.inputs, inputs)],
    }
    if (found.warnings.length === 0) return found
    newest ??= found
  }
  return newest ?? none
}

/** What a submission changes for its participant: as a forecast says, or as the submission itself does. */
export const findChanges = async (
  savedRecords: ForecastRecords,
  here: Here,
  participantId: string,
  effect: Effect,
  profile: ParticipantProfile | null,
): Promise<Changes> =>
  effect.kind === 'stated'
    ? { changes: effect, warnings: [] }
    : fromForecast(savedRecords, here, participantId, effect.inputs, profile)
