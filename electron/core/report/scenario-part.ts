import type { Market } from '#shared/strategy/statement/incomes.ts'
import { isInPhases, type Phase } from '#shared/strategy/statement/years/phases.ts'
import { said, separated, signed, type Said } from '#shared/strategy/statement/said.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import {
  gapWords,
  phaseGapWords,
  phaseIncome,
  phaseWords,
} from '#shared/strategy/statement/words/advisor-words.ts'
import { inputChanges } from './changes.ts'
import { rowOf, type ReportFacts } from './facts.ts'
import { dash, ordinal } from './figures.ts'
import { note } from './ink.ts'
import { barsOf, drawOutlook } from './outlook-chart.ts'
import { plainText, type Words } from './printed.ts'
import type { Sheet } from './sheet.ts'

interface Line {
  readonly name: string
  readonly values: readonly Words[]
}

const nameOf =
  ({ names }: ReportFacts) =>
  ({ name, isChosen }: ReportFacts['scenarios'][number]) =>
    isChosen ? `${names.plan}: ${name}` : name

/** Puts percent above dollars, and the year into the row's name, because a column is too narrow for all of it. */
const yearly = ({ name, values }: Line): Line =>
  values.some((value) => plainText(value).includes(' · '))
    ? {
        name: `${name}, a year`,
        values: values.map((value) =>
          said`${value}`.map((part) =>
            typeof part === 'string' ? part.replace(' · ', '\n').replace(' a year', '') : part,
          ),
        ),
      }
    : { name, values }

/** The inputs of each forecast. If only one forecast changes a value, the others show today’s value. */
const inputLines = (facts: ReportFacts): readonly Line[] => {
  const each = facts.scenarios.map(({ row, saved: { inputs, claim } }) =>
    inputChanges(facts, {
      before: rowOf(facts, 'today'),
      side: row?.side ?? null,
      row,
      inputs,
      claim,
    }),
  )
  const all = each.flat()
  return [...new Set(all.map(([name]) => name))].map((name) => {
    const before = all.find((row) => row[0] === name)?.[1] ?? dash
    const after = each.map((rows) => rows.find((row) => row[0] === name)?.[2] ?? before)
    return { name, values: [before, ...after] }
  })
}

const areOther = (values: readonly Words[]) => new Set(values.map(plainText)).size > 1

const leading = 'Average markets, a month'

/** Returns a figure for each phase of a strategy, or its only figure if it has no phases. */
const byPhase = (
  row: StrategyStatement,
  market: Market,
  only: Said,
  read: (phase: Phase) => Said,
): readonly Said[] => {
  const phases = row.phases(market)
  return !isInPhases(phases)
    ? [only]
    : phases.map((phase, index) => said`${read(phase)} ${phaseWords(phase, index === 0)}`)
}

const resultLines = (facts: ReportFacts, today: StrategyStatement | null): readonly Line[] => {
  const rows = [today, ...facts.scenarios.map(({ row }) => row)]
  const line = (name: string, tell: (row: StrategyStatement) => readonly Said[]): Line => ({
    name,
    values: rows.map((row) => {
      const told = row === null ? [] : separated(tell(row).map(facts.tell), '\n')
      return told.length === 0 ? dash : told
    }),
  })
  const income = (name: string, market: Market): Line =>
    line(name, (row) => byPhase(row, market, said`${row.incomes[market]}`, phaseIncome))
  const gap = (name: string, market: Market): Line =>
    line(name, (row) => {
      const only = row.gaps[market]
      return byPhase(row, market, only === null ? [] : gapWords(only), phaseGapWords)
    })
  const difference = (row: StrategyStatement, index: number): Said => {
    const figure = !isInPhases(row.phases('average'))
      ? row.differences.average
      : (row.phaseDifferences('average')[index] ?? null)
    return figure === null ? [] : said`${signed(figure)}`
  }
  const goals = line('Your goal, a month', ({ goal }) => [said`${goal?.figure ?? null}`])
  return [
    income(leading, 'average'),
    line('Against today', (row) => {
      const phases = row.phases('average')
      return !isInPhases(phases)
        ? [difference(row, 0)]
        : phases.map(
            (phase, index) =>
              said`${phase.least && 'at least '}${difference(row, index)} ${phaseWords(phase, index === 0)}`,
          )
    }),
    income('Poor markets, a month', 'poor'),
    income('Good markets, a month', 'good'),
    ...(areOther(goals.values) ? [goals] : []),
    gap('Against the goal, average', 'average'),
    gap('Against the goal, poor', 'poor'),
  ].filter(({ values }) => values.some((value) => plainText(value) !== dash))
}

const notes = (sheet: Sheet, { scenarios, mask }: ReportFacts) => {
  const noted = scenarios.filter(({ saved, isChosen }) => !isChosen && saved.scenario?.note)
  if (noted.length > 0) sheet.heading('Notes')
  for (const { name, saved } of noted)
    sheet.text(`${name}: ${mask(saved.scenario?.note ?? '')}`, note)
}

/**
 * Draws the scenarios; returns false unless there are several, because a single scenario is on the
 * first page.
 */
export const scenariosPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { scenarios, compared, goal, choice } = facts
  if (compared.length === 0) return false
  const today = rowOf(facts, 'today')
  const names = [
    ...(facts.today === null ? [] : [facts.names.today]),
    ...scenarios.map(nameOf(facts)),
  ]
  const labelShare = names.length > 4 ? 0.22 : 0.3
  sheet.text(
    `Dollars a month in retirement: average markets are the ${ordinal(choice.average)} percentile of the simulated outcomes, poor ones the ${ordinal(choice.poor)}, good ones the ${ordinal(100 - choice.poor)}, or the nearest one sent.`,
    note,
  )
  const bars = [
    ...(today === null ? [] : barsOf(today, facts.names.today)),
    ...scenarios.flatMap((scenario) =>
      scenario.row === null ? [] : barsOf(scenario.row, nameOf(facts)(scenario)),
    ),
  ]
  if (bars.some(({ incomes }) => incomes.average !== null)) {
    sheet.heading('How each holds in poor, average and good markets', 90)
    drawOutlook(sheet, {
      rows: bars,
      goal: goal?.figure ?? null,
      nameWidth: 170,
      write: facts.write,
    })
  }
  const shown = ({ values }: Line): readonly Words[] => values.slice(facts.today === null ? 1 : 0)
  const inputs = inputLines(facts)
  const same = inputs.filter((line) => !areOther(shown(line)))
  const differing = inputs.filter((line) => !same.includes(line))
  sheet.heading('What each brings, and what differs', 140)
  const lines = [...resultLines(facts, today), ...differing.map(yearly)]
  sheet.table(
    ['', ...names],
    [labelShare],
    lines.map((line) => [line.name, ...shown(line)]),
    { lead: lines.findIndex(({ name }) => name === leading) },
  )
  if (same.length > 0) {
    const words = same.map((line) => said`${line.name} ${shown(line)[0] ?? dash}`)
    sheet.text(said`The same in all: ${separated(words, '; ')}.`, { ...note, above: 8 })
  }
  if (facts.withNote) notes(sheet, facts)
  return true
}
