import type { Mark } from '#shared/report/page-model.ts'
import { clientStory } from '#shared/strategy/client-words.ts'
import { changeRows, ownRate } from './changes.ts'
import {
  needFor,
  picturedOf,
  roleNames,
  undrawnWords,
  type ReportFacts,
  type Role,
} from './facts.ts'
import { dollars, ordinal, percent } from './figures.ts'
import { drawIncome } from './income-picture.ts'
import { basisOfIncome, incomeView, type IncomeView } from './income-view.ts'
import { ink, roleInk } from './ink.ts'
import { drawOutlook } from './outlook-picture.ts'
import { box, rowHeight, type Sheet } from './sheet.ts'

const small = { size: 7.8, color: ink.muted } as const

export const heading = (sheet: Sheet, text: string, keepWith = 60): void => {
  sheet.room(keepWith + 30)
  sheet.space(16)
  sheet.text('h2', text, { size: 10.2, weight: 'bold', leading: 14 })
  sheet.space(4)
}

/** The caption under a strategy's dollars: its savings, and its changes. */
const captionOf = (facts: ReportFacts, role: Role): string => {
  const rate = ownRate(facts, role)
  const saving = rate === null ? '' : `saving ${percent(rate)}`
  const parts = role === 'plan' ? facts.phrases : []
  const words = parts.length > 0 ? parts : saving === '' ? [] : [saving]
  return words.length === 0 ? 'a month' : `a month · ${words.join(', ')}`
}

const boxes = (sheet: Sheet, facts: ReportFacts): void => {
  const { rows } = facts
  if (rows.length === 0) return
  const gap = 10
  const width = (sheet.inner - gap * (rows.length - 1)) / rows.length
  const caption = { size: 8, color: ink.soft } as const
  const contents = rows.map(({ role, outlook }) => ({
    role,
    amount: outlook.typical === null ? 'not known' : dollars(outlook.typical.month),
    lines: sheet.wrap(captionOf(facts, role), width - 22, caption),
  }))
  const height = 50 + Math.max(...contents.map(({ lines }) => lines.length)) * 10.5
  const alt = contents
    .map(({ role, amount, lines }) => `${roleNames[role]}: ${amount} ${lines.join(' ')}.`)
    .join(' ')
  sheet.space(12)
  sheet.block('p', height, alt, (top) =>
    contents.flatMap(({ role, amount, lines }, index): readonly Mark[] => {
      const left = sheet.left + index * (width + gap)
      const isLead = role === 'plan'
      return [
        {
          ...box(left, top, width, height),
          stroke: isLead ? roleInk.plan.strong : ink.strong,
          strokeWidth: isLead ? 1.5 : 0.75,
          radius: 6,
        },
        sheet.line(roleNames[role].toUpperCase(), left + 11, top + 16, small),
        sheet.line(amount, left + 11, top + 36, {
          size: amount === 'not known' ? 12 : 16.5,
          weight: 'bold',
        }),
        ...lines.map((text, line) => sheet.line(text, left + 11, top + 50 + line * 10.5, caption)),
      ]
    }),
  )
}

/** `What you chose, typical markets (50th percentile)`. */
export const basisWords = (role: Role, name: string, percentile: number | null): string =>
  `${roleNames[role]}, ${name} markets${percentile === null ? '' : ` (${ordinal(percentile)} percentile of the simulated outcomes)`}`

const typicalOf = ({ rows }: ReportFacts, role: Role): number | null =>
  rows.find((row) => row.role === role)?.outlook.typical?.percentile ?? null

/** Shown if the chart leaves another amount than the income above it; else empty. */
const apartWords = ({ rows }: ReportFacts, role: Role, view: IncomeView): string => {
  const month = rows.find((row) => row.role === role)?.outlook.typical?.month
  const basis = month === undefined ? 'afterTaxes' : basisOfIncome(view, month)
  if (basis === 'afterTaxes' || month === undefined) return ''
  const kept = `what you keep at ${view.ages[0] ?? 0} is ${dollars(view.net[0] ?? 0)}`
  return basis === 'beforeTaxes'
    ? ` The income of ${dollars(month)} is before taxes: ${kept}.`
    : ` The service puts the income at ${dollars(month)}; by its sources, ${kept}.`
}

export const changesTable = (sheet: Sheet, facts: ReportFacts, role: Role): void => {
  const rows = changeRows(facts, role)
  sheet.table(
    [
      { label: '', share: 0.3, align: 'left' },
      { label: 'Today', share: 0.26, align: 'right' },
      { label: roleNames[role], share: 0.28, align: 'right' },
      { label: 'Difference', share: 0.16, align: 'right' },
    ],
    rows.map(({ name, before, after, difference }) => ({
      cells: [name, before, after, difference],
    })),
  )
}

/** The advisor's name for the plan, and their note if that was ticked. */
const scenarioWords = (sheet: Sheet, { plan, withNote, mask }: ReportFacts): void => {
  const { name = '', note = '' } = plan?.scenario ?? {}
  const lines = [
    ...(name === '' ? [] : [`${roleNames.plan}: ${name}`]),
    ...(withNote ? note.split('\n').filter((line) => line.trim() !== '') : []),
  ]
  if (lines.length === 0) return
  sheet.space(6)
  for (const line of lines) sheet.text('p', mask(line), { size: 9, color: ink.soft, leading: 12.5 })
}

/** The first page: one sentence, each strategy's income, its safety, its sources, and the changes. */
export const firstPage = (sheet: Sheet, facts: ReportFacts, bottom: number): void => {
  const figures = { dollars, percent }
  const story = clientStory({
    rows: facts.rows,
    phrases: facts.phrases,
    need: facts.need,
    shareOfSalary: facts.shareOfSalary,
    comparesPoor: facts.approximation.length === 0,
    figures,
  })
  sheet.text('h1', story.headline, { size: 19, weight: 'bold', leading: 23.5 })
  sheet.space(5)
  sheet.text('p', story.lead, { size: 10.3, color: ink.soft, leading: 15.2 })
  for (const line of facts.approximation) {
    sheet.space(4)
    sheet.text('p', facts.mask(line), { size: 8.6, color: ink.soft, leading: 11.5 })
  }
  scenarioWords(sheet, facts)
  boxes(sheet, facts)
  if (facts.rows.some(({ outlook }) => outlook.typical !== null)) {
    heading(sheet, 'How it holds in poor, typical and good markets', 90)
    drawOutlook(sheet, {
      rows: facts.rows.map((row) => ({ ...row, name: roleNames[row.role] })),
      need: facts.need,
      nameWidth: 98,
    })
  }
  const role: Role = facts.plan === null ? 'recommended' : 'plan'
  const changes = changeRows(facts, role)
  const pictured = picturedOf(facts)
  const view =
    pictured === null ? null : incomeView(pictured.strategy, facts.choice.typical, facts.mappings)
  if (pictured !== null && view !== null) {
    heading(sheet, 'Where the money comes from, month by month', 150)
    const basis = `${basisWords(pictured.role, 'typical', typicalOf(facts, pictured.role))}.${apartWords(facts, pictured.role, view)}${undrawnWords(facts, pictured.role)}`
    sheet.text('p', basis, { ...small, leading: 11 })
    sheet.space(3)
    // The table gets the room it needs, as far as the chart stays readable.
    const left = bottom - sheet.y() - (changes.length + 1) * rowHeight - 36
    drawIncome(sheet, view, needFor(facts, pictured.role), Math.min(165, Math.max(112, left)))
  }
  if (facts.strategies[role] === null || changes.length === 0) return
  heading(sheet, 'What changes')
  changesTable(sheet, facts, role)
}
