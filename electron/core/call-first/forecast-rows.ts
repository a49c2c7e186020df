import { eachAtOnce } from '#shared/each-at-once.ts'
import { inWords, type AppError } from '#shared/errors.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { FileInMemory } from '../participant/open-files.ts'
import type { FileToSend } from '../participant/whom.ts'
import { partOf, type CallListFile } from './call-list-files.ts'
import { rowsFor, rowView, type FigureContext, type CallList, type Row } from './call-list.ts'
import { randomUUID } from 'node:crypto'
import type { CallListScope } from '#shared/call-first/channels.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import { limitsOf } from '../http/timeouts.ts'
import { createThrottle, type CoreEvents } from '../platform/events.ts'
import type { Job } from '../platform/jobs.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../platform/ports.ts'
import type { Forecasts } from '../forecast/forecasts.ts'
import { isAt, keptOf } from './kept-forecasts.ts'

/** The run stops after this many failures of the service in a row, because the next request would probably fail too. */
export const mostInARow = 5

/** True if the failure would repeat for every other row, so that further requests are pointless. */
const isForAll = (code: AppError['code']) =>
  /^(environment|credentials|keychain|records|internal)/.test(code) ||
  [
    'service.unauthorized',
    'service.tokenRefused',
    'service.busy',
    'service.tls',
    'service.authority',
    'service.proxy',
  ].includes(code)

interface CallListRun {
  readonly rows: readonly Row[]
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly forecast: (file: FileToSend) => Promise<Result<SavedForecast>>
  /**
   * `onBegin` is called when a row begins and `onEnd` when it ends, with `null` if the row was left
   * unchanged.
   */
  readonly onBegin: (row: Row) => void
  readonly onEnd: (row: Row, result: Result<SavedForecast> | null) => void
}

/**
 * Returns the text to send for each row. A file's rows are consecutive, so only one file is in
 * memory at a time.
 */
const createTexts = () => {
  let current: {
    readonly file: CallListFile
    readonly loaded: Promise<Result<FileInMemory>>
  } | null = null
  return async ({ file, index }: NonNullable<Row['at']>): Promise<Result<FileToSend>> => {
    if (current?.file !== file) current = { file, loaded: file.load() }
    const loaded = await current.loaded
    if (!loaded.ok) return loaded
    const { text, view } = loaded.value
    const profile = view.participants[index]
    if (profile === undefined)
      return fail({
        code: 'participant.changed',
        message: 'The file does not hold this participant any more.',
      })
    return ok({ text: partOf(text, file.parts, index), profile, participants: [profile] })
  }
}

/**
 * Forecasts rows, one participant per request, several requests at once. Returns why it stopped before the last row;
 * empty if it finished or was canceled.
 */
export const runCallList = async ({
  rows,
  atOnce,
  signal,
  forecast,
  onBegin,
  onEnd,
}: CallListRun): Promise<string> => {
  const textOf = createTexts()
  let why = ''
  let inARow = 0

  const judge = (error: AppError) => {
    if (why !== '') return
    if (isForAll(error.code)) why = inWords(error)
    if (!error.code.startsWith('service.')) return
    inARow += 1
    if (inARow >= mostInARow && why === '')
      why = `The service failed ${inARow} times in a row, so nothing more was asked for. The last time: ${error.message}`
  }

  const runRow = async (row: Row, at: NonNullable<Row['at']>) => {
    let result: Result<SavedForecast> | null = null
    onBegin(row)
    try {
      const file = await textOf(at)
      const given = file.ok ? await forecast(file.value) : file
      if (given.ok) inARow = 0
      else judge(given.error)
      const isLeft =
        !given.ok &&
        (given.error.code === 'job.cancelled' || given.error.code === 'environment.other')
      result = isLeft ? null : given
    } finally {
      onEnd(row, result)
    }
  }

  await eachAtOnce(rows, atOnce, async (row) => {
    if (why === '' && !signal.aborted && row.at !== null) await runRow(row, row.at)
  })
  return why
}

interface RunNeeds {
  readonly clock: Clock
  readonly environments: Environments
  readonly forecast: Forecasts['runForAll']
  readonly events: CoreEvents
}

interface CallListPlace {
  readonly context: () => FigureContext
  readonly look: (callList: CallList) => Promise<Result<void>>
}

const canceled = 'You canceled it. What was forecast before that is kept.'

const createTelling = (
  { clock, events }: RunNeeds,
  context: () => FigureContext,
  callList: CallList,
): ((row: Row) => void) => {
  const moved = new Set<Row>()
  const tell = createThrottle(clock, () => {
    const now = context()
    const rows = [...moved].map((row) => rowView(row, now))
    moved.clear()
    events.emit('callFirst.moved', {
      callListId: callList.callListId,
      rows,
      running: callList.running,
    })
  })
  return (row) => {
    moved.add(row)
    tell()
  }
}

export const forecastRows = async (
  needs: RunNeeds,
  { context, look }: CallListPlace,
  callList: CallList,
  {
    scope,
    to,
    job,
  }: { readonly scope: CallListScope; readonly to: Destination; readonly job: Job },
): Promise<void> => {
  const { clock, environments } = needs
  const began = clock.monotonic()
  const { environment } = context()
  const wanted = rowsFor(callList, scope)
  const moved = createTelling(needs, context, callList)
  const press = randomUUID()
  const signal = AbortSignal.any([job.signal, callList.closing.signal])
  let ended = 0
  let forecast = 0

  const take = (row: Row, result: Result<SavedForecast> | null) => {
    if (result?.ok) {
      row.kept = keptOf(result.value)
      row.problem = null
      callList.known.learn(row.kept)
      forecast += 1
    } else if (result && isAt(callList.place, environment)) row.problem = result.error
  }

  job.tell(`0 of ${wanted.length}`, 0)
  const why = await runCallList({
    rows: wanted,
    atOnce: limitsOf(environments.active()).callsAtOnce,
    signal,
    forecast: (file) => needs.forecast(file, to, { signal, tell: () => undefined }, press),
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
  const looked = await look(callList)
  callList.why = job.signal.aborted ? canceled : why
  // If the environment changed in the meantime, these forecasts belong to the earlier one and are
  // dropped.
  if (looked.ok && isAt(callList.place, environment))
    callList.lastRun = { at: isoNow(clock), tookMs: clock.monotonic() - began, forecast }
}
