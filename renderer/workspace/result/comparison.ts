import type { Figure } from '#shared/figures/figure.ts'
import { isInPhases } from '#shared/strategy/statement/years/phases.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { marketNames, type Market } from '#shared/strategy/statement/incomes.ts'
import { said, written, type Said } from '#shared/strategy/statement/said.ts'
import {
  savingsOf,
  unknownSaving,
  type SavingLine,
} from '#shared/strategy/statement/savings/savings.ts'
import { incomeSaid, gapSaid, marketName } from '#shared/strategy/statement/words/short-words.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { marketLabels } from '#shared/strategy/statement/words/advisor-words.ts'
import type { Cell } from '../../charts/figures.ts'
import { screenWriter, textOf } from '../../ui/figures/writer.ts'
import { inputSaid } from '../forecast/input-words.ts'

/** One strategy of one scenario, as a column of the comparison. */
export interface ComparedStrategy {
  /** The scenario's id and the strategy's role. */
  readonly key: string
  readonly name: string
  readonly saved: SavedForecast
  readonly strategy: StrategyStatement
}

type Read<T> = (column: ComparedStrategy) => T
type RawReader = Readonly<Record<string, Read<Cell>>>

/** Inputs that are a single number; the others are text. */
const askedRaw: Readonly<Record<string, RawReader>> = {
  RetirementAge: { 'Retirement age, asked': ({ saved }) => saved.inputs.RetirementAge ?? null },
  Salary: { 'Salary, asked, dollars a year': ({ saved }) => saved.inputs.Salary ?? null },
}

/**
 * The income or gap of each phase, for an exported file. The first phase has the row's name; later
 * phases are numbered. Incomes before tax have their own rows.
 */
const phased = (
  label: string,
  market: Market,
  columns: readonly ComparedStrategy[],
  read: (strategy: StrategyStatement, index: number) => Figure | null,
): RawReader => {
  const most = Math.max(1, ...columns.map(({ strategy }) => strategy.phases(market).length))
  return Object.fromEntries(
    Array.from({ length: most }, (_, index) => index).flatMap((index) => {
      const name = index === 0 ? label : `${label}, phase ${index + 1}`
      const readIf =
        (isWanted: (figure: Figure) => boolean) =>
        ({ strategy }: ComparedStrategy): Cell => {
          const figure = read(strategy, index)
          return figure !== null && isWanted(figure) ? figure : null
        }
      const beforeTax = readIf(({ tax }) => tax === 'before')
      return [
        [name, readIf(({ tax }) => tax !== 'before')] as const,
        ...(columns.some((column) => beforeTax(column) !== null)
          ? [[`${name}, before tax`, beforeTax] as const]
          : []),
      ]
    }),
  )
}

/** Inputs and results of each strategy, row by row. Unknown values are an en dash. */
export const comparedRows = (columns: readonly ComparedStrategy[], market: Market) => {
  const row = (label: string, read: Read<Said>, raw: RawReader) => {
    const values = columns.map((column) => {
      const words = read(column)
      return words.length === 0 ? ['–'] : words
    })
    return {
      label,
      values,
      differs: new Set(values.map((value) => written(value, screenWriter))).size > 1,
      /** True for the most important row. */
      lead: false,
      /** Figures and texts by name and unit, for an exported file. */
      raw: Object.entries(raw).map(([name, cell]) => ({ name, cells: columns.map(cell) })),
    }
  }
  const words = (label: string, read: Read<string>, raw: RawReader = { [label]: read }) =>
    row(label, (column) => [read(column) || '–'], raw)
  const [first] = columns
  const inputs = (first ? inputSaid(first.saved) : []).map(({ label, field }, index) => {
    const read: Read<Said> = ({ saved }) => inputSaid(saved)[index]?.value ?? []
    const asText = { [`${label}, asked`]: (column: ComparedStrategy) => textOf(read(column)) }
    return row(`${label}, asked`, read, askedRaw[field] ?? asText)
  })
  const incomes = marketNames.map((each) => ({
    ...row(
      `${marketLabels[each]}, a month`,
      ({ strategy }) => incomeSaid(strategy, each),
      phased(`${marketLabels[each]}, dollars a month`, each, columns, (strategy, index) => {
        const phases = strategy.phases(each)
        return isInPhases(phases)
          ? (phases[index]?.income ?? null)
          : index === 0
            ? strategy.incomes[each]
            : null
      }),
    ),
    lead: each === market,
  }))
  const gapIn = (strategy: StrategyStatement, index: number) => {
    const phases = strategy.phases(market)
    return isInPhases(phases) ? phases[index]?.gap : index === 0 ? strategy.gaps[market] : null
  }
  const gapRaw = (kind: 'short' | 'over') =>
    phased(
      `${kind === 'short' ? 'Short' : 'Over'}, ${marketName(market)}, dollars a month`,
      market,
      columns,
      (strategy, index) => {
        const gap = gapIn(strategy, index)
        return gap?.kind === kind ? gap.figure : null
      },
    )
  const savings = (label: string, whose: SavingLine['key']) => {
    const of = ({ strategy }: ComparedStrategy) =>
      savingsOf(strategy.side).lines.find(({ key }) => key === whose) ?? unknownSaving
    return row(
      label,
      (column) => {
        const { percent, dollars } = of(column)
        return percent === null
          ? said`${dollars}${dollars && ' a year'}`
          : said`${percent}${dollars && said` (${dollars} a year)`}`
      },
      {
        [`${label}, percent of pay`]: (column) => of(column).percent,
        [`${label}, dollars a year`]: (column) => of(column).dollars,
      },
    )
  }
  return [
    ...inputs,
    ...incomes,
    row('Goal, a month', ({ strategy: { goal } }) => said`${goal?.figure}`, {
      'Goal, dollars a month': ({ strategy: { goal } }) => goal && goal.figure,
    }),
    row(`Against the goal, ${marketName(market)}`, ({ strategy }) => gapSaid(strategy, market), {
      ...gapRaw('short'),
      ...gapRaw('over'),
    }),
    words('Retires at', ({ strategy }) => String(strategy.retirementAge ?? ''), {
      'Retires at age': ({ strategy }) => strategy.retirementAge,
    }),
    savings('You save', 'you'),
    savings('Employer adds', 'employer'),
    savings('Saved in total', 'total'),
    words('Risk level, as the service says', ({ strategy }) => strategy.side.strategy.riskLevel),
  ]
}
