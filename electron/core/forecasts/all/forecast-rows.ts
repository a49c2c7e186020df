import { randomUUID } from 'node:crypto'
import type { RosterMoved, RosterScope } from '#shared/forecasts/roster.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Result } from '#shared/result.ts'
import type { Environments } from '../../environments/environments.ts'
import { limitsOf } from '../../http/timeouts.ts'
import { createThrottle } from '../../ipc/events.ts'
import type { Job } from '../../ipc/jobs.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../../ports.ts'
import type { Forecasts } from '../forecasts.ts'
import { isAt, keptOf } from './kept-forecasts.ts'
import { rowsFor, rowView, type FigureContext, type Roster, type Row } from './roster.ts'
import { runRoster } from './run-roster.ts'

export interface RunNeeds {
  readonly clock: Clock
  readonly environments: Pick<Environments, 'active'>
  readonly forecasts: Pick<Forecasts, 'runForAll'>
  /** Reports changed rows, at most twice a second. */
  readonly onMoved: (moved: RosterMoved) => void
}

/** The place in use, its way of reading answers, and the update of a roster from its saved records. */
interface RosterPlace {
  readonly context: () => FigureContext
  readonly look: (roster: Roster) => Promise<Result<void>>
}

const canceled = 'You canceled it. What was forecast before that is kept.'

/** Reports rows that changed since the last report. */
const createTelling = (
  { clock, onMoved }: RunNeeds,
  context: () => FigureContext,
  roster: Roster,
): ((row: Row) => void) => {
  const moved = new Set<Row>()
  const tell = createThrottle(clock, () => {
    const now = context()
    const rows = [...moved].map((row) => rowView(row, now))
    moved.clear()
    onMoved({ rosterId: roster.id, rows, running: roster.running })
  })
  return (row) => {
    moved.add(row)
    tell()
  }
}

/** Forecasts the rows of `scope`. Each row gets its own result, the roster gets the result of the run. */
export const forecastRows = async (
  needs: RunNeeds,
  { context, look }: RosterPlace,
  roster: Roster,
  { scope, to, job }: { readonly scope: RosterScope; readonly to: Destination; readonly job: Job },
): Promise<void> => {
  const { clock, environments, forecasts } = needs
  const began = clock.monotonic()
  const { environment } = context()
  const wanted = rowsFor(roster, scope)
  const moved = createTelling(needs, context, roster)
  const press = randomUUID()
  const signal = AbortSignal.any([job.signal, roster.closing.signal])
  let ended = 0
  let forecast = 0

  const take = (row: Row, result: Result<SavedForecast> | null): void => {
    if (result?.ok) {
      row.kept = keptOf(result.value)
      row.problem = null
      roster.known.learn(row.kept)
      forecast += 1
    } else if (result && isAt(roster.place, environment)) row.problem = result.error
  }

  job.tell(`0 of ${wanted.length}`, 0)
  const why = await runRoster({
    rows: wanted,
    atOnce: limitsOf(environments.active()).callsAtOnce,
    signal,
    forecast: (file) => forecasts.runForAll(file, to, { signal, tell: () => undefined }, press),
    onBegin: (row) => {
      row.running = true
      moved(row)
    },
    onEnd: (row, result) => {
      row.running = false
      take(row, result)
      ended += 1
      moved(row)
      job.tell(`${ended} of ${wanted.length}`, wanted.length === 0 ? 1 : ended / wanted.length)
    },
  })
  const looked = await look(roster)
  roster.why = job.signal.aborted ? canceled : why
  // The environment may have changed meanwhile: the forecasts belong to the earlier one.
  if (looked.ok && isAt(roster.place, environment))
    roster.lastRun = { at: isoNow(clock), tookMs: clock.monotonic() - began, forecast }
}
