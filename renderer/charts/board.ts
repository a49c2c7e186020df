import { inject, provide, shallowReactive, type InjectionKey } from 'vue'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import type { FigureTable } from './figures.ts'

export type TableFormat = 'csv' | 'json'

/** How charts name and color the answer's Current strategy. */
export interface CurrentStrategy {
  readonly name: string
  readonly role: 'today' | 'plan'
}

/** A square in a legend; `hatch` is a CSS background over its color. */
export interface LegendEntry {
  readonly label: string
  readonly color: string
  readonly hatch?: string
}

/** What the charts of one result share: the cursor, the hidden accounts and the export of tables. */
export interface Board {
  /** The age under the cursor, the same in every chart; `null` until the user points at one. */
  age: number | null
  /**
   * The cursor's starting age, at which everybody has retired. If `null`, each chart chooses its
   * own.
   */
  readonly start: number | null
  /** Keys of hidden accounts, `account/<id>`. */
  hidden: ReadonlySet<string>
  /**
   * The sentence under each chart of dollars that says which year's dollars they are; `''` if
   * unknown.
   */
  readonly dollars: string
  /** The same sentence for amounts by age, which may be converted. */
  readonly agesDollars: string
  /** Converts amounts by age; if `null`, they are shown as sent. */
  readonly prices: Prices | null
  /** Label of the switch to the other kind of dollars; `''` if there is no switch. */
  readonly otherDollars: string
  readonly switchDollars: () => void
  /** True for figures from Training. */
  readonly simulated: boolean
  /** Names of the two strategies, and their colors. */
  readonly current: CurrentStrategy
  readonly recommendedName: string
  /** Title of the chart that fills the window; `null` if no chart does. */
  full: string | null
  /** Maximum height of a chart in CSS pixels. */
  readonly height: number
  /** True if a chart can fill the window. */
  readonly offersFull: boolean
  /** Lines added to every export, for example that the figures are simulated. */
  readonly exportNotes: readonly string[]
  /** Saves a table; `null` if saving is not offered. */
  readonly save: ((table: FigureTable, title: string, format: TableFormat) => void) | null
}

export const boardKey: InjectionKey<Board> = Symbol('board')

/** The state of charts outside a result, which neither fill the window nor save tables. */
export const plainBoard = (): Board => ({
  age: null,
  start: null,
  hidden: new Set(),
  dollars: '',
  agesDollars: '',
  prices: null,
  otherDollars: '',
  switchDollars: () => undefined,
  simulated: false,
  current: { name: 'Current', role: 'today' },
  recommendedName: 'Revised',
  full: null,
  height: 260,
  offersFull: false,
  exportNotes: [],
  save: null,
})

/**
 * The board of the enclosing result; outside a result, a new board for this component and its
 * children.
 */
export const useBoard = (): Board => {
  const around = inject(boardKey, null)
  if (around !== null) return around
  const own = shallowReactive(plainBoard())
  provide(boardKey, own)
  return own
}

export type Names = readonly [current: string, revised: string]

export const namesOn = ({ current, recommendedName }: Board): Names => [
  current.name,
  recommendedName,
]

/** An account in a chart, or several shown as one. */
export interface ShownAccount {
  readonly label: string
  /** The accounts' keys in {@link Board.hidden}. */
  readonly keys: readonly string[]
}

/** True if all of these accounts are hidden. */
export const areHidden = (hidden: ReadonlySet<string>, keys: readonly string[]): boolean =>
  keys.every((key) => hidden.has(key))

export const toggleHidden = (board: Board, keys: readonly string[]): void => {
  const { hidden } = board
  board.hidden = areHidden(hidden, keys)
    ? new Set([...hidden].filter((key) => !keys.includes(key)))
    : new Set([...hidden, ...keys])
}
