import type { RosterRow } from '#shared/forecasts/roster.ts'

export type SortKey = 'gap' | 'name' | 'age' | 'share' | 'adds' | 'closes' | 'talk'

export interface Sorting {
  readonly by: SortKey
  readonly descending: boolean
}

/** The largest shortfall first. */
export const firstSorting: Sorting = { by: 'gap', descending: false }

/** Income as a share of the need, not capped; `null` if either is unknown. */
export const shareOf = ({ figures }: RosterRow): number | null =>
  figures === null || figures.typical === null || figures.need === null || figures.need <= 0
    ? null
    : figures.typical / figures.need

const values: Readonly<Record<SortKey, (row: RosterRow) => number | string | null>> = {
  gap: ({ figures }) => figures?.typicalGap ?? null,
  name: ({ name, fileName }) => name || fileName,
  // A later birth means a lower age.
  age: ({ dateOfBirth }) => (dateOfBirth === '' ? null : -Number(dateOfBirth.replaceAll('-', ''))),
  share: shareOf,
  adds: ({ figures }) => figures?.adds ?? null,
  closes: ({ figures }) => figures?.retireAt ?? null,
  // Never comes before the longest ago.
  talk: ({ lastTalk, participantId }) => lastTalk ?? (participantId === '' ? null : ''),
}

const compared = (a: number | string, b: number | string) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { sensitivity: 'base', numeric: true })

/** The rows in order; unknown values are last in both directions, equal ones in the order of the file. */
export const sorted = (
  rows: readonly RosterRow[],
  { by, descending }: Sorting,
): readonly RosterRow[] =>
  rows.toSorted((a, b) => {
    const [left, right] = [values[by](a), values[by](b)]
    if (left === null || right === null)
      return left === right ? a.row - b.row : left === null ? 1 : -1
    return (descending ? compared(right, left) : compared(left, right)) || a.row - b.row
  })

/** The rows with every word in the name, the number or the file. */
export const matching = (rows: readonly RosterRow[], sought: string): readonly RosterRow[] => {
  const words = sought
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter(({ name, participantId, fileName }) => {
    const text = `${name} ${participantId} ${fileName}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const countsOf = (rows: readonly RosterRow[]) => {
  const people = rows.filter(({ sendable }) => sendable)
  const known = people.flatMap(({ figures }) => figures ?? [])
  const kinds = (test: (figures: (typeof known)[number]) => boolean): number =>
    known.filter(test).length
  const short = kinds(({ verdict }) => verdict === 'short')
  const poorOnly = kinds(({ verdict, poorGap }) => verdict === 'typicalOnly' && poorGap !== null)
  const enough = kinds(({ verdict }) => verdict === 'enough')
  const adds = known.flatMap((figures) => figures.adds ?? [])
  return {
    people: people.length,
    forecast: known.length,
    short,
    poorOnly,
    enough,
    /** Rows with figures outside the three groups: income or need is not in the answer. */
    open: known.length - short - poorOnly - enough,
    /** Highest gain of any recommended strategy, whole dollars a month; `null` if unknown everywhere. */
    most: adds.length === 0 ? null : Math.max(0, ...adds),
    /** Sendable rows whose last forecast failed. */
    failed: people.filter(({ problem }) => problem !== null).length,
    damaged: rows.length - people.length,
    /** Sendable rows without figures. */
    missing: people.length - known.length,
  }
}
export type Counts = ReturnType<typeof countsOf>
