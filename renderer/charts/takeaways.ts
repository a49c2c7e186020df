import type { AssetMixComparison } from '#shared/strategy/pictures/asset-mix.ts'
import { firstShortAge, type IncomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import type { SavingsLine } from '#shared/savings/lines.ts'
import type { SavingsChanges, SavingsLineChange } from '#shared/strategy/changes/savings-changes.ts'
import type { Scenario } from '#shared/strategy/pictures/scenarios.ts'
import { ageOfDepletion, medianOf, type WealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import { dollars, dollarsShort, percent } from '../lib/format.ts'
import { rateWords } from '../lib/savings-words.ts'
import type { Names, Played } from './board.ts'

/** A chart's message in a sentence or two, for the frame's head and the canvas's label. */

const nothing = 'The service sent no values for this chart.'

export const wealthTakeaway = (fans: readonly Played<WealthFan>[]): string => {
  const drawn = fans.filter(({ view }) => view.columns.length > 0)
  const [first] = drawn
  if (first === undefined) return nothing
  const words = drawn.flatMap(({ name, view }) => {
    const value = medianOf(view)?.values[view.retirementIndex] ?? Number.NaN
    return Number.isNaN(value)
      ? []
      : [`${dollarsShort(value)} at ${view.retirementAge ?? ''} (${name})`]
  })
  const market = medianOf(first.view)?.label ?? 'Typical markets'
  const typical = words.length > 0 ? `${market}: ${words.join(', ')}.` : 'Wealth by age.'
  const poorest = drawn.flatMap(({ name, view }) => {
    const [low] = view.columns
    const age = low && low !== medianOf(view) ? ageOfDepletion(view, low) : null
    return age === null ? [] : [`at ${age} (${name})`]
  })
  return poorest.length > 0
    ? `${typical} In poor markets the money runs out ${poorest.join(' and ')}.`
    : typical
}

/** Income after taxes against the need, `need` in dollars a month; `market` as in `typical markets`. */
export const incomeTakeaway = (
  incomes: readonly Played<IncomeFlow>[],
  need: number | null,
  market: string,
  dollarsOfNeed = '',
): string => {
  const drawn = incomes.filter(({ view }) => view.sources.length > 0)
  if (drawn.length === 0) return nothing
  const kept = drawn.every(({ view }) => view.taxes !== null) ? 'what you keep' : 'income'
  const inMarket = (words: string) =>
    market === '' ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${market}: ${words}`
  if (need === null) return inMarket('no need is known to measure the income against.')
  const short = drawn.map(({ name, view }) => ({ name, age: firstShortAge(view, need) }))
  const target = `the need of ${dollars(need)} a month${dollarsOfNeed}`
  const missed = short.filter(({ age }) => age !== null)
  if (missed.length === 0)
    return inMarket(`${kept} reaches ${target} at every age from retirement on.`)
  const parts = short.map(({ name, age }) =>
    age === null ? `${name} reaches it at every age` : `${name} first falls short at ${age}`,
  )
  return inMarket(`against ${target}, ${parts.join('; ')}.`)
}

const moved = ({ difference }: AssetMixComparison['rows'][number]) => Math.abs(difference ?? 0)

export const assetMixTakeaway = ({
  rows,
  currentRisk,
  revisedRisk,
}: AssetMixComparison): string => {
  if (rows.length === 0) return nothing
  if (rows.every(({ difference }) => difference === null)) return 'Today’s mix.'
  const largest = rows.filter((row) => moved(row) >= 0.5).sort((a, b) => moved(b) - moved(a))
  const risk =
    currentRisk && revisedRisk && currentRisk !== revisedRisk
      ? ` Risk goes from ${currentRisk} to ${revisedRisk}.`
      : ''
  if (largest.length === 0) return `The mix stays as it is.${risk}`
  const words = largest
    .slice(0, 2)
    .map(
      ({ label, current, revised }) =>
        `${label} goes from ${percent(current, 0)} to ${percent(revised, 0)}`,
    )
  return `${words.join(', ')}.${risk}`
}

type SavingsSide = 'current' | 'revised'

const lineOf = ({ label, ...line }: SavingsLineChange, side: SavingsSide) => {
  const figure = { percent: line[`${side}Percent`], dollars: line[`${side}Dollars`] }
  return `${label.toLowerCase()} ${rateWords(figure, line[`${side}Absent`])}`
}

const isSaid = (line: SavingsLineChange, side: SavingsSide) =>
  line[`${side}Percent`] !== null || line[`${side}Dollars`] !== null

/** `Current: you 3% ($2,172 a year), employer none listed, total 3%.`; `today` if Current holds tried savings. */
export const savingsTakeaway = (
  { lines }: SavingsChanges,
  names: Names = ['Current', 'Revised'],
  today: readonly SavingsLine[] = [],
): string => {
  const sides = (['current', 'revised'] as const).filter((side) =>
    lines.some((line) => isSaid(line, side)),
  )
  if (sides.length === 0) return nothing
  const words = sides.map((side) => lines.map((line) => lineOf(line, side)).join(', '))
  const [now, then] = words
  const before = today
    .map((line) => `${line.label.toLowerCase()} ${rateWords(line, line.absent)}`)
    .join(', ')
  const start = before === '' ? '' : `Today, by the file: ${before}. `
  if (sides.length > 1 && now === then)
    return before === ''
      ? `Savings stay as they are: ${now ?? ''}.`
      : `${start}Both strategies: ${now ?? ''}.`
  const said = sides.map(
    (side, index) => `${side === 'current' ? names[0] : names[1]}: ${words[index] ?? ''}.`,
  )
  return `${start}${said.join(' ')}`
}

export const scenarioTakeaway = ({ change, benchmarkChange, worstFall }: Scenario): string => {
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${percent(Math.abs(value))}`
  if (change === null) return 'Value by month.'
  const other = benchmarkChange === null ? '' : `, the benchmark ${signed(benchmarkChange)}`
  const fall =
    worstFall === null || worstFall > -0.05
      ? ''
      : ` The worst fall on the way is ${signed(worstFall)}.`
  return `Over this period the mix returns ${signed(change)}${other}.${fall}`
}

export const claimTakeaway = (
  claims: readonly { readonly age: number; readonly amount: number | null }[],
): string => {
  const known = claims.flatMap(({ age, amount }) => (amount === null ? [] : [{ age, amount }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return nothing
  if (first.age === last.age) return `${dollars(first.amount)} a year from age ${first.age}.`
  const more = wholeDifference(last.amount, first.amount)
  return `${dollars(first.amount)} a year from ${first.age}, ${dollars(last.amount)} from ${last.age}: waiting ${more >= 0 ? 'adds' : 'costs'} ${dollars(Math.abs(more))} a year.`
}
