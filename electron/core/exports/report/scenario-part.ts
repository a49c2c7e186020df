import type { OutlookRow } from '#shared/strategy/outlook/outlook.ts'
import { inputChanges } from './changes.ts'
import { rowOf, type ReportFacts } from './facts.ts'
import { dollars, ordinal, said, signed, unknown } from './figures.ts'
import { note } from './ink.ts'
import { drawOutlook } from './outlook-picture.ts'
import type { Sheet } from './sheet.ts'

interface Line {
  readonly name: string
  readonly values: readonly string[]
}

const nameOf =
  ({ names }: ReportFacts) =>
  ({ name, isChosen }: ReportFacts['scenarios'][number]) =>
    isChosen ? `${names.plan}: ${name}` : name

/** Percent above dollars, with the year in the name: a column holds no more. */
const yearly = ({ name, values }: Line): Line =>
  values.some((value) => value.includes(' · '))
    ? {
        name: `${name}, a year`,
        values: values.map((value) => value.replace(' · ', '\n').replace(' a year', '')),
      }
    : { name, values }

/** The inputs of each forecast; a value that only one changes is today’s in the others. */
const inputLines = (facts: ReportFacts): readonly Line[] => {
  const each = facts.scenarios.map(({ strategy, row, saved: { inputs, claim } }) =>
    inputChanges(facts, { strategy, row, inputs, claim }),
  )
  const all = each.flat()
  return [...new Set(all.map(([name]) => name))].map((name) => {
    const before = all.find((row) => row[0] === name)?.[1] ?? unknown
    const after = each.map((rows) => rows.find((row) => row[0] === name)?.[2] ?? before)
    return { name, values: [before, ...after] }
  })
}

const leading = 'Typical markets, a month'

const resultLines = (facts: ReportFacts, today: OutlookRow | null): readonly Line[] => {
  const rows = [today, ...facts.scenarios.map(({ row }) => row)]
  const line = (name: string, write: (row: OutlookRow) => string): Line => ({
    name,
    values: rows.map((row) => said(row, write)),
  })
  const market = (name: string, which: 'poor' | 'typical' | 'good'): Line =>
    line(name, ({ outlook }) =>
      said(outlook[which], ({ between, month }) => `${between ? 'about ' : ''}${dollars(month)}`),
    )
  const gap = (name: string, which: 'poorGap' | 'typicalGap'): Line =>
    line(name, ({ verdict }) => (verdict[which] === 0 ? dollars(0) : signed(verdict[which])))
  const needs = line('The need, a month', ({ need }) => dollars(need?.month ?? null))
  return [
    market(leading, 'typical'),
    line('Against today', ({ more }) => signed(more)),
    market('Poor markets, a month', 'poor'),
    market('Good markets, a month', 'good'),
    ...(new Set(needs.values).size > 1 ? [needs] : []),
    gap('Against the need, typical', 'typicalGap'),
    gap('Against the need, poor', 'poorGap'),
  ].filter(({ values }) => values.some((value) => value !== unknown))
}

const notes = (sheet: Sheet, { scenarios, mask }: ReportFacts) => {
  const noted = scenarios.filter(({ saved, isChosen }) => !isChosen && saved.scenario?.note)
  if (noted.length > 0) sheet.heading('Notes')
  for (const { name, saved } of noted)
    sheet.text(`${name}: ${mask(saved.scenario?.note ?? '')}`, note)
}

/** False without a scenario beside the choice: a single one is on the first page. */
export const scenariosPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { scenarios, compared, need, choice } = facts
  if (compared.length === 0) return false
  const today = rowOf(facts, 'today')
  const names = [
    ...(facts.today === null ? [] : [facts.names.today]),
    ...scenarios.map(nameOf(facts)),
  ]
  const labelShare = names.length > 4 ? 0.22 : 0.3
  sheet.text(
    `Dollars a month in retirement: typical markets are the ${ordinal(choice.typical)} percentile of the simulated outcomes, poor ones the ${ordinal(choice.cautious)}, good ones the ${ordinal(100 - choice.cautious)}, or the nearest one sent.`,
    note,
  )
  const bars = [
    ...(today === null ? [] : [{ ...today, name: facts.names.today }]),
    ...scenarios.flatMap((scenario) =>
      scenario.row === null ? [] : [{ ...scenario.row, name: nameOf(facts)(scenario) }],
    ),
  ]
  if (bars.some(({ outlook }) => outlook.typical !== null)) {
    sheet.heading('How each holds in poor, typical and good markets', 90)
    drawOutlook(sheet, { rows: bars, need, nameWidth: 170 })
  }
  const shown = ({ values }: Line): readonly string[] => values.slice(facts.today === null ? 1 : 0)
  const inputs = inputLines(facts)
  const same = inputs.filter((line) => new Set(shown(line)).size < 2)
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
    const words = same.map((line) => `${line.name} ${shown(line)[0] ?? unknown}`)
    sheet.text(`The same in all: ${words.join('; ')}.`, { ...note, above: 8 })
  }
  if (facts.withNote) notes(sheet, facts)
  return true
}
