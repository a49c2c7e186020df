import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { CallListScope, CallListView } from '#shared/call-first/channels.ts'
import type { Result } from '#shared/result.ts'
import { useClient } from '../../ipc/client.ts'
import { useJob } from '../../ipc/use-job.ts'
import type { PickedFolder } from '../../lib/pick-folder.ts'
import { readFile } from '../../lib/read-file.ts'
import { useParticipant } from '../participant-store.ts'
import { useProgram } from '../program-store.ts'

/**
 * The call list: the participants of a file or a folder, ordered by who most needs a call. Main
 * holds the files; this store holds main's view of each participant. The list stays while other
 * screens are shown, and a run continues.
 */
export const useCallFirst = defineStore('call-first', () => {
  const client = useClient()
  const program = useProgram()
  const participant = useParticipant()
  const reading = useJob()
  const forecasting = useJob()
  const view = shallowRef<CallListView | null>(null)
  /** Handle of the listed file; `null` for a folder. */
  const handle = ref<string | null>(null)
  const problem = shallowRef<AppError | null>(null)
  const marked = shallowRef<ReadonlySet<number>>(new Set())
  /** The row selected last. */
  const chosen = ref<number | null>(null)
  /** The order of the rows when one of them was opened. */
  const order = shallowRef<readonly number[]>([])
  /** The participant last opened from the list: its row and handle. */
  const onScreen = shallowRef<{ readonly row: number; readonly handle: string } | null>(null)
  let latest = 0

  const wanted = ref<string | null>(null)

  const close = () => {
    latest += 1
    forecasting.cancel()
    const before = wanted.value
    view.value = null
    wanted.value = null
    handle.value = null
    marked.value = new Set()
    chosen.value = null
    order.value = []
    onScreen.value = null
    if (before !== null) void client.call('callFirst.close', { callListId: before })
  }

  const refresh = async () => {
    const asked = wanted.value
    if (asked === null) return
    const result = await client.call('callFirst.get', { callListId: asked })
    if (asked !== wanted.value) return
    if (result.ok) view.value = result.value
    else problem.value = result.error
  }

  const show = (opened: Result<{ callListId: string } | null>, of: string | null = null) => {
    if (!opened.ok && opened.error.code !== 'job.cancelled') problem.value = opened.error
    if (!opened.ok || opened.value === null) return false
    close()
    wanted.value = opened.value.callListId
    handle.value = of
    return true
  }

  /** Opens the call list of an open file; true if that worked. A list that is already open is kept. */
  const openFile = async (of: string) => {
    problem.value = null
    if (handle.value === of && wanted.value !== null) return true
    return show(await client.call('callFirst.openFile', { handle: of }), of)
  }

  /** Shows the host's folder dialog; true once the list is open. */
  const openFolder = async () => {
    problem.value = null
    return show(await reading.run((jobId) => client.call('callFirst.openFolder', { jobId })))
  }

  const handing = ref<string | null>(null)

  /**
   * Opens files that the user gave to the page, one after the other; true once the list is open.
   */
  const openFiles = async ({ name, files }: PickedFolder) => {
    problem.value = null
    if (files.length === 0) {
      problem.value = {
        code: 'participant.noParticipant',
        message: `The folder "${name}" holds no XML file.`,
        advice: 'Choose the folder that the files themselves lie in.',
      }
      return false
    }
    latest += 1
    const mine = latest
    const begun = await client.call('callFirst.begin', { name })
    if (!begun.ok) return show(begun)
    for (const [index, file] of files.entries()) {
      handing.value = `Reading file ${index + 1} of ${files.length}`
      const read = await readFile(client, file, program.info?.maxParticipantBytes)
      const added = await client.call('callFirst.addFile', {
        callListId: begun.value.callListId,
        ...(read.ok ? read.value : { name: file.name, problem: read.error }),
      })
      if (mine !== latest || !added.ok) {
        handing.value = null
        void client.call('callFirst.close', { callListId: begun.value.callListId })
        return added.ok ? false : show(added)
      }
    }
    handing.value = null
    return show(begun)
  }

  const stopOpening = () => {
    reading.cancel()
    latest += 1
  }

  /** Progress while a folder opens, in words; null otherwise. */
  const opening = computed(
    () => handing.value ?? (reading.running.value ? reading.progress.value : null),
  )

  const run = async (scope: CallListScope) => {
    const [asked, to] = [wanted.value, program.destination]
    if (asked === null || to === null || forecasting.running.value) return
    problem.value = null
    const result = await forecasting.run((jobId) =>
      client.call('callFirst.run', { callListId: asked, scope, to, jobId }),
    )
    if (asked !== wanted.value) return
    if (result.ok) view.value = result.value
    else {
      problem.value = result.error
      await refresh()
    }
  }

  /** Opens the participant of a row alone, and keeps its file open too. Returns the failure, or `null`. */
  const openOnly = async (row: number) => {
    if (view.value === null) return null
    const { callListId } = view.value
    const opened = await client.call('callFirst.openOnly', { callListId, row })
    if (!opened.ok) return opened.error
    participant.adopt(opened.value, handle.value)
    chosen.value = row
    onScreen.value = { row, handle: opened.value.handle }
    if (program.runsByItself) participant.runWanted = true
    return null
  }

  const mark = (row: number) => {
    const next = new Set(marked.value)
    if (!next.delete(row)) next.add(row)
    marked.value = next
  }

  client.on('callFirst.moved', (moved) => {
    const now = view.value
    if (now === null || now.callListId !== moved.callListId) return
    const byRow = new Map(moved.rows.map((row) => [row.row, row]))
    view.value = {
      ...now,
      running: moved.running,
      rows: now.rows.map((row) => byRow.get(row.row) ?? row),
    }
  })
  // The figures may change with a setting, with the environment, and while the program is locked.
  client.on('settings.changed', () => void refresh())
  // A new receipt changes the marks. A run needs no refresh, because its forecasts arrive row by
  // row.
  client.on('records.changed', () => {
    if (!forecasting.running.value) void refresh()
  })
  watch(
    () => `${program.destination?.environmentId} ${program.destination?.place}`,
    () => void refresh(),
  )

  return {
    view,
    handle,
    problem,
    marked,
    chosen,
    order,
    onScreen,
    wanted,
    opening,
    running: forecasting.running,
    progress: forecasting.progress,
    fraction: forecasting.fraction,
    cancel: forecasting.cancel,
    openFile,
    openFolder,
    openFiles,
    stopOpening,
    refresh,
    run,
    openOnly,
    mark,
  }
})
