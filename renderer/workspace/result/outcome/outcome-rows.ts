import { leverPhrases } from '#shared/strategy/lever-phrases.ts'
import type { Figure } from '#shared/figures/figure.ts'
import type { Gap } from '#shared/strategy/statement/goal.ts'
import { marketNames, type Market } from '#shared/strategy/statement/incomes.ts'
import {
  axisOf,
  isSameAmount,
  said,
  separated,
  type Said,
} from '#shared/strategy/statement/said.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import {
  roleNames,
  type Statement,
  type StrategyStatement,
} from '#shared/strategy/statement/statement.ts'
import { isInPhases, phaseAt } from '#shared/strategy/statement/years/phases.ts'
import { phaseWords } from '#shared/strategy/statement/words/advisor-words.ts'

/** The outcome's rows, with one line per phase of a strategy, on one scale with the goal. */

type Incomes = Readonly<Record<Market, Figure | null>>

interface Line {
  /** `until 70`; empty for a single phase. */
  readonly when: string
  readonly income: Figure | null
  /** True if incomes differ between years and this is the lowest. */
  readonly least: boolean
  readonly difference: Figure | null
  readonly gap: Gap | null
  readonly incomes: Incomes
}

const linesOf = (strategy: StrategyStatement, market: Market): readonly Line[] => {
  const phases = strategy.phases(market)
  if (!isInPhases(phases))
    return [
      {
        when: '',
        income: strategy.incomes[market],
        least: false,
        difference: strategy.differences[market],
        gap: strategy.gaps[market],
        incomes: strategy.incomes,
      },
    ]
  const differences = strategy.phaseDifferences(market)
  return phases.map((phase, index) => {
    const incomeIn = (other: Market) =>
      strategy.percentiles[other] === null
        ? null
        : (phaseAt(strategy.phases(other), phase.from)?.income ?? null)
    return {
      when: phaseWords(phase, index === 0),
      income: phase.income,
      least: phase.least,
      difference: differences[index] ?? null,
      gap: phase.gap,
      incomes: { poor: incomeIn('poor'), average: incomeIn('average'), good: incomeIn('good') },
    }
  })
}

const known = (figures: readonly (Figure | null | undefined)[]): readonly Figure[] =>
  figures.flatMap((figure) => figure ?? [])

/** A strategy's ages, and the other changes in a plan: `retires at 67, earning $90,000`. */
const aboutWords = (
  { role, retirementAge, claimAge }: StrategyStatement,
  { inputs, profile }: SavedAnswer,
  hasPhases: boolean,
): Said => {
  const { RetirementAge: _, ...others } = inputs
  return separated(
    [
      retirementAge === null ? [] : said`retires at ${retirementAge}`,
      hasPhases && claimAge !== null ? said`claims at ${claimAge}` : [],
      ...(role === 'plan' ? leverPhrases({ inputs: others, profile }) : []),
    ],
    ', ',
  )
}

/** Only incomes after tax are on the scale, because the goal is after tax. */
const onScale = (income: Figure | null): Figure | null => (income?.tax === 'before' ? null : income)

/** Each strategy's lines, with positions on the common scale in percent from the left. */
export const outcomeRows = (statement: Statement, market: Market) => {
  const rows = statement.strategies.map((strategy) => ({
    strategy,
    lines: linesOf(strategy, market),
  }))
  const goals = rows.map(({ strategy }) => strategy.goal?.figure)
  const drawn = rows.flatMap(({ lines }) =>
    lines.flatMap(({ income, incomes }) =>
      [income, ...marketNames.map((name) => incomes[name])].map(onScale),
    ),
  )
  const axis = axisOf(known([...goals, ...drawn, statement.goal?.figure]))
  const place = (figure: Figure) => axis(figure) * 100
  return {
    goal: statement.goal && { figure: statement.goal.figure, left: place(statement.goal.figure) },
    rows: rows.map(({ strategy, lines }) => ({
      strategy,
      role: strategy.role,
      name: roleNames[strategy.role],
      about: aboutWords(strategy, statement.saved, lines.length > 1),
      goal: strategy.goal && place(strategy.goal.figure),
      /** Says why there is no income; empty if there is one. */
      why:
        strategy.incomes[market] !== null
          ? ''
          : strategy.course(market).kind === 'none' && strategy.percentiles[market] !== null
            ? strategy.course(market).why
            : 'Sustainable income: not sent',
      lines: lines.map((line) => {
        const [low, high] = [onScale(line.incomes.poor), onScale(line.incomes.good)]
        const mark = onScale(line.income)
        const ends = known([low, mark, high])
        const [from, to] = [ends[0], ends.at(-1)]
        const isSame = low !== null && high !== null && isSameAmount(low, high)
        return {
          ...line,
          /** True if the income is the same in every market. */
          isSame,
          mark: mark && place(mark),
          bar:
            from === undefined || to === undefined
              ? null
              : { left: place(from), right: 100 - place(to) },
          low: isSame ? null : low,
          high: isSame ? null : high,
        }
      }),
    })),
  }
}

export type OutcomeRow = ReturnType<typeof outcomeRows>['rows'][number]
