import { clientStory } from '#shared/strategy/outlook/client-words.ts'
import { changeRows, ownRate } from './changes.ts'
import { needFor, picturedOf, rowOf, undrawnWords } from './facts.ts'
import type { ReportFacts, Role } from './facts.ts'
import { dollars, ordinal, percent } from './figures.ts'
import { basisOfIncome, drawIncome, incomeView, type IncomeView } from './income.ts'
import { ink, roleInk, small } from './ink.ts'
import { drawOutlook } from './outlook-picture.ts'
import { sentWords } from './sent.ts'
import { box, rowHeight, type Sheet } from './sheet.ts'

/** A doubt about the input stands below the headline in ink, like a figure. */
const doubtful = { size: 9.4, weight: 'bold', leading: 12.5 } as const

const captionOf = (facts: ReportFacts, role: Role) => {
  const rate = ownRate(facts, role)
  const changes = role === 'plan' ? facts.phrases : []
  const saving = rate === null ? [] : [`saving ${percent(rate)}`]
  const words = changes.length > 0 ? changes : saving
  return words.length === 0 ? 'a month' : `a month · ${words.join(', ')}`
}

const boxes = (sheet: Sheet, facts: ReportFacts) => {
  const { rows, names } = facts
  if (rows.length === 0) return
  const gap = 10
  const width = (sheet.inner - gap * (rows.length - 1)) / rows.length
  const caption = { size: 8, color: ink.soft } as const
  const contents = rows.map(({ role, outlook: { typical } }) => ({
    role,
    amount: typical === null ? 'not known' : dollars(typical.month),
    size: typical === null ? 12 : 16.5,
    lines: sheet.wrap(captionOf(facts, role), width - 22, caption),
  }))
  const height = 50 + Math.max(...contents.map(({ lines }) => lines.length)) * 10.5
  const alt = contents.map(
    ({ role, amount, lines }) => `${names[role]}: ${amount} ${lines.join(' ')}.`,
  )
  sheet.space(12)
  sheet.block('p', height, alt.join(' '), (top) =>
    contents.map(({ role, amount, size, lines }, index) => {
      const left = sheet.left + index * (width + gap)
      const text = left + 11
      const look =
        role === 'plan'
          ? { stroke: roleInk.plan.strong, strokeWidth: 1.5 }
          : { stroke: ink.strong, strokeWidth: 0.75 }
      return [
        box([left, top, width, height], { ...look, radius: 6 }),
        sheet.line(names[role].toUpperCase(), text, top + 16, small),
        sheet.line(amount, text, top + 36, { size, weight: 'bold' }),
        ...lines.map((words, line) => sheet.line(words, text, top + 50 + line * 10.5, caption)),
      ]
    }),
  )
}

/** `What you chose, average markets (50th percentile of the simulated outcomes)`. */
export const basisWords = (
  { names }: Pick<ReportFacts, 'names'>,
  role: Role,
  percentile: number | null,
): string =>
  `${names[role]}, average markets${percentile === null ? '' : ` (${ordinal(percentile)} percentile of the simulated outcomes)`}`

/** Shown if the chart leaves another amount than the income above it, `month`; else empty. */
const apartWords = (view: IncomeView, month: number) => {
  const basis = basisOfIncome(view, month)
  if (basis === 'afterTaxes') return ''
  const kept = `what you keep at ${view.ages[0] ?? 0} is ${dollars(view.net[0] ?? 0)}`
  return basis === 'beforeTaxes'
    ? ` The income of ${dollars(month)} is before taxes: ${kept}.`
    : ` The service puts the income at ${dollars(month)}; by its sources, ${kept}.`
}

export const changesTable = (
  sheet: Sheet,
  { names }: Pick<ReportFacts, 'names'>,
  role: Role,
  changes: ReturnType<typeof changeRows>,
): void => sheet.table(['', 'Today', names[role], 'Difference'], [0.3, 0.26, 0.28], changes)

const scenarioWords = (sheet: Sheet, { plan, names, withNote, mask }: ReportFacts) => {
  const { name = '', note = '' } = plan?.scenario ?? {}
  const lines = [
    name === '' ? '' : `${names.plan}: ${name}`,
    ...(withNote ? note.split('\n') : []),
  ].filter((line) => line.trim() !== '')
  if (lines.length > 0) sheet.space(6)
  for (const line of lines) sheet.text(mask(line), { size: 9, color: ink.soft, leading: 12.5 })
}

/** The pictured strategy's income by source; leaves room for the table of `changes`, as far as it stays readable. */
const incomePicture = (sheet: Sheet, facts: ReportFacts, bottom: number, changes: number) => {
  const pictured = picturedOf(facts)
  if (pictured === null) {
    const words = undrawnWords(facts, 'today').trim()
    if (words !== '') sheet.text(words, { ...small, above: 8 })
    return
  }
  const { role, strategy } = pictured
  const view = incomeView(strategy, facts.choice.typical, facts.mappings)
  if (view === null) return
  const income = rowOf(facts, role)?.outlook.typical ?? null
  const apart = income === null ? '' : apartWords(view, income.month)
  sheet.heading('Where the money comes from, month by month', 150)
  sheet.text(
    `${basisWords(facts, role, income?.percentile ?? null)}.${apart}${undrawnWords(facts, role)}`,
    small,
  )
  sheet.space(3)
  const left = bottom - sheet.y() - (changes + 1) * rowHeight - 36
  drawIncome(sheet, view, needFor(facts, role), Math.min(165, Math.max(112, left)))
}

export const firstPage = (sheet: Sheet, facts: ReportFacts, bottom: number): void => {
  const { rows, need } = facts
  const story = clientStory({
    rows,
    need,
    phrases: facts.phrases,
    shareOfSalary: facts.shareOfSalary,
    comparesPoor: facts.approximation.length === 0,
    planName: facts.names.plan,
    figures: { dollars, percent },
  })
  sheet.text(story.headline, { role: 'h1', size: 19, weight: 'bold', leading: 23.5 })
  sheet.text(story.lead, { size: 10.3, color: ink.soft, leading: 15.2, above: 5 })
  for (const doubt of facts.doubts) sheet.text(`Doubtful: ${doubt}`, { ...doubtful, above: 4 })
  for (const line of facts.approximation)
    sheet.text(facts.mask(line), { size: 8.6, color: ink.soft, leading: 11.5, above: 4 })
  const about = sentWords(facts)
  if (about !== '') sheet.text(about, { size: 10.3, weight: 'bold', leading: 15.2, above: 5 })
  scenarioWords(sheet, facts)
  boxes(sheet, facts)
  if (rows.some(({ outlook }) => outlook.typical !== null)) {
    sheet.heading('How it holds in poor, typical and good markets', 90)
    const bars = rows.map((row) => ({ ...row, name: facts.names[row.role] }))
    drawOutlook(sheet, { rows: bars, need, nameWidth: 98 })
  }
  const role: Role = facts.plan === null && facts.sent === null ? 'recommended' : 'plan'
  const changes = changeRows(facts, role)
  incomePicture(sheet, facts, bottom, changes.length)
  if (facts.strategies[role] === null || changes.length === 0) return
  sheet.heading('What changes')
  changesTable(sheet, facts, role, changes)
}
