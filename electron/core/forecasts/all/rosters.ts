import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { AppError } from '#shared/errors.ts'
import type { RosterMoved, RosterScope, RosterView } from '#shared/forecasts/roster.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isoNow } from '../../iso-now.ts'
import type { Environments } from '../../environments/environments.ts'
import { createThrottle } from '../../ipc/events.ts'
import { limitsOf } from '../../http/timeouts.ts'
import type { Forecasts } from '../forecasts.ts'
import type { Job } from '../../ipc/jobs.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import { maxParticipantBytes, tooLarge } from '../../participant/inspection.ts'
import type { Participants } from '../../participant/participants.ts'
import type { Clock, ListFolder, PickFolder } from '../../ports.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import { createKeptForecasts, isAt, keptOf, lastTalks } from './kept-forecasts.ts'
import type { RosterFiles } from './roster-files.ts'
import {
  addRows,
  rosterView,
  rowsFor,
  rowView,
  takeOver,
  type FigureContext,
  type Roster,
  type Row,
} from './roster.ts'
import { runRoster } from './run-roster.ts'

export interface RosterNeeds {
  readonly clock: Clock
  readonly files: RosterFiles
  readonly participants: Pick<Participants, 'get' | 'openPart'>
  readonly forecasts: Pick<Forecasts, 'runForAll'>
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open'>
  readonly environments: Pick<Environments, 'active' | 'whyElsewhere'>
  readonly settings: Pick<SettingsStore, 'get'>
  /** Absent where the host has no dialog for choosing a folder. */
  readonly pickFolder: PickFolder | undefined
  readonly listFolder: ListFolder | undefined
  readonly isLocked: () => boolean
  /** Told of rows that moved on, at most twice a second. */
  readonly onMoved: (moved: RosterMoved) => void
  /** Notes in the activity log that a folder was opened. */
  readonly noteFolder: (outcome: 'done' | 'failed' | 'cancelled') => void
}

/** A file as the page hands it over, or why it could not. */
interface HandedFile {
  readonly name: string
  readonly bytes?: Uint8Array | undefined
  readonly path?: string | undefined
  readonly problem?: AppError | undefined
}

type Opened = Pick<RosterView, 'rosterId'>

/** Files of several participants and folders of files, each participant forecast alone. See `rosterChannels`. */
export interface Rosters {
  /** Fails with `participant.notOpen` and `participant.notSplit`. */
  readonly openFile: (handle: string) => Promise<Result<Opened>>
  /** `null` when the person chooses none. */
  readonly openFolder: (job: Job) => Promise<Result<Opened | null>>
  readonly begin: (name: string) => Result<Opened>
  readonly addFile: (rosterId: string, file: HandedFile) => Promise<Result<void>>
  readonly get: (rosterId: string) => Promise<Result<RosterView>>
  /** Fails with `environment.other`, and with `input.invalid` while it runs already. */
  readonly run: (
    rosterId: string,
    scope: RosterScope,
    to: Destination,
    job: Job,
  ) => Promise<Result<RosterView>>
  readonly openOnly: (rosterId: string, row: number) => Promise<Result<OpenedParticipant>>
  readonly close: (rosterId: string) => void
  readonly closeAll: () => void
}

/** The oldest is closed for the next. */
export const maxRosters = 5
/** Files of a folder; of more, the first are taken. */
export const mostFiles = 1_000

const cancelled = 'You cancelled it. What was forecast before that is kept.'

const closed = (): Result<never> =>
  fail({
    code: 'participant.notOpen',
    message: 'This list is no longer open.',
    advice: 'Open the file or the folder again.',
  })

