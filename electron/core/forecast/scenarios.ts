import { hash, randomUUID } from 'node:crypto'
import { eachAtOnce } from '#shared/each-at-once.ts'
import type { Subject } from '#shared/participant/subject.ts'
import { inTrayOrder, type Scenario } from '#shared/records/scenario.ts'
import { forecastIn, type RecordSummary, type SavedRecord } from '#shared/records/record.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { resultsThereOf } from '#shared/records/same-whom.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { OpenFiles } from '../participant/whom.ts'
import { createForecasts, createUnkeptForecasts } from './forecasts.ts'
import type { ForecastNeeds, UnkeptForecasts } from './forecasts.ts'

/** Maximum number of saved forecasts on one tray; the newest ones are taken. */
const mostOnTray = 20
/** How many of the file's saved records are searched for forecasts to put on the tray. */
const mostLookedAt = 60
const atOnce = 4

interface ScenarioNeeds {
  readonly participants: OpenFiles
  readonly savedRecords: SavedRecords
  readonly unkept: UnkeptForecasts
}

const noForecast = fail({ code: 'records.notFound', message: 'This saved result is no forecast.' })

const asForecast = (record: Result<SavedRecord>): Result<SavedForecast> =>
  whenOk(record, (saved) => {
    const forecast = forecastIn(saved)
    return forecast ? ok(forecast) : noForecast
  })

/**
 * A forecast without inputs is not a scenario, because the workspace shows today's forecast
 * elsewhere.
 */
const triesSomething = ({ inputs }: SavedForecast) =>
  Object.values(inputs).some((value) => value !== undefined)

/** The scenarios of a file; see the channels with the same names. */
const createScenarios = ({ participants, savedRecords, unkept }: ScenarioNeeds) => {
  const open = async (id: string) => asForecast(await savedRecords.open(id))
  /**
   * True if a forecast with this digest belongs to the open file, and to the chosen person if the
   * file has several.
   */
  const theirsOf = (handle: string) =>
    whenOk(participants.get(handle), ({ text, profile }) => {
      const digest = hash('sha256', text)
      const whose = profile?.userId ?? ''
      return ok(
        (sent: string | undefined, { among, participantId }: Subject) =>
          sent === digest && (among !== undefined || participantId === whose),
      )
    })

  return {
    list: async (handle: string) => {
      const isTheirs = theirsOf(handle)
      if (!isTheirs.ok) return isTheirs
      const items = await savedRecords.list()
      if (!items.ok) return items
      const theirs = items.value
        .filter(
          ({ kind, forAll, likeness, subject }) =>
            (kind === 'forecast' || kind === 'forecastCurrent') &&
            forAll === undefined &&
            isTheirs.value(likeness.file, subject),
        )
        .slice(0, mostLookedAt)
      const found: SavedForecast[] = []
      await eachAtOnce(theirs, atOnce, async ({ id }) => {
        // One damaged record must not keep the others off the tray. Saved results shows the damage.
        const saved = await open(id)
        if (saved.ok && triesSomething(saved.value) && saved.value.scenario?.off !== true)
          found.push(saved.value)
      })
      const newest = found.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
      return ok(newest.slice(0, mostOnTray).sort(inTrayOrder))
    },

    describe: async (id: string, scenario: Scenario) =>
      asForecast(
        await savedRecords.update(id, (record) =>
          whenOk(asForecast(ok(record)), (saved) => ok({ ...saved, scenario })),
        ),
      ),

    today: async (id: string) => {
      const saved = await open(id)
      if (!saved.ok) return saved
      const plan = saved.value
      if (changesNothing(plan)) return ok(null)
      const items = await savedRecords.list()
      if (!items.ok) return items
      const isTheirs = (item: RecordSummary) =>
        item.kind === 'forecast' && item.likeness.file === plan.fileSha256
      const theirs = resultsThereOf(plan, items.value).filter(isTheirs)
      /** The last known time at which this forecast ran before the plan did. */
      const madeBefore = (item: RecordSummary) =>
        lastMade(item) <= plan.savedAt ? lastMade(item) : item.savedAt
      const before = theirs
        .filter(({ savedAt }) => savedAt <= plan.savedAt)
        .toSorted((a, b) => madeBefore(b).localeCompare(madeBefore(a)))
      const after = theirs
        .filter(({ savedAt }) => savedAt > plan.savedAt)
        .toSorted((a, b) => a.savedAt.localeCompare(b.savedAt))
      for (const item of [...before, ...after].slice(0, mostLookedAt)) {
        const found = await open(item.id)
        if (found.ok && found.value.kind === 'forecast' && changesNothing(found.value)) return found
      }
      return ok(null)
    },

    duplicate: async (id: string, scenario: Scenario) => {
      const saved = await open(id)
      if (!saved.ok) return saved
      const verbatim = await savedRecords.verbatim(id)
      if (!verbatim.ok) return verbatim
      const { runKey: _key, runs: _runs, lastRunAt: _last, ...copied } = saved.value
      const twin: SavedForecast = { ...copied, id: randomUUID(), scenario }
      const file = await savedRecords.file(id)
      if (!file.ok) return file
      const kept = file.value === null ? {} : { file: file.value }
      return whenOk(await savedRecords.save(twin, verbatim.value, kept), () => ok(twin))
    },

    unkept: (handle: string) =>
      whenOk(theirsOf(handle), (isTheirs) => {
        const runs = unkept.all().filter((run) => isTheirs(run.fileSha256, run.subject))
        return ok(
          runs
            .map(({ id, kind, savedAt, environment, inputs }) => {
              return { id, kind, savedAt, environment, inputs }
            })
            .toReversed(),
        )
      }),

    openUnkept: (id: string) => {
      const run = unkept.get(id)
      return run === null
        ? fail({ code: 'records.notFound', message: 'This run is too long ago. Run it again.' })
        : ok(run.record)
    },
  }
}

export type Scenarios = ReturnType<typeof createScenarios>

export const createForecastParts = (needs: Omit<ForecastNeeds & ScenarioNeeds, 'unkept'>) => {
  const unkept = createUnkeptForecasts()
  return {
    ...createForecasts({ ...needs, unkept }),
    scenarios: createScenarios({ ...needs, unkept }),
  }
}
