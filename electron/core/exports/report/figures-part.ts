import { firstPageTitle } from '#shared/report/report-parts.ts'
import { explain } from '#shared/strategy/statement/explain.ts'
import type { Figure } from '#shared/strategy/statement/figure.ts'
import type { Gap } from '#shared/strategy/statement/goal.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { isSameAmount, signOf } from '#shared/strategy/statement/said.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { phaseWords } from '#shared/strategy/statement/words/words.ts'
import type { ReportFacts } from './facts.ts'
import { createWriter } from './figures.ts'
import { pictureOf } from './income.ts'
import { ink, note } from './ink.ts'
import type { Sheet } from './sheet.ts'

const explanation = { size: 7.6, color: ink.soft, leading: 10 } as const
const field = { size: 5.8, color: ink.muted, leading: 7.6 } as const

interface Explained {
  readonly name: string
  readonly figure: Figure
}

const gapNames: Readonly<Record<Gap['kind'], string>> = {
  short: 'short of the goal',
  over: 'over the goal',
  even: 'against the goal',
}

/** What a strategy's figures of one moment are, each with `when` it is so. */
const momentOf = (
  name: string,
  when: string,
  figures: {
    readonly income: Figure | null
    readonly gap: Gap | null
    readonly difference: Figure | null
  },
): readonly Explained[] => {
  const { income, gap, difference } = figures
  return [
    ...(income === null ? [] : [{ name: `${name}, income ${when}`, figure: income }]),
    ...(gap === null
      ? []
      : [{ name: `${name}, ${gapNames[gap.kind]} ${when}`, figure: gap.figure }]),
    ...(difference === null
      ? []
      : [{ name: `${name}, against today ${when}`, figure: difference }]),
  ]
}

const strategyFigures = (name: string, row: StrategyStatement): readonly Explained[] =>
  marketNames.flatMap((market) => {
    const where = `in ${market} markets`
    const phases = row.phases(market)
    // Good markets are in the picture alone, without goal and difference.
    const isCompared = market !== 'good'
    if (phases.length < 2)
      return momentOf(name, where, {
        income: row.incomes[market],
        gap: isCompared ? row.gaps[market] : null,
        difference: isCompared ? row.differences[market] : null,
      })
    const differences = row.phaseDifferences(market)
    return phases.flatMap((phase, index) =>
      momentOf(name, `${where} ${phaseWords(phase, index === 0)}`, {
        income: phase.income,
        gap: isCompared ? phase.gap : null,
        difference: isCompared ? (differences[index] ?? null) : null,
      }),
    )
  })

/** What pays today's income in its first year, and what is kept where that is another amount than the income. */
const firstYear = (
  { lead, names }: Pick<ReportFacts, 'lead' | 'names'>,
  row: StrategyStatement,
): readonly Explained[] => {
  const course = row.course('average')
  const year = pictureOf(course)?.years[0] ?? null
  const { average: income } = row.incomes
  if (course.kind !== 'yearly' || year === null || income === null) return []
  const name = names[row.role]
  if (!isSameAmount(year.keeps, income))
    return row === lead
      ? [{ name: `${name}, what you keep at ${year.age}`, figure: year.keeps }]
      : []
  if (row.role !== 'today') return []
  const tax = year.tax === null ? [] : [{ name: `${name}, tax at ${year.age}`, figure: year.tax }]
  return [
    ...year.sources.map(({ label, figure }) => ({
      name: `${name}, ${label} at ${year.age}`,
      figure,
    })),
    ...tax,
  ].filter(({ figure }) => signOf(figure) !== 0)
}

/** The dollar figures of the first page, each once. */
export const explainedFigures = (
  facts: Pick<ReportFacts, 'rows' | 'names' | 'goal' | 'lead'>,
): readonly Explained[] => {
  const { rows, names, goal } = facts
  const all = [
    ...(goal === null ? [] : [{ name: 'Your goal', figure: goal.figure }]),
    ...rows.flatMap((row) => {
      const name = names[row.role]
      const own = row.goal === null ? [] : [{ name: `${name}, goal`, figure: row.goal.figure }]
      return [...own, ...strategyFigures(name, row), ...firstYear(facts, row)]
    }),
  ]
  const ids = all.map(({ figure }) => figure.id)
  return all.filter(({ figure }, index) => ids.indexOf(figure.id) === index)
}

/** How each dollar figure of the first page is made; false without figures. */
export const figuresPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { mask, names } = facts
  const figures = explainedFigures(facts)
  if (figures.length === 0) return false
  // Figures within the arithmetic are no figures of the report.
  const { writer, write } = createWriter()
  sheet.text(
    `The dollar figures of “${firstPageTitle}”, from the service’s answer to the shown amount. “Plan” means ${names.plan.toLowerCase()}. A figure without unit and period has those of the one above it.`,
    note,
  )
  figures.forEach(({ name, figure }, index) => {
    const lines = explain(figure, writer)
    const isAsAbove = figures[index - 1]?.figure.basis === figure.basis
    const fields = lines.filter(({ label }) => label === 'Answer field')
    const others = lines.filter(
      ({ label }) => label !== 'Answer field' && !(label === 'Unit, period' && isAsAbove),
    )
    sheet.room(40)
    const title = `${name}: ${write(figure)}`
    sheet.text(mask(title), { size: 8.4, weight: 'bold', leading: 11, above: 6 })
    const words = [figure.sentence, ...others.map(({ label, text }) => `${label}: ${text}`)]
    sheet.text(mask(words.join('\n')), explanation)
    sheet.text(mask(fields.map(({ text }) => text).join('; ')), field)
  })
  return true
}
