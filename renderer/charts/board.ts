import { inject, provide, ref, shallowRef, type InjectionKey, type Ref, type ShallowRef } from 'vue'
import type { Factor } from '#shared/strategy/pictures/dollars-of.ts'
import type { FigureTable } from './figures.ts'

/** Formats of an exported table. */
export type TableFormat = 'csv' | 'json'

/** How charts name and color the answer's Current strategy. */
export interface DrawnStrategy {
  readonly name: string
  readonly role: 'today' | 'plan'
  /** Why the plan's retirement age has no chart, in a sentence; empty if it is drawn. */
  readonly undrawn: string
}

/** A strategy's chart data with its role, which sets color and stroke, and its name on screen. */
export interface Played<T> {
  readonly role: 'current' | 'revised'
  readonly name: string
  readonly view: T
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
  readonly age: Ref<number | null>
  /** The cursor's start: the age when everybody has retired; `null` if each chart sets its own. */
  readonly start: Readonly<Ref<number | null>>
  /** Keys of hidden accounts, `account/<id>`. */
  readonly hidden: ShallowRef<ReadonlySet<string>>
  /** States which dollars these are, in a sentence under each chart of dollars; `''` if unknown. */
  readonly dollars: Readonly<Ref<string>>
  /** The same for amounts over ages, which may be converted. */
  readonly agesDollars: Readonly<Ref<string>>
  /** Multiplier for amounts over ages; `null` as sent. */
  readonly factor: Readonly<Ref<Factor | null>>
  /** Label of the switch to other dollars; `''` if there is none. */
  readonly otherDollars: Readonly<Ref<string>>
  readonly switchDollars: () => void
  /** True for figures from Training. */
  readonly simulated: Readonly<Ref<boolean>>
  /** Names of the two strategies, and their colors. */
  readonly current: Readonly<Ref<DrawnStrategy>>
  readonly recommendedName: Readonly<Ref<string>>
  /** The title of the chart that fills the window; `null` for none. */
  readonly full: Ref<string | null>
  /** Greatest height of a chart, CSS pixels. */
  readonly height: Readonly<Ref<number>>
  /** Whether a chart can fill the window. */
  readonly offersFull: boolean
  /** Added to every copy, for example that it is simulated. */
  readonly exportNotes: Readonly<Ref<readonly string[]>>
  /** Saves a table; `null` if that is not offered. */
  readonly save: ((table: FigureTable, title: string, format: TableFormat) => void) | null
}

export const boardKey: InjectionKey<Board> = Symbol('board')

/** The board of the enclosing result; without one, a board for this component and its children. */
export const useBoard = (): Board => {
  const around = inject(boardKey, null)
  if (around !== null) return around
  const own: Board = {
    age: ref(null),
    start: ref(null),
    hidden: shallowRef(new Set<string>()),
    dollars: ref(''),
    agesDollars: ref(''),
    factor: ref(null),
    otherDollars: ref(''),
    switchDollars: () => undefined,
    simulated: ref(false),
    current: ref({ name: 'Current', role: 'today', undrawn: '' }),
    recommendedName: ref('Revised'),
    full: ref(null),
    height: ref(260),
    offersFull: false,
    exportNotes: ref([]),
    save: null,
  }
  provide(boardKey, own)
  return own
}

export type Names = readonly [current: string, revised: string]

export const namesOn = ({ current, recommendedName }: Board): Names => [
  current.value.name,
  recommendedName.value,
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

export const toggleHidden = ({ hidden }: Board, keys: readonly string[]): void => {
  hidden.value = areHidden(hidden.value, keys)
    ? new Set([...hidden.value].filter((key) => !keys.includes(key)))
    : new Set([...hidden.value, ...keys])
}
