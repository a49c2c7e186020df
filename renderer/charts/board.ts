import { inject, provide, ref, shallowRef, type InjectionKey, type Ref, type ShallowRef } from 'vue'
import type { Factor } from '#shared/strategy/dollars-of.ts'
import type { FigureTable } from './figures.ts'

/** The forms in which a table leaves the program. */
export type TableFormat = 'csv' | 'json'

/** What the pictures of one result have in common: one cursor, the accounts that are hidden, and where a table goes. */
export interface Board {
  /** The age under the cursor, the same in every picture; `null` before anybody pointed. */
  readonly age: Ref<number | null>
  /** Where the cursor stands before: once everybody has retired; `null` where a picture says it itself. */
  readonly start: Readonly<Ref<number | null>>
  /** Keys of hidden accounts, `account/<id>`. */
  readonly hidden: ShallowRef<ReadonlySet<string>>
  /** What dollars these are, a sentence under each picture of dollars; `''` where nobody says. */
  readonly dollars: Readonly<Ref<string>>
  /** The same for amounts over ages, which can be in other dollars than were sent. */
  readonly agesDollars: Readonly<Ref<string>>
  /** What amounts over ages are multiplied by; `null` as they were sent. */
  readonly factor: Readonly<Ref<Factor | null>>
  /** What the switch to other dollars is called; `''` where there is none. */
  readonly otherDollars: Readonly<Ref<string>>
  readonly switchDollars: () => void
  /** Training computed them. */
  readonly simulated: Readonly<Ref<boolean>>
  /** What the two strategies are called, and which colors stand for them. */
  readonly current: Readonly<Ref<{ readonly name: string; readonly role: 'today' | 'plan' }>>
  readonly recommendedName: Readonly<Ref<string>>
  /** The title of the picture that has the window to itself; `null` for none. */
  readonly full: Ref<string | null>
  /** CSS pixels that a picture may be high. */
  readonly height: Readonly<Ref<number>>
  /** Whether a picture can have the window to itself. */
  readonly offersFull: boolean
  /** What goes along with every copy, for example that it is simulated. */
  readonly exportNotes: Readonly<Ref<readonly string[]>>
  /** Saves a table; `null` where that is not offered. */
  readonly save: ((table: FigureTable, title: string, format: TableFormat) => void) | null
}

export const boardKey: InjectionKey<Board> = Symbol('board')

/** A board for a picture that stands alone. */
const makeBoard = (): Board => ({
  age: ref(null),
  start: ref(null),
  hidden: shallowRef(new Set<string>()),
  dollars: ref(''),
  agesDollars: ref(''),
  factor: ref(null),
  otherDollars: ref(''),
  switchDollars: () => undefined,
  simulated: ref(false),
  current: ref({ name: 'Current', role: 'today' as const }),
  recommendedName: ref('Revised'),
  full: ref(null),
  height: ref(260),
  offersFull: false,
  exportNotes: ref([]),
  save: null,
})

/** The board of the result around the picture; where there is none, one for this component and all in it. */
export const useBoard = (): Board => {
  const around = inject(boardKey, null)
  if (around !== null) return around
  const own = makeBoard()
  provide(boardKey, own)
  return own
}

/** An account that a picture shows, or several that it shows as one. */
export interface ShownAccount {
  readonly label: string
  /** What {@link Board.hidden} calls them. */
  readonly keys: readonly string[]
}

/** Whether accounts are hidden: all that stand together. */
export const areHidden = (hidden: ReadonlySet<string>, keys: readonly string[]): boolean =>
  keys.every((key) => hidden.has(key))

/** Hides accounts, or shows them again. */
export const toggleHidden = ({ hidden }: Board, keys: readonly string[]): void => {
  hidden.value = areHidden(hidden.value, keys)
    ? new Set([...hidden.value].filter((key) => !keys.includes(key)))
    : new Set([...hidden.value, ...keys])
}
