import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ListView } from '#shared/lists/list.ts'
import { useClient } from '../../ipc/client.ts'
import { useCall } from '../../lib/use-call.ts'

/** The lists as main knows them, newest first and updated while they run, whatever screen is shown. */
export const useLists = defineStore('lists', () => {
  const client = useClient()
  const views = shallowRef<readonly ListView[]>([])
  const loaded = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const { busy: opening, problem: openProblem, run } = useCall()

  const load = async () => {
    const list = await client.call('list.all', {})
    loaded.value = true
    problem.value = list.ok ? null : list.error
    if (list.ok) views.value = list.value
  }

  /** An unknown list was opened in another window just now. */
  const put = (view: ListView) => {
    const known = views.value.some(({ listId }) => listId === view.listId)
    views.value = known
      ? views.value.map((each) => (each.listId === view.listId ? view : each))
      : [view, ...views.value]
  }

  const handOver = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
    const opened = await client.call('list.open', { fileName, bytes })
    if (opened.ok) await load()
    return opened
  }
  /** Hands a file to main; the list is then among `views`. */
  const open = (...file: Parameters<typeof handOver>) => run(handOver(...file))

  const remove = async (listId: string) => {
    const removed = await client.call('list.remove', { listId })
    if (removed.ok) views.value = views.value.filter((each) => each.listId !== listId)
    return removed
  }

  /** The list in the shell's note: a running one, else one paused in the middle. */
  const underWay = computed(
    () =>
      views.value.find(({ state }) => state === 'running') ??
      views.value.find(({ state }) => state === 'paused') ??
      null,
  )

  client.on('list.progress', put)
  // Progress is not sent while it is locked.
  client.on('lock.changed', ({ locked }) => {
    if (!locked && loaded.value) void load()
  })

  return {
    views,
    loaded,
    problem,
    opening,
    openProblem,
    underWay,
    load,
    put,
    open,
    remove,
  }
})
