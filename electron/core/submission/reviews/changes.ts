import type { Effect } from '#shared/express/operations/operation.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { ReviewChanges } from '#shared/express/changes.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import { forecastIn, type RecordSummary } from '#shared/records/record.ts'
import { resultsOf, samePerson, type Whom } from '#shared/records/same-whom.ts'
import { createMarks } from '#shared/records/marks.ts'
import { lastMade } from '#shared/records/saved.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { saysTheSame } from '#shared/strategy/changes/savings-from-today.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { inputDifferences } from '#shared/strategy/changes/input-differences.ts'
import { changesOf } from '#shared/strategy/changes/review-changes.ts'
import { rulesSaid, type PersonRules } from '#shared/savings/saving-year.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'

export interface Changes {
  readonly changes: ReviewChanges
  readonly warnings: readonly string[]
}

type ForecastRecords = Pick<SavedRecords, 'list' | 'open'>

/** How many of a participant's saved forecasts to search for one with the same inputs. */
const mostLookedAt = 8

const changedFile =
  'The participant’s file says something else now than when the forecast was run. Run it again to be sure.'

const ofSomebodyElse =
  'Saved forecasts with this id may be of another person: the dates of birth and names in their files and this one leave it open. None of them is compared here.'

const isForecast = ({ kind }: RecordSummary) => kind === 'forecast' || kind === 'forecastCurrent'

/** The destination of a submission; a forecast from another environment says nothing about the submission. */
export type Here = Pick<EnvironmentView, 'id' | 'place' | 'name'> & { readonly readAs: ReadAs }

const isFrom = ({ id, place }: Here, environment: RecordSummary['environment']) =>
  environment.id === id && (environment.place === undefined || environment.place === place)

/**
 * Chooses a saved forecast of this participant in this environment: `forecastId`, the one on screen, whose
 * recommendation was accepted or declined; without it the newest with the same inputs and the same file, otherwise the
 * newest. A forecast with a proposal comes before one of the current strategy alone. A forecast that cannot be opened
 * counts as missing; lists show it as damaged.
 */
const fromForecast = async (
  savedRecords: ForecastRecords,
  here: Here,
  whom: Whom,
  { inputs, forecastId }: Extract<Effect, { kind: 'asForecast' }>,
  profile: ParticipantProfile | null,
  law: PersonRules,
) => {
  const none: Changes = { changes: { kind: 'noForecast' }, warnings: [] }
  const items = await savedRecords.list()
  if (!items.ok || whom.subject.among !== undefined) return none
  const there = items.value.filter((item) => isFrom(here, item.environment))
  const theirs = resultsOf(whom, there)
    .filter(isForecast)
    .toSorted((a, b) => lastMade(b).localeCompare(lastMade(a)))
  const proposing = theirs.filter(({ kind }) => kind === 'forecast')
  const candidates =
    proposing.length > 0 ? proposing : theirs.filter(({ kind }) => kind === 'forecastCurrent')
  const marks = createMarks(items.value)({ ...whom, environment: here }, null)
  let newest: Changes | null = null
  const onScreen = theirs.filter(({ id }) => id === forecastId)
  for (const { id } of [...onScreen, ...candidates.slice(0, mostLookedAt)]) {
    const record = await savedRecords.open(id)
    const forecast = record.ok ? forecastIn(record.value) : null
    if (forecast === null) continue
    const stale = saysTheSame(forecast.profile, profile) ? [] : [changedFile]
    const rules = rulesSaid(forecast.said, law)
    const { lines } = recommendationOf(forecast, profile, rules)
    const found = {
      changes: changesOf(
        forecast,
        profile,
        { readAs: here.readAs, source: here.name },
        inputs,
        rules,
        marks,
      ),
      warnings: [...stale, ...inputDifferences(forecast.inputs, inputs, lines)],
    }
    if (id === forecastId || found.warnings.length === 0) return found
    newest ??= found
  }
  if (newest !== null) return newest
  const isUnclear = there.some((item) => isForecast(item) && samePerson(item, whom))
  return isUnclear && theirs.length === 0 ? { ...none, warnings: [ofSomebodyElse] } : none
}

export const findChanges = async (
  savedRecords: ForecastRecords,
  here: Here,
  whom: Whom,
  effect: Effect,
  profile: ParticipantProfile | null,
  law: PersonRules = rulesSaid(undefined),
): Promise<Changes> =>
  effect.kind === 'stated'
    ? { changes: effect, warnings: [] }
    : fromForecast(savedRecords, here, whom, effect, profile, law)
