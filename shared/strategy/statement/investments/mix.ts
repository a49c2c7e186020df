import { inPath } from '../../../figures/path.ts'
import type { AssetMix } from '../../../express/reading.ts'
import { assetMixScopes } from '../../charts/asset-mix.ts'
import type { AccountMapping } from '../../pick.ts'
import { shownAmount } from '../amount.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { Sides } from './funds.ts'
import { figure, fromAnswer, inParentheses, pointsBetween, step } from '../make.ts'
import { paragraph, said, type Said } from '../said.ts'
import { idOf, type Side } from '../side.ts'

/** The asset mixes of two strategies by class, in percent. */

export interface MixRow {
  readonly label: string
  /** `null` if the strategy has no mix; 0 if only this class is missing. */
  readonly current: Figure | null
  readonly revised: Figure | null
  /** Change in points; `null` unless both are known. */
  readonly points: Figure | null
}

export interface Mix {
  readonly id: string
  readonly label: string
  readonly rows: readonly MixRow[]
  readonly currentRisk: string
  readonly revisedRisk: string
}

/** The mix for a scope, with its path in the strategy. */
const mixIn = ({ strategy, path }: Side, id: string) => {
  const [kind, name = ''] = id.split(/\/(.*)/s)
  const found = {
    household: { mix: strategy.householdMix, place: 'AssetMixHousehold' },
    overall: { mix: strategy.overallMix, place: 'AssetMixOverall' },
    account: {
      mix: strategy.advisableMixes.find(({ accountId }) => accountId === name)?.mix ?? null,
      place: `AssetMixAdvisableAccounts[${inPath(name)}]`,
    },
    other: {
      mix: strategy.otherMixes.find((each) => each.id === name)?.mix ?? null,
      place: `AssetMixOther[${inPath(name)}].AssetMix`,
    },
  }[kind ?? '']
  return found === undefined || found.mix === null
    ? null
    : { mix: found.mix, path: `${path}.${found.place}` }
}

const weightsOf = ({ assets }: AssetMix, assetClass: string, path: string) =>
  assets.flatMap((asset, index) => {
    if (asset.assetClass !== assetClass || asset.weight === null) return []
    const alike = assets.filter((other) => other.assetClass === assetClass)
    const number = alike.length === 1 ? '' : ` #${alike.indexOf(asset) + 1}`
    const name = assetClass === '' ? index : `${inPath(assetClass)}${number}`
    return [fromAnswer(asset.weight, `${path}.Asset[${name}].Weight`)]
  })

/**
 * The percent of a class; `known` is its percent in the comparison. The unit is not specified, so a
 * mix that adds up to one is read as fractions.
 */
const classFigure = (
  side: Side | null,
  id: string,
  { assetClass, label }: { readonly assetClass: string; readonly label: string },
  known: number | null,
): Figure | null => {
  const found = side && mixIn(side, id)
  if (side === null || !found || known === null) return null
  const weights = weightsOf(found.mix, assetClass, found.path)
  const sum = weights.length > 1 ? [inParentheses(weights)] : weights
  const sent = weights.reduce((all, { text }) => all + Number(text), 0)
  const isFraction = Math.abs(known) > Math.abs(sent) * 2
  return figure({
    id: `${idOf(side)}/mix/${id}/${assetClass}`,
    unit: 'percent',
    per: 'once',
    digits: 1,
    steps:
      weights.length === 0
        ? [step('+', 0, { from: 'constant', what: 'not in the mix' })]
        : [...sum, ...(isFraction ? [step('×', 100, { from: 'constant', what: 'percent' })] : [])],
    sentence: `How much of what is invested is ${label}.`,
    basis: isFraction
      ? 'Sent as fractions, because the mix adds up to one.'
      : 'Percent of what is invested, as sent.',
  })
}

/** Every mix in either strategy, widest scope first. */
export const mixesOf = (
  { current, revised }: Sides,
  mappings: readonly AccountMapping[] = [],
): readonly Mix[] =>
  assetMixScopes(current?.strategy ?? null, revised?.strategy ?? null, mappings).map(
    ({ id, label, comparison: { rows, currentRisk, revisedRisk } }) => ({
      id,
      label,
      currentRisk,
      revisedRisk,
      rows: rows.map((row): MixRow => {
        const now = classFigure(current, id, row, row.current)
        const then = classFigure(revised, id, row, row.revised)
        return {
          label: row.label,
          current: now,
          revised: then,
          points: now === null || then === null ? null : pointsBetween(then, now),
        }
      }),
    }),
  )

const moved = ({ points }: MixRow): number => (points === null ? 0 : Math.abs(shownAmount(points)))

/** A change by fewer percentage points is not worth a sentence. */
const leastMoved = 0.5

/** A sentence about the two largest changes, and about risk; empty without any class. */
export const mixSentence = ({
  rows,
  currentRisk,
  revisedRisk,
}: Omit<Mix, 'id' | 'label'>): Said => {
  if (rows.length === 0) return []
  if (rows.every(({ points }) => points === null)) return ['Today’s mix.']
  const risk =
    currentRisk && revisedRisk && currentRisk !== revisedRisk
      ? [`Risk goes from ${currentRisk} to ${revisedRisk}.`]
      : []
  const words = rows
    .filter((row) => moved(row) >= leastMoved)
    .toSorted((a, b) => moved(b) - moved(a))
    .slice(0, 2)
    .flatMap(
      ({ label, current, revised }, index): Said =>
        said`${index === 0 ? '' : ', '}${label} goes from ${current} to ${revised}`,
    )
  return words.length === 0
    ? paragraph(['The mix stays as it is.'], risk)
    : paragraph(said`${words}.`, risk)
}
