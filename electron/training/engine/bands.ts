import type { Bands } from './advice-rules.ts'
import type { Mix } from './data/capital-markets.ts'
import { equityOf } from './mixes.ts'

/** A part of a mix outside its band. */
export interface Misfit {
  readonly what: 'lessRisk' | 'moreRisk' | 'tooLittleAbroad' | 'tooMuchOfOneKind' | 'tooMuchCash'
  /** Points of the account outside the band. */
  readonly points: number
}

/** Everything in a mix outside the bands around the market portfolio with `equity` percent in shares. */
export const misfits = (mix: Mix, equity: number, bands: Bands): readonly Misfit[] => {
  const [, small, international, emerging, realEstate, , inflationProtected, highYield, cash] = mix
  const shares = equityOf(mix)
  const steady = 100 - shares
  const found: Misfit[] = []
  const claim = (what: Misfit['what'], points: number): void => {
    if (points > 0.05) found.push({ what, points })
  }
  const above = (weight: number, part: number, percent: number): number =>
    weight - Math.max(bands.negligible, (part * percent) / 100)
  claim('moreRisk', equity - bands.equity - shares)
  claim('lessRisk', shares - equity - bands.equity)
  const abroad = international + emerging
  if (shares > bands.negligible)
    claim('tooLittleAbroad', (shares * bands.leastAbroad) / 100 - abroad)
  claim('tooMuchOfOneKind', above(abroad, shares, bands.mostAbroad))
  claim('tooMuchOfOneKind', above(emerging, shares, bands.mostEmerging))
  claim('tooMuchOfOneKind', above(small, shares, bands.mostSmall))
  claim('tooMuchOfOneKind', above(realEstate, shares, bands.mostRealEstate))
  claim('tooMuchOfOneKind', above(highYield, steady, bands.mostHighYield))
  claim('tooMuchOfOneKind', above(inflationProtected, steady, bands.mostInflationProtected))
  claim('tooMuchCash', above(cash, steady, bands.mostCash))
  return found
}

/** Total points of the account outside the bands; 0 inside them. */
export const misfitOf = (mix: Mix, equity: number, bands: Bands): number =>
  misfits(mix, equity, bands).reduce((sum, { points }) => sum + points, 0)
