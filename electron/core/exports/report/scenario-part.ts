import type { OutlookRow } from '#shared/strategy/outlook.ts'
import { inputChanges } from './changes.ts'
import { roleNames, type ReportFacts, type ReportScenario } from './facts.ts'
import { dollars, ordinal, signed, unknown } from './figures.ts'
import { heading } from './first-page.ts'
import { ink } from './ink.ts'
import { drawOutlook } from './outlook-picture.ts'
import type { Sheet, TableColumn } from './sheet.ts'

/** The scenarios side by side: the range of each, the inputs that differ, and the results. */

const note = { size: 8.6, color: ink.soft, leading: 12.4 } as const

/** A line of a table: its name, and a value for today and for each scenario. */
interface Line {
  readonly name: string
  readonly values: readonly string[]
  readonly isLead?: boolean
}

const nameOf = ({ name, isChosen }: ReportScenario): string =>
  isChosen ? `${roleNames.plan}: ${name}` : name

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
  const each = facts.scenarios.map(({ strategy, row, saved }) =>
    inputChanges(facts, { strategy, row, inputs: saved.inputs, claim: saved.claim }),
  )
  const names = [...new Set(each.flat().map(({ name }) => name))]
  return names.map((name) => {
    const before = each.flat().find((row) => row.name === name)?.before ?? unknown
    return {
      name,
      values: [
        before,
        ...each.map((rows) => rows.find((row) => row.name === name)?.after ?? before),
      ],
    }
  })
}

const resultLines = (facts: ReportFacts, today: OutlookRow | null): readonly Line[] => {
  const rows = [today, ...facts.scenarios.map(({ row }) => row)]
  const month = (market: 'poor' | 'typical' | 'good') =>
    rows.map((row) => {
      const income = row?.outlook[market] ?? null
      return income === null ? unknown : `${income.between ? 'about ' : ''}${dollars(income.month)}`
    })
  const gap = (which: 'poorGap' | 'typicalGap') =>
    rows.map((row) => {
      const dollarsOver = row?.verdict[which] ?? null
      return dollarsOver === 0 ? dollars(0) : signed(dollarsOver)
    })
  const needs = rows.map((row) =>
    row === null || row.need === null ? unknown : dollars(row.need.month),
  )
  return [
    { name: 'Typical markets, a month', values: month('typical'), isLead: true },
    {
      name: 'Against today',
      values: rows.map((row) => (row === null ? unknown : signed(row.more))),
    },
    { name: 'Poor markets, a month', values: month('poor') },
    { name: 'Good markets, a month', values: month('good') },
    {
      name: 'The need, a month',
      values: new Set(needs).size > 1 ? needs : rows.map(() => unknown),
    },
    { name: 'Against the need, typical', values: gap('typicalGap') },
    { name: 'Against the need, poor', values: gap('poorGap') },
  ].filter(({ values }) => values.some((value) => value !== unknown))
}

/** False without a scenario beside the choice: a single one is on the first page. */
export const scenariosPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { scenarios, compared, need, choice } = facts
  if (compared.length === 0) return false
  const today = facts.rows.find(({ role }) => role === 'today') ?? null
  const hasToday = facts.today !== null
  const many = scenarios.length + (hasToday ? 1 : 0)
  const labelShare = many > 4 ? 0.22 : 0.3
  const share = (1 - labelShare) / many
  const columns: readonly TableColumn[] = [
    { label: '', share: labelShare, align: 'left' },
    ...(hasToday ? [{ label: roleNames.today, share, align: 'right' } as const] : []),
    ...scenarios.map((scenario) => ({ label: nameOf(scenario), share, align: 'right' }) as const),
  ]
  sheet.text(
    'p',
    `Dollars a month in retirement: typical markets are the ${ordinal(choice.typical)} percentile of the simulated outcomes, poor ones the ${ordinal(choice.cautious)}, good ones the ${ordinal(100 - choice.cautious)}, or the nearest one sent.`,
    note,
  )
  const bars = [
    ...(today === null ? [] : [{ ...today, name: roleNames.today }]),
    ...scenarios.flatMap((scenario) =>
      scenario.row === null ? [] : [{ ...scenario.row, name: nameOf(scenario) }],
    ),
  ]
  if (bars.some(({ outlook }) => outlook.typical !== null)) {
    heading(sheet, 'How each holds in poor, typical and good markets', 90)
    drawOutlook(sheet, { rows: bars, need, nameWidth: 170 })
  }
  const inputs = inputLines(facts)
  const shown = ({ values }: Line): readonly string[] => values.slice(hasToday ? 0 : 1)
  const differing = inputs.filter((line) => new Set(shown(line)).size > 1)
  const same = inputs.filter((line) => !differing.includes(line))
  heading(sheet, 'What each brings, and what differs', 140)
  sheet.table(
    columns,
    [...resultLines(facts, today), ...differing.map(yearly)].map((line) => ({
      isLead: line.isLead === true,
      cells: [line.name, ...shown(line)],
    })),
  )
  if (same.length > 0) {
    sheet.space(8)
    const words = same.map((line) => `${line.name} ${shown(line)[0] ?? unknown}`)
    sheet.text('p', `The same in all: ${words.join('; ')}.`, note)
  }
  if (!facts.withNote) return true
  const noted = scenarios.filter(({ saved, isChosen }) => !isChosen && saved.scenario?.note)
  if (noted.length > 0) heading(sheet, 'Notes')
  for (const { name, saved } of noted)
    sheet.text('p', `${name}: ${facts.mask(saved.scenario?.note ?? '')}`, note)
  return true
}
