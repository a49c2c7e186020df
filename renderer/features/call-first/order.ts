import type { CallListFigures, CallListRow } from '#shared/call-first/channels.ts'
import { searchKey } from '#shared/identity-key.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { byGap } from '#shared/strategy/statement/goal.ts'
import { byAmount, signOf } from '#shared/strategy/statement/said.ts'

export type SortKey = 'gap' | 'name' | 'age' | 'share' | 'adds' | 'closes' | 'talk'

export interface Sorting {
  readonly by: SortKey
  readonly descending: boolean
}

/** Largest shortfall first. */
export const firstSorting: Sorting = { by: 'gap', descending: false }

type Compare = (a: CallListRow, b: CallListRow) => number

/** Compares known values; unknown ones come last in both directions. */
const known =
  <T>(read: (row: CallListRow) => T | null | undefined, compare: (a: T, b: T) => number) =>
  (descending: boolean): Compare =>
  (a, b) => {
    const [left, right] = [read(a) ?? null, read(b) ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return descending ? compare(right, left) : compare(left, right)
  }
const figure = (read: (figures: CallListFigures) => Figure | null) =>
  known(({ figures }) => figures && read(figures), byAmount)
const number = (read: (row: CallListRow) => number | null | undefined) =>
  known(read, (a: number, b: number) => a - b)
const text = (read: (row: CallListRow) => string | null) =>
  known(read, (a: string, b: string) =>
    a.localeCompare(b, undefined, { sensitivity: 'base', numeric: true }),
  )

const orders: Readonly<Record<SortKey, (descending: boolean) => Compare>> = {
  gap: known(({ figures }) => figures?.gaps.average, byGap),
  name: text(({ name, fileName }) => name || fileName),
  // A later birth means a lower age.
  age: number(({ dateOfBirth }) =>
    dateOfBirth === '' ? null : -Number(dateOfBirth.replaceAll('-', '')),
  ),
  share: figure(({ ofGoal }) => ofGoal),
  adds: figure(({ adds }) => adds.average),
  closes: number(({ figures }) => figures?.retireAt?.age),
  // `never` sorts before the oldest conversation.
  talk: text(({ lastTalk, participantId }) => lastTalk ?? (participantId === '' ? null : '')),
}

/**
 * The rows in order. Unknown values come last in both directions; equal values keep the file's
 * order.
 */
export const sorted = (
  rows: readonly CallListRow[],
  { by, descending }: Sorting,
): readonly CallListRow[] => {
  const compare = orders[by](descending)
  return rows.toSorted((a, b) => compare(a, b) || a.row - b.row)
}

/** The rows whose name, number or file contains every word of `sought`. */
export const matching = (rows: readonly CallListRow[], sought: string): readonly CallListRow[] => {
  const words = searchKey(sought)
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter(({ name, participantId, fileName }) => {
    const text = searchKey(`${name} ${participantId} ${fileName}`)
    return words.every((word) => text.includes(word))
  })
}

/** The group in which this row is counted; `open` if income or goal is unknown. */
const groupOf = ({ gaps: { poor, average } }: CallListFigures) =>
  average === null
    ? 'open'
    : average.kind === 'short'
      ? 'short'
      : poor === null
        ? 'open'
        : poor.kind === 'short'
          ? 'poorOnly'
          : 'enough'

export const countsOf = (rows: readonly CallListRow[]) => {
  const people = rows.filter(({ sendable }) => sendable)
  const known = people.flatMap(({ figures }) => figures ?? [])
  const groups = Map.groupBy(known, groupOf)
  const count = (group: ReturnType<typeof groupOf>): number => groups.get(group)?.length ?? 0
  const [short, poorOnly, enough] = [count('short'), count('poorOnly'), count('enough')]
  const most = people
    .flatMap((row) => {
      const adds = row.figures?.adds.average ?? null
      return adds === null ? [] : [{ row, adds }]
    })
    .toSorted((a, b) => byAmount(a.adds, b.adds))
    .at(-1)
  return {
    people: people.length,
    forecast: known.length,
    short,
    poorOnly,
    enough,
    /**
     * Rows that have figures but lack the income or the goal, so that they belong to no other
     * group.
     */
    open: count('open'),
    /** The largest increase among the recommendations, and whose it is; `null` if none increases income. */
    most: most !== undefined && signOf(most.adds) > 0 ? most : null,
    /** Sendable rows whose last forecast failed. */
    failed: people.filter(({ problem }) => problem !== null).length,
    damaged: rows.length - people.length,
    /** Sendable rows without figures. */
    missing: people.length - known.length,
  }
}
export type Counts = ReturnType<typeof countsOf>
