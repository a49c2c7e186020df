import { computed, shallowRef, type Ref } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  inTrayOrder,
  longestScenarioName,
  plainScenario,
  type Scenario,
} from '#shared/records/scenario.ts'
import type { ForecastRun } from '#shared/forecast/channels.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { useClient } from '../../ipc/client.ts'
import { isOfToday } from './what-if.ts'

const said = ({ scenario }: SavedForecast): Scenario => scenario ?? plainScenario

interface ShelfNeeds {
  /** The run on screen. */
  readonly shown: Readonly<Ref<ForecastRun | null>>
  /** Identifies the participant on screen; empty if nobody is open. */
  readonly whoIsOpen: () => string
  /** The goal that the advisor entered, dollars a month; `null` if none. */
  readonly goal: Readonly<Ref<number | null>>
  /**
   * Called when `run` was saved. `saved` is the same run or an identical saved result. `saved`
   * replaces the run on screen.
   */
  readonly onKept: (run: ForecastRun, saved: SavedForecast) => void
}

/**
 * The kept runs for the participant on screen, without today's forecast. Names and notes are saved
 * too, so they return when the same file is opened another day. Functions resolve to the failure,
 * or `null`.
 */
export const useScenarios = ({ shown, whoIsOpen, goal, onKept }: ShelfNeeds) => {
  const client = useClient()
  const all = shallowRef<readonly SavedForecast[]>([])
  const kept = computed(() => all.value.filter((saved) => !said(saved).off).toSorted(inTrayOrder))
  const loadedFor = shallowRef('')

  const byId = (id: string) => all.value.find((saved) => saved.id === id)
  const isThere = (id: string) => byId(id) !== undefined
  /** True if the run is in Saved results, whether or not it is among the scenarios. */
  const isSaved = (saved: ForecastRun) =>
    (isOfToday(saved) && saved.unsaved === undefined) || isThere(saved.id)
  const put = (changed: SavedForecast) => {
    all.value = all.value.map((saved) => (saved.id === changed.id ? changed : saved))
  }
  const add = (saved: SavedForecast) => {
    if (isThere(saved.id)) put(saved)
    else all.value = [...all.value, saved]
  }

  /** Fetches the runs kept earlier, once per participant. */
  const load = async (handle: string) => {
    const who = whoIsOpen()
    if (loadedFor.value === who) return
    loadedFor.value = who
    const earlier = await client.call('scenario.list', { handle })
    // The Saved results screen says why earlier runs cannot be read. Newly kept runs are still
    // added to the scenarios.
    if (!earlier.ok || who !== whoIsOpen()) return
    const fresh = earlier.value.filter(({ id }) => !isThere(id))
    all.value = [...fresh, ...all.value]
  }

  /** Saves under way, so that a second press waits for the first save. */
  const keeping = new Map<string, Promise<AppError | null>>()
  const keepOnce = async (saved: ForecastRun) => {
    const who = whoIsOpen()
    const asked = goal.value
    const result = await client.call('forecast.keep', {
      id: saved.id,
      ...(asked === null ? {} : { goal: asked }),
    })
    if (!result.ok) return result.error
    // The run is saved, but if another participant is on screen by now, that participant's
    // scenarios must not change.
    if (who !== whoIsOpen()) return null
    if (!isOfToday(saved)) add(result.value)
    onKept(saved, result.value)
    return null
  }
  /** Saves a run, by default the one on screen, unless it is already saved. */
  const keep = async (run?: ForecastRun) => {
    const saved = run ?? shown.value
    if (saved === null || isSaved(saved)) return null
    const underWay = keeping.get(saved.id) ?? keepOnce(saved)
    keeping.set(saved.id, underWay)
    const problem = await underWay
    keeping.delete(saved.id)
    return problem
  }

  const describe = async (id: string, change: Partial<Scenario>) => {
    const saved = byId(id)
    if (saved === undefined) return null
    const scenario = { ...said(saved), ...change }
    put({ ...saved, scenario })
    const result = await client.call('scenario.describe', { id, scenario })
    if (result.ok) return null
    put(saved)
    return result.error
  }

  /**
   * Removes a run from the scenarios, but not from Saved results. `putBack` works even if another
   * participant is on screen by then.
   */
  const takeOff = (id: string) => {
    const taken = byId(id)
    const putBack = async () => {
      if (isThere(id)) return describe(id, { off: false })
      if (taken === undefined) return null
      const scenario = { ...said(taken), off: false }
      const result = await client.call('scenario.describe', { id, scenario })
      return result.ok ? null : result.error
    }
    return { done: describe(id, { off: true }), putBack }
  }

  /** Numbers the cards in the given order; saves only those whose number changed. */
  const placeAll = async (order: readonly SavedForecast[]) => {
    for (const [place, saved] of order.entries()) {
      if (said(saved).place === place) continue
      const problem = await describe(saved.id, { place })
      if (problem !== null) return problem
    }
    return null
  }

  /**
   * Moves a card one position towards the start (-1) or the end (1). A pinned card stays among the
   * pinned cards.
   */
  const move = async (id: string, by: -1 | 1) => {
    const order = [...kept.value]
    const from = order.findIndex((saved) => saved.id === id)
    const [moved, other] = [order[from], order[from + by]]
    if (moved === undefined || other === undefined) return null
    if (said(moved).pinned !== said(other).pinned) return null
    order[from] = other
    order[from + by] = moved
    return placeAll(order)
  }

  const duplicate = async (id: string, name: string) => {
    const who = whoIsOpen()
    const saved = byId(id)
    if (saved === undefined) return null
    const scenario = { ...said(saved), name: name.slice(0, longestScenarioName) }
    const twin = await client.call('scenario.duplicate', { id, scenario })
    if (!twin.ok) return twin.error
    if (who === whoIsOpen()) add(twin.value)
    return null
  }

  return {
    kept,
    isSaved,
    add,
    load,
    keep,
    describe,
    takeOff,
    duplicate,
    move,
    clear: () => {
      all.value = []
      loadedFor.value = ''
    },
  }
}
