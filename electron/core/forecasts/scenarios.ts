import { hash, randomUUID } from 'node:crypto'
import { eachAtOnce } from '#shared/each-at-once.ts'
import type { UnkeptRun } from '#shared/forecasts/channels.ts'
import { inTrayOrder, type Scenario } from '#shared/records/scenario.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { sameWhom } from '#shared/records/same-whom.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { FileToSend, OpenFiles } from '../participant/whom.ts'
import {
  createForecasts,
  createUnkeptForecasts,
  type ForecastNeeds,
  type Forecasts,
  type UnkeptForecasts,
} from './forecasts.ts'

/** Maximum number of saved forecasts in one tray; the newest ones. */
const mostOnTray = 20
/** Maximum number of saved records of the file to search for them. */
const mostLookedAt = 60
const atOnce = 4

/** Scenarios of a participant's file for the tray, and those that can still be restored. */
export interface Scenarios {
  /** See the channels with the same names in `shared/forecasts/channels.ts`. */
  list(handle: string): Promise<Result<SavedForecast[]>>
  describe(id: string, scenario: Scenario): Promise<Result<SavedForecast>>
  today(id: string): Promise<Result<SavedForecast | null>>
  duplicate(id: string, scenario: Scenario): Promise<Result<SavedForecast>>
  unkept(handle: string): Result<UnkeptRun[]>
  openUnkept(id: string): Result<SavedForecast>
}

interface ScenarioNeeds {
  readonly participants: OpenFiles
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open' | 'verbatim' | 'save' | 'update'>
  readonly unkept: UnkeptForecasts
}

const noForecast = (): Result<never> =>
  fail({ code: 'records.notFound', message: 'This saved result is no forecast.' })

const asForecast = (record: SavedRecord): Result<SavedForecast> =>
  record.kind === 'forecast' || record.kind === 'forecastCurrent' ? ok(record) : noForecast()

/** A forecast without inputs is no scenario: it shows the present situation, which the workspace shows elsewhere. */
const triesSomething = ({ inputs }: SavedForecast): boolean =>
  Object.values(inputs).some((value) => value !== undefined)

const createScenarios = ({ participants, savedRecords, unkept }: ScenarioNeeds): Scenarios => {
  const fileOf = (handle: string): Result<{ digest: string; file: FileToSend }> => {
    const file = participants.get(handle)
    return file.ok ? ok({ digest: hash('sha256', file.value.text, 'hex'), file: file.value }) : file
  }

  return {
    list: async (handle) => {
      const opened = fileOf(handle)
      if (!opened.ok) return opened
      const items = await savedRecords.list()
      if (!items.ok) return items
      const { digest, file } = opened.value
      // In a file of several participants, the chosen one counts.
      const whose = file.profile?.userId ?? ''
      const isTheirs = ({ kind, forAll, likeness, subject }: RecordSummary): boolean =>
        (kind === 'forecast' || kind === 'forecastCurrent') &&
        forAll === undefined &&
        likeness.file === digest &&
        (subject.among !== undefined || subject.participantId === whose)
      const theirs = items.value.filter(isTheirs).slice(0, mostLookedAt)
      const found: SavedForecast[] = []
      await eachAtOnce(theirs, atOnce, async ({ id }) => {
        const record = await savedRecords.open(id)
        // One damaged file must not keep the others off the tray; Saved results shows the damage.
        const saved = record.ok ? asForecast(record.value) : record
        if (saved.ok && triesSomething(saved.value) && saved.value.scenario?.off !== true)
          found.push(saved.value)
      })
      const newest = found.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
      return ok(newest.slice(0, mostOnTray).sort(inTrayOrder))
    },

    describe: async (id, scenario) => {
      const updated = await savedRecords.update(id, (record) => {
        const saved = asForecast(record)
        return saved.ok ? ok({ ...saved.value, scenario }) : saved
      })
      return updated.ok ? asForecast(updated.value) : updated
    },

    today: async (id) => {
      const record = await savedRecords.open(id)
      if (!record.ok) return record
      const saved = asForecast(record.value)
      if (!saved.ok) return saved
      const plan = saved.value
      if (changesNothing(plan)) return ok(null)
      const items = await savedRecords.list()
      if (!items.ok) return items
      const isTheirs = (item: RecordSummary): boolean =>
        item.kind === 'forecast' &&
        sameWhom(item, plan) &&
        (plan.fileSha256 === undefined || item.likeness.file === plan.fileSha256)
      const theirs = items.value.filter(isTheirs)
      const before = theirs.filter(({ savedAt }) => savedAt <= plan.savedAt)
      const after = theirs.filter(({ savedAt }) => savedAt > plan.savedAt).toReversed()
      for (const item of [...before, ...after].slice(0, mostLookedAt)) {
        const other = await savedRecords.open(item.id)
        const found = other.ok ? asForecast(other.value) : other
        if (found.ok && found.value.kind === 'forecast' && changesNothing(found.value)) return found
      }
      return ok(null)
    },

    duplicate: async (id, scenario) => {
      const record = await savedRecords.open(id)
      if (!record.ok) return record
      const saved = asForecast(record.value)
      if (!saved.ok) return saved
      const verbatim = await savedRecords.verbatim(id)
      if (!verbatim.ok) return verbatim
      const twin: SavedForecast = { ...saved.value, id: randomUUID(), scenario }
      const written = await savedRecords.save(twin, verbatim.value)
      return written.ok ? ok(twin) : written
    },

    unkept: (handle) => {
      const opened = fileOf(handle)
      if (!opened.ok) return opened
      const whose = opened.value.file.profile?.userId ?? ''
      return ok(
        unkept
          .all()
          .filter(
            ({ fileSha256, subject }) =>
              fileSha256 === opened.value.digest &&
              (subject.among !== undefined || subject.participantId === whose),
          )
          .map(({ id, kind, savedAt, environment, inputs }) => ({
            id,
            kind,
            savedAt,
            environment,
            inputs,
          }))
          .toReversed(),
      )
    },

    openUnkept: (id) => {
      const run = unkept.get(id)
      return run === null
        ? fail({ code: 'records.notFound', message: 'This run is too long ago. Run it again.' })
        : ok(run.record)
    },
  }
}

/** Creates forecasts, and the scenarios that are made from them. */
export const createForecastParts = (
  needs: Omit<ForecastNeeds & ScenarioNeeds, 'unkept'>,
): Forecasts & { readonly scenarios: Scenarios } => {
  const unkept = createUnkeptForecasts()
  return {
    ...createForecasts({ ...needs, unkept }),
    scenarios: createScenarios({ ...needs, unkept }),
  }
}
