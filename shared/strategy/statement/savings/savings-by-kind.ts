import type { Figure, SavingFigures } from '../../../figures/figure.ts'
import type { AccountMapping } from '../../pick.ts'
import { differenceOf, pointsBetween, sumOf } from '../make.ts'
import { idOf, type Side } from '../side.ts'
import { savingsOf, unknownSaving, type SavingPart } from './savings.ts'

/** The savings in two strategies by kind, totaled over all accounts, in the client's words. */

export const savingKinds = ['pretax', 'roth', 'posttax', 'employer', 'other'] as const
export type SavingKind = (typeof savingKinds)[number]

export interface KindOfSavings {
  readonly kind: SavingKind
  readonly current: SavingFigures
  readonly revised: SavingFigures
  /** Dollars a year, signed, if both sides have dollars, otherwise percentage points; `null` if neither is known. */
  readonly difference: Figure | null
}

const kindOf = ({ kind }: SavingPart): SavingKind => kind ?? 'other'

const together = (side: Side, kind: SavingKind, parts: readonly SavingPart[]): SavingFigures => {
  const [only] = parts
  if (only === undefined) return unknownSaving
  if (parts.length === 1) return { percent: only.percent, dollars: only.dollars }
  if (parts.some(({ years }) => years !== null)) return unknownSaving
  const sum = (field: 'percent' | 'dollars') =>
    sumOf(
      parts.map((part) => [part[field], `${part.label}, ${part.account}`] as const),
      {
        id: `${idOf(side)}/savings/${kind}-together/${field}`,
        sentence: `${only.label}: what goes into all plans in the first year.`,
        basis: only[field]?.basis ?? '',
      },
    )
  return { percent: sum('percent'), dollars: sum('dollars') }
}

/** The savings by kind; kinds that neither side has are left out. */
export const savingsByKind = (
  current: Side | null,
  revised: Side | null,
  mappings: readonly AccountMapping[],
): readonly KindOfSavings[] => {
  const partsOf = (side: Side | null) => (side === null ? [] : savingsOf(side, mappings).parts)
  const [before, after] = [partsOf(current), partsOf(revised)]
  const at = (side: Side | null, parts: readonly SavingPart[], kind: SavingKind) =>
    side === null
      ? unknownSaving
      : together(
          side,
          kind,
          parts.filter((part) => kindOf(part) === kind),
        )
  return savingKinds
    .filter((kind) => [...before, ...after].some((part) => kindOf(part) === kind))
    .map((kind) => {
      const [now, then] = [at(current, before, kind), at(revised, after, kind)]
      const dollars = differenceOf(then.dollars, now.dollars, {
        names: ['after', 'before'],
        sentence: 'The change in dollars a year.',
      })
      const isKnown = now.percent !== null && then.percent !== null
      return {
        kind,
        current: now,
        revised: then,
        difference: dollars ?? (isKnown ? pointsBetween(then.percent, now.percent) : null),
      }
    })
}
