import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  inTrayOrder,
  longestScenarioName,
  plainScenario,
  type Scenario,
} from '#shared/records/scenario.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Client } from '../../../../ipc/client.ts'

/** Whose shelf it is, and what is on screen. */
export interface ShelfNeeds {
  readonly client: Client
  readonly shown: ShallowRef<SavedForecast | null>
  /** Changes with the participant; empty when nobody is open. */
  readonly whoIsOpen: () => string
  /** True for what is saved without anybody keeping it. */
  readonly keptAlready: (saved: SavedForecast) => boolean
}

/**
 * What the advisor kept of the participant on screen, today's forecast not among it. What they say of it is saved with it,
 * so it is there again when the same file is opened another day. Functions give the failure, or `null`.
 */
export interface Shelf {
  /** In the order of the tray. */
  readonly kept: ComputedRef<readonly SavedForecast[]>
  /** Whether it is under Saved results, on the tray or not. */
  readonly isSaved: (saved: SavedForecast) => boolean
  readonly add: (saved: SavedForecast) => void
  /** Fetches what was kept earlier, once for each participant. */
  readonly load: (handle: string) => Promise<void>
  /** Saves what is on screen. What is saved already stays as it is. */
  readonly keep: () => Promise<AppError | null>
  readonly describe: (id: string, change: Partial<Scenario>) => Promise<AppError | null>
  /** Takes one off the tray; it stays under Saved results. `putBack` is right whoever is on screen by then. */
  readonly takeOff: (id: string) => {
    readonly done: Promise<AppError | null>
    readonly putBack: () => Promise<AppError | null>
  }
  /** A second one beside it, of this name. */
  readonly duplicate: (id: string, name: string) => Promise<AppError | null>
  /** One place nearer to the beginning (-1) or to the end (1); a pinned one stays among those that are pinned. */
  readonly move: (id: string, by: -1 | 1) => Promise<AppError | null>
  readonly clear: () => void
}

const said = ({ scenario }: SavedForecast): Scenario => scenario ?? plainScenario

export const useShelf = ({ client, shown, whoIsOpen, keptAlready }: ShelfNeeds): Shelf => {
  const all = shallowRef<readonly SavedForecast[]>([])
  const kept = computed(() => all.value.filter((saved) => !said(saved).off).toSorted(inTrayOrder))
  const loadedFor = shallowRef('')

  const isThere = (id: string): boolean => all.value.some((saved) => saved.id === id)
  const isSaved = (saved: SavedForecast): boolean => keptAlready(saved) || isThere(saved.id)
  const add = (saved: SavedForecast): void => {
    if (!isThere(saved.id)) all.value = [...all.value, saved]
  }
  const put = (id: string, scenario: Scenario | undefined): void => {
    all.value = all.value.map((saved) => {
      if (saved.id !== id) return saved
      const { scenario: _before, ...rest } = saved
      return scenario === undefined ? rest : { ...rest, scenario }
    })
  }

  const load = async (handle: string): Promise<void> => {
    const who = whoIsOpen()
    if (loadedFor.value === who) return
    loadedFor.value = who
    const earlier = await client.call('scenario.list', { handle })
    // Where they cannot be read, Saved results say why; what is kept now stays on the tray all the same.
    if (!earlier.ok || who !== whoIsOpen()) return
    const fresh = earlier.value.filter(({ id }) => !isThere(id))
    all.value = [...fresh, ...all.value]
  }

  /** What is being saved, so that a second press waits for the first. */
  const keeping = new Map<string, Promise<AppError | null>>()
  const keepOnce = async (saved: SavedForecast): Promise<AppError | null> => {
    const who = whoIsOpen()
    const result = await client.call('forecast.keep', { id: saved.id })
    if (!result.ok) return result.error
    // Of whoever was on screen then; the tray may be somebody else's by now.
    if (who !== whoIsOpen()) return null
    add(result.value)
    if (shown.value?.id === saved.id) shown.value = result.value
    return null
  }
  const keep = async (): Promise<AppError | null> => {
    const saved = shown.value
    if (saved === null || isSaved(saved)) return null
    const underWay = keeping.get(saved.id) ?? keepOnce(saved)
    keeping.set(saved.id, underWay)
    const problem = await underWay
    keeping.delete(saved.id)
    return problem
  }

  const describe = async (id: string, change: Partial<Scenario>): Promise<AppError | null> => {
    const saved = all.value.find((each) => each.id === id)
    if (saved === undefined) return null
    const scenario = { ...said(saved), ...change }
    put(id, scenario)
    const result = await client.call('scenario.describe', { id, scenario })
    if (result.ok) return null
    put(id, saved.scenario)
    return result.error
  }

  const takeOff: Shelf['takeOff'] = (id) => {
    const taken = all.value.find((saved) => saved.id === id)
    const putBack = async (): Promise<AppError | null> => {
      if (isThere(id)) return describe(id, { off: false })
      if (taken === undefined) return null
      const scenario = { ...said(taken), off: false }
      const result = await client.call('scenario.describe', { id, scenario })
      return result.ok ? null : result.error
    }
    return { done: describe(id, { off: true }), putBack }
  }

  /** Gives every card of `order` its place; only what moved is saved. */
  const placeAll = async (order: readonly SavedForecast[]): Promise<AppError | null> => {
    for (const [place, saved] of order.entries()) {
      if (said(saved).place === place) continue
      const problem = await describe(saved.id, { place })
      if (problem !== null) return problem
    }
    return null
  }

  const move = async (id: string, by: -1 | 1): Promise<AppError | null> => {
    const order = [...kept.value]
    const from = order.findIndex((saved) => saved.id === id)
    const [moved, other] = [order[from], order[from + by]]
    if (moved === undefined || other === undefined) return null
    if (said(moved).pinned !== said(other).pinned) return null
    order[from] = other
    order[from + by] = moved
    return placeAll(order)
  }

  const duplicate = async (id: string, name: string): Promise<AppError | null> => {
    const who = whoIsOpen()
    const saved = all.value.find((each) => each.id === id)
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