export const createRosters = (needs: RosterNeeds): Rosters => {
  const { clock, files, savedRecords, environments } = needs
  const open = new Map<string, Roster>()
  let asking = false

  const context = (): FigureContext => {
    const { id, name, kind, place, readAs } = environments.active()
    return { environment: { id, name, kind, place }, readAs, settings: needs.settings.get() }
  }

  const close = (rosterId: string): void => {
    open.get(rosterId)?.closing.abort()
    open.delete(rosterId)
  }

  const add = (name: string, kind: RosterView['kind']): Roster => {
    const { environment } = context()
    const roster: Roster = {
      ...{ id: randomUUID(), name, kind, rows: [], files: 0, leftOut: 0, heldBytes: 0 },
      ...{ running: false, why: '', lastRun: null, place: environment },
      known: createKeptForecasts(savedRecords),
      closing: new AbortController(),
    }
    open.set(roster.id, roster)
    const [oldest] = open.keys()
    if (open.size > maxRosters && oldest !== undefined) close(oldest)
    return roster
  }

  /** Brings a roster in step with the saved records, at the place in use. */
  const look = async (roster: Roster): Promise<Result<void>> => {
    const { environment } = context()
    if (!isAt(roster.place, environment)) {
      Object.assign(roster, { place: environment, why: '', lastRun: null })
      for (const row of roster.rows) if (row.at !== null) row.problem = null
    }
    const items = await savedRecords.list()
    if (!items.ok) return items
    const digests = new Set(roster.rows.flatMap(({ at }) => (at === null ? [] : [at.sha256])))
    const newest = await roster.known.newest(items.value, digests, environment)
    if (isAt(roster.place, environment))
      takeOver(roster, newest, lastTalks(items.value, environment.id, new Date(clock.now())))
    return ok(undefined)
  }

  const viewOf = async (roster: Roster): Promise<Result<RosterView>> => {
    const looked = await look(roster)
    return looked.ok ? ok(rosterView(roster, context())) : looked
  }

  const pickFolder = async (): Promise<Result<string | null>> => {
    if (!needs.pickFolder || !needs.listFolder)
      return fail({
        code: 'input.invalid',
        message: 'This host has no dialog for choosing a folder.',
      })
    if (asking) return ok(null)
    asking = true
    try {
      const folder = await needs.pickFolder('Open the participants of a folder')
      // The dialog stays open over a locked program, in reach of whoever passes by.
      return ok(needs.isLocked() ? null : folder)
    } finally {
      asking = false
    }
  }

  const readFolder = async (
    folder: string,
    { signal, tell }: Job,
  ): Promise<Result<Opened | null>> => {
    const paths = await needs.listFolder?.(folder)
    if (!paths)
      return fail({
        code: 'participant.fileMissing',
        message: 'The folder cannot be read.',
        advice: 'Choose it again.',
      })
    if (paths.length === 0)
      return fail({
        code: 'participant.noParticipant',
        message: `The folder "${basename(folder)}" holds no XML file.`,
        advice: 'Choose the folder that the files themselves lie in.',
      })
    const roster = add(basename(folder), 'folder')
    const chosen = paths.slice(0, mostFiles)
    roster.leftOut = paths.length - chosen.length
    for (const [index, path] of chosen.entries()) {
      if (signal.aborted) {
        open.delete(roster.id)
        return fail({ code: 'job.cancelled', message: 'The folder was not opened.' })
      }
      tell(`Reading file ${index + 1} of ${chosen.length}`, index / chosen.length)
      addRows(roster, basename(path), await files.fromPath(path))
    }
    return ok({ rosterId: roster.id })
  }

  const run = async (
    roster: Roster,
    scope: RosterScope,
    to: Destination,
    job: Job,
  ): Promise<void> => {
    const began = clock.monotonic()
    const { environment } = context()
    const wanted = rowsFor(roster, scope)
    let ended = 0
    let forecast = 0
    const moved = new Set<Row>()
    const tell = createThrottle(clock, () => {
      const now = context()
      const rows = [...moved].map((row) => rowView(row, now))
      moved.clear()
      needs.onMoved({ rosterId: roster.id, rows, running: roster.running })
    })
    job.tell(`0 of ${wanted.length}`, 0)
    const press = randomUUID()
    const signal = AbortSignal.any([job.signal, roster.closing.signal])
    const why = await runRoster({
      rows: wanted,
      atOnce: limitsOf(environments.active()).callsAtOnce,
      signal,
      forecast: (file) =>
        needs.forecasts.runForAll(file, to, { signal, tell: () => undefined }, press),
      onBegin: (row) => {
        row.running = true
        moved.add(row)
        tell()
      },
      onEnd: (row, result) => {
        row.running = false
        if (result?.ok) {
          row.kept = keptOf(result.value)
          row.problem = null
          roster.known.learn(row.kept)
          forecast += 1
        } else if (result && isAt(roster.place, environment)) row.problem = result.error
        ended += 1
        moved.add(row)
        tell()
        job.tell(`${ended} of ${wanted.length}`, wanted.length === 0 ? 1 : ended / wanted.length)
      },
    })
    const looked = await look(roster)
    roster.why = job.signal.aborted ? cancelled : why
    // Of another place by now: what was forecast stands there.
    if (looked.ok && isAt(roster.place, environment)) {
      roster.lastRun = {
        at: isoNow(clock),
        tookMs: clock.monotonic() - began,
        forecast,
      }
    }
  }

  return {
    openFile: async (handle) => {
      const file = needs.participants.get(handle)
      if (!file.ok) return file
      const opened = await files.fromOpen(file.value)
      if (!opened.ok) return opened
      const roster = add(file.value.view.fileName, 'file')
      addRows(roster, file.value.view.fileName, opened)
      return ok({ rosterId: roster.id })
    },

    openFolder: async (job) => {
      const folder = await pickFolder()
      if (!folder.ok) return folder
      const opened = folder.value === null ? ok(null) : await readFolder(folder.value, job)
      needs.noteFolder(
        !opened.ok && opened.error.code !== 'job.cancelled'
          ? 'failed'
          : opened.ok && opened.value !== null
            ? 'done'
            : 'cancelled',
      )
      return opened
    },

    begin: (name) => {
      needs.noteFolder('done')
      return ok({ rosterId: add(name, 'folder').id })
    },

    addFile: async (rosterId, { name, bytes, path = '', problem }) => {
      const roster = open.get(rosterId)
      if (!roster) return closed()
      if (roster.files >= mostFiles) {
        roster.leftOut += 1
        return ok(undefined)
      }
      if (bytes === undefined) {
        addRows(
          roster,
          name,
          fail(
            problem ?? { code: 'participant.fileMissing', message: `${name} could not be read.` },
          ),
        )
        return ok(undefined)
      }
      const hold = (length: number): Result<void> => {
        if (roster.heldBytes + length > maxParticipantBytes)
          return tooLarge(roster.heldBytes + length)
        roster.heldBytes += length
        return ok(undefined)
      }
      addRows(roster, name, await files.fromBytes({ name, bytes, path }, hold))
      return ok(undefined)
    },

    get: async (rosterId) => {
      const roster = open.get(rosterId)
      return roster ? viewOf(roster) : closed()
    },

    run: async (rosterId, scope, to, job) => {
      const roster = open.get(rosterId)
      if (!roster) return closed()
      if (roster.running)
        return fail({ code: 'input.invalid', message: 'This list is being forecast already.' })
      const elsewhere = environments.whyElsewhere(to)
      if (elsewhere) return fail(elsewhere)
      roster.running = true
      try {
        const looked = await look(roster)
        if (!looked.ok) return looked
        roster.why = ''
        await run(roster, scope, to, job)
      } finally {
        roster.running = false
        for (const row of roster.rows) row.running = false
      }
      return viewOf(roster)
    },

    openOnly: async (rosterId, number) => {
      const row = open.get(rosterId)?.rows[number]
      if (!row) return closed()
      if (row.at === null)
        return fail(
          row.problem ?? {
            code: 'participant.fileMissing',
            message: `${row.fileName} could not be read.`,
          },
        )
      const file = await row.at.file.load()
      return file.ok ? needs.participants.openPart(file.value, row.at.index, row.at.sha256) : file
    },

    close,
    closeAll: () => {
      for (const rosterId of [...open.keys()]) close(rosterId)
    },
  }
}
