import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ListView } from '#shared/lists/list.ts'
import { useClient } from '../../ipc/client.ts'
import { useCall } from '../../lib/use-call.ts'

/** The lists as main holds them, newest first, updated while they run on any screen. */
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

  /** Adds a list that another window opened, or replaces a known one. */
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
  /** Gives the file to main, which adds the list to `views`. */
  const open = (...file: Parameters<typeof handOver>) => run(handOver(...file))

  const remove = async (listId: string) => {
    const removed = await client.call('list.remove', { listId })
    if (removed.ok) views.value = views.value.filter((each) => each.listId !== listId)
    return removed
  }

  /** The list shown in the note on every screen: a running list, otherwise a paused one. */
  const underWay = computed(
    () =>
      views.value.find(({ state }) => state === 'running') ??
      views.value.find(({ state }) => state === 'paused') ??
      null,
  )

  client.on('list.progress', put)
  // Main sends no progress while the program is locked.
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
