import type { Figure, SavingFigures } from '../../../figures/figure.ts'
import { lineLabels } from '../../../savings/lines.ts'
import { placesIn } from '../../changes/savings-changes.ts'
import type { AccountMapping } from '../../pick.ts'
import { shownAmount } from '../amount.ts'
import { pointsBetween } from '../make.ts'
import { isAlike, paragraph, said, separated, type Said } from '../said.ts'
import type { Side } from '../side.ts'
import {
  savingsOf,
  savingWords,
  unknownSaving,
  type SavingLine,
  type SavingPart,
  type Savings,
} from './savings.ts'

/** The savings in two strategies of one answer, side by side. */

interface Sides {
  readonly current: SavingFigures
  readonly revised: SavingFigures
  /** The change in percentage points; `null` unless both percents are known. */
  readonly points: Figure | null
}

export interface SavingLineChange extends Sides {
  readonly key: SavingLine['key']
  readonly label: string
  readonly basis: string
  /** Shown instead of an unknown side. */
  readonly absent: { readonly current: string; readonly revised: string }
}

export type SavingPartChange = Sides &
  Pick<SavingPart, 'key' | 'label' | 'account' | 'accountId' | 'kind'>

export interface SavingsChange {
  readonly lines: readonly SavingLineChange[]
  readonly parts: readonly SavingPartChange[]
  readonly remarks: readonly Said[]
}

const sidesOf = (
  current: SavingFigures = unknownSaving,
  revised: SavingFigures = unknownSaving,
): Sides => ({
  current: { percent: current.percent, dollars: current.dollars },
  revised: { percent: revised.percent, dollars: revised.dollars },
  points:
    current.percent === null || revised.percent === null
      ? null
      : pointsBetween(revised.percent, current.percent),
})

const order = Object.keys(lineLabels)

/**
 * Sentences about savings into the same account that have different names in the two strategies, so
 * that they cannot be compared. Parts that follow each other in time are left out.
 */
const unpairedRemarks = (
  before: readonly SavingPart[],
  after: readonly SavingPart[],
): readonly Said[] => {
  const alone = (parts: readonly SavingPart[], others: readonly SavingPart[]) =>
    parts.filter(({ key, years }) => years === null && others.every((other) => other.key !== key))
  const placeOf = ({ accountId, kind }: SavingPart) => JSON.stringify([accountId, kind])
  const revised = Map.groupBy(alone(after, before), placeOf)
  return [...Map.groupBy(alone(before, after), placeOf)].flatMap(([place, theirs]) => {
    const named = (parts: readonly SavingPart[]) =>
      parts.map(({ label }) => `“${label}”`).join(', ')
    const others = revised.get(place)
    return others === undefined
      ? []
      : [
          [
            `The two strategies name savings into ${theirs[0]?.account ?? ''} differently, ${named(theirs)} and ${named(others)}, so they are not compared.`,
          ],
        ]
  })
}

export const savingsChange = (current: Savings | null, revised: Savings | null): SavingsChange => {
  const [before, after] = [current?.lines ?? [], revised?.lines ?? []]
  const lines = [...new Map([...before, ...after].map((line) => [line.key, line])).values()]
  const parts = new Map(
    [...(current?.parts ?? []), ...(revised?.parts ?? [])].map((part) => [part.key, part]),
  )
  const remarks = [
    ...(current?.remarks ?? []),
    ...(revised?.remarks ?? []),
    ...unpairedRemarks(current?.parts ?? [], revised?.parts ?? []),
  ]
  const text = (remark: Said) =>
    remark
      .map((part) => (typeof part === 'string' ? part : String(shownAmount(part.figure))))
      .join('')
  return {
    lines: lines
      .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
      .map(({ key, label, basis }) => {
        const now = before.find((line) => line.key === key)
        const then = after.find((line) => line.key === key)
        return {
          key,
          label,
          basis,
          absent: { current: now?.absent ?? 'not sent', revised: then?.absent ?? 'not sent' },
          ...sidesOf(now, then),
        }
      }),
    parts: [...parts.values()].map(({ key, label, account, accountId, kind }) => ({
      key,
      label,
      account,
      accountId,
      kind,
      ...sidesOf(
        current?.parts.find((part) => part.key === key),
        revised?.parts.find((part) => part.key === key),
      ),
    })),
    remarks: [...new Map(remarks.map((remark) => [text(remark), remark])).values()],
  }
}

/**
 * The savings in both strategies of one answer; either strategy may be missing. Rows are in the
 * order sent, and lines in the order of {@link lineLabels}.
 */
export const savingsBetween = (
  current: Side | null,
  revised: Side | null,
  mappings: readonly AccountMapping[],
): SavingsChange => {
  const places = placesIn([current?.strategy ?? null, revised?.strategy ?? null], mappings)
  return savingsChange(
    current && savingsOf(current, mappings, places),
    revised && savingsOf(revised, mappings, places),
  )
}

export const isKnown = ({ percent, dollars }: SavingFigures): boolean =>
  percent !== null || dollars !== null

/** The parts with the largest changes in points, at most `most`. */
export const largestChanges = (
  parts: readonly SavingPartChange[],
  most: number,
): readonly SavingPartChange[] => {
  const moved = ({ current, revised }: SavingPartChange) => {
    const points = pointsBetween(revised.percent, current.percent)
    return points === null ? 0 : Math.abs(shownAmount(points))
  }
  return parts.toSorted((a, b) => moved(b) - moved(a)).slice(0, most)
}

type SideName = 'current' | 'revised'

const sideWords = (lines: readonly SavingLineChange[], side: SideName): Said =>
  separated(
    lines.map(
      (line) => said`${line.label.toLowerCase()} ${savingWords(line[side], line.absent[side])}`,
    ),
    ', ',
  )

/**
 * Words such as `Current: you 3% ($2,172 a year), employer none listed, total 3%.`; `today` has the
 * file's lines if Current contains tried savings. Empty if nothing is known.
 */
export const savingsSentence = (
  lines: readonly SavingLineChange[],
  names: readonly [current: string, revised: string],
  today: readonly SavingLine[] = [],
): Said => {
  const sides = (['current', 'revised'] as const).filter((side) =>
    lines.some((line) => isKnown(line[side])),
  )
  if (sides.length === 0) return []
  const before = separated(
    today.map((line) => said`${line.label.toLowerCase()} ${savingWords(line, line.absent)}`),
    ', ',
  )
  const start = before.length === 0 ? [] : said`Today, by the file: ${before}. `
  const isSame = lines.every(
    ({ current, revised, absent }) =>
      isAlike(current.percent, revised.percent) &&
      isAlike(current.dollars, revised.dollars) &&
      (isKnown(current) || absent.current === absent.revised),
  )
  if (sides.length > 1 && isSame)
    return before.length === 0
      ? said`Savings stay as they are: ${sideWords(lines, 'current')}.`
      : said`${start}Both strategies: ${sideWords(lines, 'current')}.`
  const words = sides.map(
    (side) => said`${side === 'current' ? names[0] : names[1]}: ${sideWords(lines, side)}.`,
  )
  return said`${start}${paragraph(...words)}`
}
