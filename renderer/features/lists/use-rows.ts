import { ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ListRow, ListRowState } from '#shared/lists/list.ts'
import { useClient } from '../../ipc/client.ts'

const pageSize = 100

/** The rows of a list in pages. Only visible pages are fetched and refreshed; outdated answers are dropped. */
export const useRows = (listId: string) => {
  const client = useClient()
  const total = ref(0)
  const pages = shallowRef<ReadonlyMap<number, readonly ListRow[]>>(new Map())
  const problem = shallowRef<AppError | null>(null)
  const loading = ref(true)
  const asked = new Set<number>()
  let states: readonly ListRowState[] = []
  let sight = { first: 0, last: pageSize - 1 }
  let round = 0

  const fetchPage = async (page: number, mine: number) => {
    asked.add(page)
    const answer = await client.call('list.rows', {
      listId,
      ...(states.length === 0 ? {} : { states: [...states] }),
      offset: page * pageSize,
      limit: pageSize,
    })
    if (mine !== round) return
    loading.value = false
    problem.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    pages.value = new Map(pages.value).set(page, answer.value.rows)
    total.value = answer.value.total
  }
  const pagesInSight = (): readonly number[] => {
    const first = Math.floor(sight.first / pageSize)
    return Array.from(
      { length: Math.floor(sight.last / pageSize) - first + 1 },
      (_, index) => first + index,
    )
  }

  /** Fetches missing rows between two positions. */
  const show = async (first: number, last: number) => {
    sight = { first: Math.max(0, first), last: Math.max(0, first, last) }
    await Promise.all(
      pagesInSight().flatMap((page) => (asked.has(page) ? [] : [fetchPage(page, round)])),
    )
  }
  const refresh = async () => {
    round += 1
    asked.clear()
    // Hidden rows may have changed too; they are fetched when they become visible.
    await Promise.all(pagesInSight().map((page) => fetchPage(page, round)))
  }
  /** Shows rows in the `wanted` states only, from the start; an empty list shows all. */
  const filter = async (wanted: readonly ListRowState[]) => {
    states = wanted
    sight = { first: 0, last: pageSize - 1 }
    loading.value = true
    pages.value = new Map()
    total.value = 0
    await refresh()
  }

  /** The row at a position in the filtered list, from 0; null until it is fetched. */
  const at = (place: number): ListRow | null =>
    pages.value.get(Math.floor(place / pageSize))?.[place % pageSize] ?? null

  return { total, at, problem, loading, show, filter, refresh }
}
