import { inject, provide, shallowReactive, type InjectionKey } from 'vue'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import type { FigureTable } from './figures.ts'

/** Formats of an exported table. */
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

/** Shared by the charts of one result: the cursor, the hidden accounts, and the export of tables. */
export interface Board {
  /** The age under the cursor, the same in every chart; `null` until somebody points. */
  age: number | null
  /** The cursor's start: the age when everybody has retired; `null` if each chart sets its own. */
  readonly start: number | null
  /** Keys of hidden accounts, `account/<id>`. */
  hidden: ReadonlySet<string>
  /** States which dollars these are, in a sentence under each chart of dollars; `''` if unknown. */
  readonly dollars: string
  /** The same for amounts over ages, which may be converted. */
  readonly agesDollars: string
  /** Converts amounts over ages; `null` as sent. */
  readonly prices: Prices | null
  /** Label of the switch to other dollars; `''` if there is none. */
  readonly otherDollars: string
  readonly switchDollars: () => void
  /** True for figures from Training. */
  readonly simulated: boolean
  /** Names of the two strategies, and their colors. */
  readonly current: CurrentStrategy
  readonly recommendedName: string
  /** The title of the chart that fills the window; `null` for none. */
  full: string | null
  /** Greatest height of a chart, CSS pixels. */
  readonly height: number
  /** Whether a chart can fill the window. */
  readonly offersFull: boolean
  /** Added to every copy, for example that it is simulated. */
  readonly exportNotes: readonly string[]
  /** Saves a table; `null` if that is not offered. */
  readonly save: ((table: FigureTable, title: string, format: TableFormat) => void) | null
}

export const boardKey: InjectionKey<Board> = Symbol('board')

/** The board of the enclosing result; without one, a board for this component and its children. */
export const useBoard = (): Board => {
  const around = inject(boardKey, null)
  if (around !== null) return around
  const own = shallowReactive<Board>({
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
  /** Their keys in {@link Board.hidden}. */
  readonly keys: readonly string[]
}

/** Whether all these accounts are hidden. */
export const areHidden = (hidden: ReadonlySet<string>, keys: readonly string[]): boolean =>
  keys.every((key) => hidden.has(key))

export const toggleHidden = (board: Board, keys: readonly string[]): void => {
  const { hidden } = board
  board.hidden = areHidden(hidden, keys)
    ? new Set([...hidden].filter((key) => !keys.includes(key)))
    : new Set([...hidden, ...keys])
}
