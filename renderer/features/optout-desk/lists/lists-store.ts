import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ListView } from '#shared/lists/list.ts'
import { useClient } from '../../../ipc/client.ts'

const newestFirst = (a: ListView, b: ListView) => b.openedAt.localeCompare(a.openedAt)

/** The lists as main knows them, updated while they run, whatever screen is shown. */
export const useLists = defineStore('lists', () => {
  const client = useClient()
  const views = shallowRef<readonly ListView[]>([])
  const loaded = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const opening = ref(false)
  const openProblem = shallowRef<AppError | null>(null)

  const load = async () => {
    const list = await client.call('list.all', {})
    loaded.value = true
    problem.value = list.ok ? null : list.error
    if (list.ok) views.value = list.value.toSorted(newestFirst)
  }

  const put = (view: ListView) => {
    const known = views.value.some(({ listId }) => listId === view.listId)
    views.value = known
      ? views.value.map((each) => (each.listId === view.listId ? view : each))
      : [view, ...views.value].toSorted(newestFirst)
  }

  /** Hands a file to main; the list is then among `views`. */
  const open = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
    opening.value = true
    const opened = await client.call('list.open', { fileName, bytes })
    if (opened.ok) await load()
    opening.value = false
    openProblem.value = opened.ok ? null : opened.error
    return opened
  }

  const remove = async (listId: string) => {
    const removed = await client.call('list.remove', { listId })
    if (!removed.ok) return removed.error
    views.value = views.value.filter((each) => each.listId !== listId)
    return null
  }

  /** The list in the shell's note: a running one, else one paused in the middle. */
  const underWay = computed(
    () =>
      views.value.find(({ state }) => state === 'running') ??
      views.value.find(({ state }) => state === 'paused') ??
      null,
  )
  const dismissOpenProblem = () => {
    openProblem.value = null
  }

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
    dismissOpenProblem,
  }
})
