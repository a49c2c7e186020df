import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { AppError } from '#shared/errors.ts'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import type { RosterScope, RosterView } from '#shared/call-first/roster.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { createMarks } from '#shared/records/marks.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { Job } from '../platform/jobs.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { maxParticipantBytes, tooLarge } from '../participant/inspection.ts'
import { noteOpened } from '../participant/note-opened.ts'
import type { Participants } from '../participant/participants.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import { forecastRows } from './forecast-rows.ts'
import { createKeptForecasts, isAt, lastTalks } from './kept-forecasts.ts'
import {
  createFolderDialog,
  createRosterFiles,
  filesOf,
  mostFiles,
  readFiles,
} from './roster-files.ts'
import { addRows, rosterView, takeOver, type FigureContext, type Roster } from './roster.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { noted, type Note } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { CoreEvents } from '../platform/events.ts'
import type { Forecasts } from '../forecast/forecasts.ts'
import { noteRun } from '../forecast/note-run.ts'
import type { Inspector } from '../participant/inspector.ts'

type Opened = Pick<RosterView, 'rosterId'>

/** Opening one more closes the oldest. */
const maxRosters = 5

const closed = fail({
  code: 'participant.notOpen',
  message: 'This list is no longer open.',
  advice: 'Open the file or the folder again.',
})

const unread = (name: string, problem: AppError | null | undefined) =>
  fail(problem ?? { code: 'participant.fileMissing', message: `${name} could not be read.` })

interface AroundRosters {
  readonly inspector: Inspector
  readonly readMapping: () => ParticipantMapping
  readonly savedRecords: Pick<SavedRecords, 'list' | 'open'>
  readonly environments: Pick<Environments, 'active' | 'whyElsewhere'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly events: Pick<CoreEvents, 'emit'>
  readonly log: Note
  readonly participants: Participants
  readonly forecasts: Pick<Forecasts, 'runForAll'>
  readonly isLocked: () => boolean
}

