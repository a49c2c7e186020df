import type { AssetMixComparison } from '#shared/strategy/pictures/asset-mix.ts'
import type { SavingsLine } from '#shared/savings/lines.ts'
import type { SavingsChanges, SavingsLineChange } from '#shared/strategy/changes/savings-changes.ts'
import type { Scenario } from '#shared/strategy/pictures/scenarios.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import { dollars, percent } from '../lib/format.ts'
import { rateWords } from '../lib/savings-words.ts'
import type { Names } from './board.ts'

/** A chart's message in a sentence or two, for the frame's head and the canvas's label. */

const nothing = 'The service sent no values for this chart.'

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
