import type { Mix } from './data/capital-markets.ts'
import { sum } from './numbers.ts'

/** Arithmetic on mixes; percent by asset class in the order of `assetClasses`. The first five classes are equity. */

const equityClasses = 5

export const mixFrom = (weight: (index: number) => number): Mix => [
  weight(0),
  weight(1),
  weight(2),
  weight(3),
  weight(4),
  weight(5),
  weight(6),
  weight(7),
  weight(8),
]

/**
 * How the market portfolio divides its stocks, and how it divides the rest, in percent of each
 * part.
 */
const stockPart: Mix = [54, 8, 25, 7, 6, 0, 0, 0, 0]
const steadyPart: Mix = [0, 0, 0, 0, 0, 72, 14, 6, 8]

export const blend = (parts: readonly { readonly mix: Mix; readonly share: number }[]): Mix =>
  mixFrom((index) => parts.reduce((total, { mix, share }) => total + (mix[index] ?? 0) * share, 0))

/** The mix of all accounts, weighted by balance, or equally while all are empty. */
export const blendAccounts = (
  accounts: readonly { readonly balance: number }[],
  parts: readonly { readonly mix: Mix }[],
): Mix => {
  const total = sum(accounts.map(({ balance }) => balance))
  const shareOf = (balance = 0) => (total > 0 ? balance / total : 1 / parts.length)
  return blend(parts.map(({ mix }, index) => ({ mix, share: shareOf(accounts[index]?.balance) })))
}

/** Percent in stocks and real estate. */
export const equityOf = (mix: Mix): number => sum(mix.slice(0, equityClasses))

export const diversified = (equity: number): Mix =>
  blend([
    { mix: stockPart, share: equity / 100 },
    { mix: steadyPart, share: 1 - equity / 100 },
  ])

export const withEquity = (mix: Mix, equity: number): Mix => {
  const now = equityOf(mix)
  if (Math.abs(now - equity) < 1e-9) return mix
  const generic = diversified(equity)
  return mixFrom((index) => {
    const weight = mix[index] ?? 0
    if (index < equityClasses) return now > 0.5 ? (weight * equity) / now : (generic[index] ?? 0)
    return now < 99.5 ? (weight * (100 - equity)) / (100 - now) : (generic[index] ?? 0)
  })
}

/** The risk level in words. The service's own words are not published; these follow the percent in equity. */
export const riskLevelOf = (equity: number): string => {
  if (equity < 25) return 'Conservative'
  if (equity < 45) return 'Moderately conservative'
  if (equity < 65) return 'Moderate'
  return equity < 82 ? 'Moderately aggressive' : 'Aggressive'
}
