import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { AppError } from '#shared/errors.ts'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import type { CallListScope, CallListView } from '#shared/call-first/channels.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { eachAtOnce } from '#shared/each-at-once.ts'
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
import { createKeptForecasts, isAt, lastTalks, openedAtOnce } from './kept-forecasts.ts'
import { createSentPlans } from './sent-plans.ts'
import {
  createFolderDialog,
  createCallListFiles,
  filesOf,
  mostFiles,
  readFiles,
} from './call-list-files.ts'
import { addRows, callListView, takeOver, type FigureContext, type CallList } from './call-list.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { noted, type Note } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { CoreEvents } from '../platform/events.ts'
import type { Forecasts } from '../forecast/forecasts.ts'
import { noteRun } from '../forecast/note-run.ts'
import type { Inspector } from '../participant/inspector.ts'

type Opened = Pick<CallListView, 'callListId'>

/** Maximum number of open call lists; opening one more closes the oldest. */
const maxCallLists = 5

const closed = fail({
  code: 'participant.notOpen',
  message: 'This list is no longer open.',
  advice: 'Open the file or the folder again.',
})

const unread = (name: string, problem: AppError | null | undefined) =>
  fail(problem ?? { code: 'participant.fileMissing', message: `${name} could not be read.` })

interface AroundCallLists {
  readonly inspector: Inspector
  readonly readMapping: () => ParticipantMapping
  readonly savedRecords: SavedRecords
  readonly environments: Environments
  readonly settings: SettingsStore
  readonly events: CoreEvents
  readonly log: Note
  readonly participants: Participants
  readonly forecasts: Forecasts
  readonly isLocked: () => boolean
}

/**
 * Call lists from a file of several participants or from a folder; each participant is forecast alone. See
 * `callFirstChannels`.
 */
export const createCallLists = (parts: CoreParts, around: AroundCallLists) => {
  const { clock, readFile, pickFolder, listFolder } = parts
  const { inspector, savedRecords, environments, participants, forecasts, log, isLocked } = around
  const open = new Map<string, CallList>()
  const files = createCallListFiles({ inspector, mapping: around.readMapping, readFile, clock })
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

  const close = (callListId: string) => {
    open.get(callListId)?.closing.abort()
    open.delete(callListId)
  }

  const add = (name: string, kind: CallListView['kind']) => {
    const { environment } = context()
    const callList: CallList = {
      callListId: randomUUID(),
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
      sent: createSentPlans(savedRecords),
      closing: new AbortController(),
    }
    open.set(callList.callListId, callList)
    const [oldest] = open.keys()
    if (open.size > maxCallLists && oldest !== undefined) close(oldest)
    return callList
  }

  const look = async (callList: CallList) => {
    const { environment } = context()
    if (!isAt(callList.place, environment)) {
      Object.assign(callList, { place: environment, why: '', lastRun: null })
      for (const row of callList.rows) if (row.at !== null) row.problem = null
    }
    const items = await savedRecords.list()
    if (!items.ok) return items
    const digests = new Set(callList.rows.flatMap(({ at }) => (at === null ? [] : [at.sha256])))
    const newest = await callList.known.newest(items.value, digests, environment)
    if (!isAt(callList.place, environment)) return ok(undefined)
    takeOver(
      callList,
      newest,
      lastTalks(items.value, environment.id, new Date(clock.now())),
      createMarks(items.value),
    )
    const byId = new Map(items.value.map((item) => [item.id, item]))
    await eachAtOnce(callList.rows, openedAtOnce, async (row) => {
      row.sent = await callList.sent.of(row, byId)
    })
    return ok(undefined)
  }

  const viewOf = async (callList: CallList) => {
    const looked = await look(callList)
    return looked.ok ? ok(callListView(callList, context())) : looked
  }

  const openFolder = async (folder: string, job: Job): Promise<Result<Opened>> => {
    const paths = await filesOf(listFolder, folder)
    if (!paths.ok) return paths
    const callList = add(basename(folder), 'folder')
    const read = await readFiles(callList, paths.value, files, job, new Date(clock.now()))
    if (read.ok) return ok({ callListId: callList.callListId })
    open.delete(callList.callListId)
    return read
  }

  return {
    /** Fails with `participant.notOpen` and `participant.notSplit`. */
    openFile: async (handle: string): Promise<Result<Opened>> => {
      const file = participants.get(handle)
      if (!file.ok) return file
      const opened = await files.fromOpen(file.value)
      if (!opened.ok) return opened
      const callList = add(file.value.view.fileName, 'file')
      addRows(callList, file.value.view.fileName, opened, new Date(clock.now()))
      return ok({ callListId: callList.callListId })
    },

    openFolder: async (job: Job): Promise<Result<Opened | null>> => {
      const folder = await askFolder()
      if (!folder.ok) return folder
      const opened = folder.value === null ? ok(null) : await openFolder(folder.value, job)
      return notedFolder(opened)
    },

    begin: (name: string): Result<Opened> =>
      notedFolder(ok({ callListId: add(name, 'folder').callListId })),

    addFile: async (
      callListId: string,
      { name, bytes, path = '', problem }: Omit<ParsedRequestOn<'callFirst.addFile'>, 'callListId'>,
    ): Promise<Result<void>> => {
      const callList = open.get(callListId)
      if (!callList) return closed
      if (callList.files >= mostFiles) {
        callList.leftOut += 1
        return ok(undefined)
      }
      const hold = (length: number): Result<void> => {
        if (callList.heldBytes + length > maxParticipantBytes)
          return tooLarge(callList.heldBytes + length)
        callList.heldBytes += length
        return ok(undefined)
      }
      const file = bytes
        ? await files.fromBytes({ name, bytes, path }, hold)
        : unread(name, problem)
      addRows(callList, name, file, new Date(clock.now()))
      return ok(undefined)
    },

    get: async (callListId: string): Promise<Result<CallListView>> => {
      const callList = open.get(callListId)
      return callList ? viewOf(callList) : closed
    },

    /** Fails with `environment.other`, and with `input.invalid` if the call list is already running. */
    run: async (
      callListId: string,
      scope: CallListScope,
      to: Destination,
      job: Job,
    ): Promise<Result<CallListView>> => {
      const callList = open.get(callListId)
      if (!callList) return closed
      if (callList.running)
        return fail({ code: 'input.invalid', message: 'This list is being forecast already.' })
      const elsewhere = environments.whyElsewhere(to)
      if (elsewhere) return fail(elsewhere)
      callList.running = true
      try {
        const looked = await look(callList)
        if (!looked.ok) return looked
        callList.why = ''
        await forecastRows(
          { clock, environments, forecast, events: around.events },
          { context, look },
          callList,
          { scope, to, job },
        )
      } finally {
        callList.running = false
        for (const row of callList.rows) row.running = false
      }
      return viewOf(callList)
    },

    openOnly: async (callListId: string, number: number): Promise<Result<OpenedParticipant>> => {
      const row = open.get(callListId)?.rows[number]
      if (!row) return closed
      if (row.at === null) return unread(row.fileName, row.problem)
      const file = await row.at.file.load()
      if (!file.ok) return file
      const opened = await participants.openPart(file.value, row.at.index, row.at.sha256)
      return noteOpened(log, environments.active().id, opened)
    },

    close,
    closeAll: () => {
      for (const callListId of [...open.keys()]) close(callListId)
    },
  }
}

export type CallLists = ReturnType<typeof createCallLists>