/** Files of several participants and folders; each participant is forecast alone. See `rosterChannels`. */
export const createRosters = (parts: CoreParts, around: AroundRosters) => {
  const { clock, readFile, pickFolder, listFolder } = parts
  const { inspector, savedRecords, environments, participants, forecasts, log, isLocked } = around
  const open = new Map<string, Roster>()
  const files = createRosterFiles({ inspector, mapping: around.readMapping, readFile, clock })
  const askFolder = createFolderDialog({ pickFolder, listFolder, isLocked })
  const notedFolder = <R extends Result<unknown>>(opened: R) =>
    noted(log, opened, { action: 'open', environmentId: environments.active().id })

  const forecast: Forecasts['runForAll'] = async (file, to, ...how) =>
    noteRun(
      log,
      { to, keep: true, participantId: file.profile?.userId ?? '' },
      await forecasts.runForAll(file, to, ...how),
    )

  const context = (): FigureContext => {
    const { id, name, kind, place, readAs } = environments.active()
    return { environment: { id, name, kind, place }, readAs, settings: around.settings.get() }
  }

  const close = (rosterId: string) => {
    open.get(rosterId)?.closing.abort()
    open.delete(rosterId)
  }

  const add = (name: string, kind: RosterView['kind']) => {
    const { environment } = context()
    const roster: Roster = {
      rosterId: randomUUID(),
      name,
      kind,
      rows: [],
      files: 0,
      leftOut: 0,
      heldBytes: 0,
      running: false,
      why: '',
      lastRun: null,
      place: environment,
      known: createKeptForecasts(savedRecords),
      closing: new AbortController(),
    }
    open.set(roster.rosterId, roster)
    const [oldest] = open.keys()
    if (open.size > maxRosters && oldest !== undefined) close(oldest)
    return roster
  }

  const look = async (roster: Roster) => {
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
      takeOver(
        roster,
        newest,
        lastTalks(items.value, environment.id, new Date(clock.now())),
        createMarks(items.value),
      )
    return ok(undefined)
  }

  const viewOf = async (roster: Roster) => {
    const looked = await look(roster)
    return looked.ok ? ok(rosterView(roster, context())) : looked
  }

  const openFolder = async (folder: string, job: Job): Promise<Result<Opened>> => {
    const paths = await filesOf(listFolder, folder)
    if (!paths.ok) return paths
    const roster = add(basename(folder), 'folder')
    const read = await readFiles(roster, paths.value, files, job, new Date(clock.now()))
    if (read.ok) return ok({ rosterId: roster.rosterId })
    open.delete(roster.rosterId)
    return read
  }

  return {
    /** Fails with `participant.notOpen` and `participant.notSplit`. */
    openFile: async (handle: string): Promise<Result<Opened>> => {
      const file = participants.get(handle)
      if (!file.ok) return file
      const opened = await files.fromOpen(file.value)
      if (!opened.ok) return opened
      const roster = add(file.value.view.fileName, 'file')
      addRows(roster, file.value.view.fileName, opened, new Date(clock.now()))
      return ok({ rosterId: roster.rosterId })
    },

    openFolder: async (job: Job): Promise<Result<Opened | null>> => {
      const folder = await askFolder()
      if (!folder.ok) return folder
      const opened = folder.value === null ? ok(null) : await openFolder(folder.value, job)
      return notedFolder(opened)
    },

    begin: (name: string): Result<Opened> =>
      notedFolder(ok({ rosterId: add(name, 'folder').rosterId })),

    addFile: async (
      rosterId: string,
      { name, bytes, path = '', problem }: Omit<ParsedRequestOn<'roster.addFile'>, 'rosterId'>,
    ): Promise<Result<void>> => {
      const roster = open.get(rosterId)
      if (!roster) return closed
      if (roster.files >= mostFiles) {
        roster.leftOut += 1
        return ok(undefined)
      }
      const hold = (length: number): Result<void> => {
        if (roster.heldBytes + length > maxParticipantBytes)
          return tooLarge(roster.heldBytes + length)
        roster.heldBytes += length
        return ok(undefined)
      }
      const file = bytes
        ? await files.fromBytes({ name, bytes, path }, hold)
        : unread(name, problem)
      addRows(roster, name, file, new Date(clock.now()))
      return ok(undefined)
    },

    get: async (rosterId: string): Promise<Result<RosterView>> => {
      const roster = open.get(rosterId)
      return roster ? viewOf(roster) : closed
    },

    /** Fails with `environment.other`, and with `input.invalid` if it is already running. */
    run: async (
      rosterId: string,
      scope: RosterScope,
      to: Destination,
      job: Job,
    ): Promise<Result<RosterView>> => {
      const roster = open.get(rosterId)
      if (!roster) return closed
      if (roster.running)
        return fail({ code: 'input.invalid', message: 'This list is being forecast already.' })
      const elsewhere = environments.whyElsewhere(to)
      if (elsewhere) return fail(elsewhere)
      roster.running = true
      try {
        const looked = await look(roster)
        if (!looked.ok) return looked
        roster.why = ''
        await forecastRows(
          { clock, environments, forecast, events: around.events },
          { context, look },
          roster,
          { scope, to, job },
        )
      } finally {
        roster.running = false
        for (const row of roster.rows) row.running = false
      }
      return viewOf(roster)
    },

    openOnly: async (rosterId: string, number: number): Promise<Result<OpenedParticipant>> => {
      const row = open.get(rosterId)?.rows[number]
      if (!row) return closed
      if (row.at === null) return unread(row.fileName, row.problem)
      const file = await row.at.file.load()
      if (!file.ok) return file
      const opened = await participants.openPart(file.value, row.at.index, row.at.sha256)
      return noteOpened(log, environments.active().id, opened)
    },

    close,
    closeAll: () => {
      for (const rosterId of [...open.keys()]) close(rosterId)
    },
  }
}

export type Rosters = ReturnType<typeof createRosters>
