import type { Figure, Step } from '../../../figures/figure.ts'
import type { Fund, FundAccount } from './funds.ts'
import { differenceOf, figure, fromFigure, inParentheses, step } from '../make.ts'
import { bare, paragraph, said, signOf, type Said } from '../said.ts'

/** The yearly cost of the funds before and after the change, from their expense ratios. */

export interface FundCosts {
  /** Dollars a year; `null` if unknown. */
  readonly current: Figure | null
  readonly revised: Figure | null
  /** The change in dollars a year, signed; `null` unless both costs are known. */
  readonly difference: Figure | null
  /**
   * For each side, the number of funds that are held, and how many of them have no expense ratio.
   */
  readonly funds: Readonly<Record<'current' | 'revised', { held: number; unknown: number }>>
  /** Where the ratios come from; empty if there are none. */
  readonly source: '' | 'the answer' | 'the file' | 'the answer and the file'
}

type SideName = 'current' | 'revised'

const heldOn = (funds: readonly Fund[], side: SideName) =>
  funds.flatMap((fund) => {
    const amount = fund.dollars[side]
    return amount === null || signOf(amount) === 0 ? [] : [{ fund, amount }]
  })

const costOf = (
  funds: readonly Fund[],
  side: SideName,
  id: string,
  rule: string,
): Figure | null => {
  const parts = heldOn(funds, side).map(({ fund: { ratio, label }, amount }): Step | null =>
    ratio === null
      ? null
      : inParentheses([
          fromFigure(amount, label),
          ratio,
          step('÷', 100, { from: 'constant', what: 'percent' }),
        ]),
  )
  const known = parts.filter((part) => part !== null)
  return known.length === 0 || known.length < parts.length
    ? null
    : figure({
        id: `${id}/${side}`,
        per: 'year',
        steps: known,
        sentence: `What the funds cost a year, ${side === 'current' ? 'as held today' : 'as recommended'}: each fund’s dollars at its own expense ratio.`,
        basis: 'Dollars a year, taken from the funds’ returns.',
        rule,
      })
}

/** The cost of all funds of `accounts`. */
export const fundCosts = (accounts: readonly FundAccount[]): FundCosts => {
  const funds = accounts.flatMap((account) => account.funds)
  const id = `${accounts.map((account) => account.id).join('+')}/cost`
  const rule = 'Expense ratios are read as percent of the balance a year.'
  const [current, revised] = [
    costOf(funds, 'current', id, rule),
    costOf(funds, 'revised', id, rule),
  ]
  const count = (side: SideName) => {
    const held = heldOn(funds, side)
    return { held: held.length, unknown: held.filter(({ fund }) => fund.ratio === null).length }
  }
  const origins = new Set(
    funds.flatMap(({ ratio }) =>
      ratio === null ? [] : [ratio.origin.from === 'file' ? 'the file' : 'the answer'],
    ),
  )
  return {
    current,
    revised,
    difference: differenceOf(revised, current, {
      names: ['after', 'before'],
      sentence: 'What the funds cost a year after the change, less what they cost before.',
    }),
    funds: { current: count('current'), revised: count('revised') },
    source:
      origins.size > 1
        ? 'the answer and the file'
        : origins.has('the file')
          ? 'the file'
          : origins.has('the answer')
            ? 'the answer'
            : '',
  }
}

const unknownWords = ({ held, unknown }: { held: number; unknown: number }): string =>
  held === 0 ? 'no amounts sent' : `not known for ${unknown} of ${held} funds`

/**
 * Words such as `Fund fees: $1,204 a year (Today), $792 a year (Recommended): $412 a year less.`,
 * with the source of the ratios and what is unknown. Empty if there are no funds.
 */
export const costWords = (
  { current, revised, difference, funds, source }: FundCosts,
  names: readonly [current: string, revised: string],
): Said => {
  const sides = (['current', 'revised'] as const).filter((side) => funds[side].held > 0)
  if (sides.length === 0) return []
  if (source === '')
    return ['Fund fees are not known: neither the answer nor the file has expense ratios.']
  const figures = { current, revised }
  const words = sides.map((side): Said => {
    const name = side === 'current' ? names[0] : names[1]
    const cost = figures[side]
    return cost === null
      ? [`${unknownWords(funds[side])} (${name})`]
      : said`${cost} a year (${name})`
  })
  const change =
    difference === null
      ? []
      : signOf(difference) === 0
        ? [': no change']
        : said`: ${bare(difference)} a year ${signOf(difference) < 0 ? 'less' : 'more'}`
  const list = words.flatMap((part, index) => (index === 0 ? part : [', ', ...part]))
  return paragraph(said`Fund fees: ${list}${change}.`, [
    `The funds’ own expense ratios, from ${source}.`,
  ])
}
