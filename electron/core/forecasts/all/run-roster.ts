import type { AppError } from '#shared/errors.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { FileInMemory } from '../../participant/open-files.ts'
import type { FileToSend } from '../../participant/whom.ts'
import { partOf, type RosterFile } from './roster-files.ts'
import type { Row } from './roster.ts'

/** The run stops after this many failures of the service in a row: the next call would hardly succeed. */
export const mostInARow = 5

/** Whether a failure holds for every further row as well, so that calling again is pointless. */
const isForAll = (code: AppError['code']): boolean =>
  /^(environment|credentials|keychain|records|internal)/.test(code) ||
  [
    'service.unauthorized',
    'service.tokenRefused',
    'service.busy',
    'service.tls',
    'service.authority',
    'service.proxy',
  ].includes(code)

interface RosterRun {
  readonly rows: readonly Row[]
  /** Maximum number of calls at the same time. */
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly forecast: (file: FileToSend) => Promise<Result<SavedForecast>>
  /** Called when a row begins, and when it ends; the result is `null` if the row was left unchanged. */
  readonly onBegin: (row: Row) => void
  readonly onEnd: (row: Row, result: Result<SavedForecast> | null) => void
}

const inWords = ({ message, advice }: AppError): string =>
  advice === undefined ? message : `${message} ${advice}`

/** Returns the text to send for each row. Rows of a file follow each other, so only one file is in memory at a time. */
const createTexts = () => {
  let current: {
    readonly file: RosterFile
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
 * Forecasts rows, one participant per call, several calls at once. Returns a sentence on why it stopped before the last
 * row; empty if it did not stop early, or was cancelled.
 */
export const runRoster = async ({
  rows,
  atOnce,
  signal,
  forecast,
  onBegin,
  onEnd,
}: RosterRun): Promise<string> => {
  const textOf = createTexts()
  let why = ''
  let inARow = 0
  let next = 0

  const judge = (error: AppError): void => {
    if (why !== '') return
    if (isForAll(error.code)) why = inWords(error)
    if (!error.code.startsWith('service.')) return
    inARow += 1
    if (inARow >= mostInARow && why === '')
      why = `The service failed ${inARow} times in a row, so nothing more was asked for. The last time: ${error.message}`
  }

  const runRow = async (row: Row, at: NonNullable<Row['at']>): Promise<void> => {
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

  const lane = async (): Promise<void> => {
    while (why === '' && !signal.aborted) {
      const row = rows[next]
      next += 1
      if (row === undefined) return
      if (row.at !== null) await runRow(row, row.at)
    }
  }

  await Promise.all(Array.from({ length: atOnce }, lane))
  return why
}
