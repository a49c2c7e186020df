import { explain } from '#shared/strategy/statement/explain.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { said } from '#shared/strategy/statement/said.ts'
import { idOf } from '#shared/strategy/statement/side.ts'
import type { ReportFacts } from './facts.ts'
import { createWriter, paperWriter } from './figures.ts'
import { ink, note } from './ink.ts'
import { plainText } from './printed.ts'
import type { Sheet } from './sheet.ts'

const explanation = { size: 6.6, color: ink.soft, leading: 8.4 } as const
const between = 2.5

/** The name of the strategy that a figure belongs to; empty if it belongs to none. */
const strategyName = ({ rows, scenarios, names }: ReportFacts, { id }: Figure): string => {
  const named = [
    ...rows.map((row) => ({ name: names[row.role], row })),
    ...scenarios.map(({ name, row }) => ({ name, row })),
  ]
  return named.find(({ row }) => row !== null && id.startsWith(idOf(row.side)))?.name ?? ''
}

/** True if a figure is computed only from other figures, so that it has their unit and period. */
const isDerived = ({ steps }: Figure): boolean =>
  steps.every(({ origin }) => origin.from === 'figure' || origin.from === 'constant') &&
  steps.some(({ origin }) => origin.from === 'figure')

/** How a figure is computed, in words; `basis` is the unit and period, or empty if they were already given. */
const wordsOf = (figure: Figure, shown: string, basis: string) =>
  [
    figure.sentence,
    ...explain(figure, paperWriter).flatMap(({ label, text }) => {
      if (label === 'Arithmetic') return text === shown ? [] : [`${text}.`]
      if (label === 'Unit, period') return basis === '' ? [] : [basis]
      if (label === 'Rule') return [text]
      return label === 'Answer field' ? [] : [`${label}: ${text}.`]
    }),
  ].join(' ')

/** The fields of the service’s answer that a figure comes from, by their raw paths; empty if there are none. */
const fieldsOf = (figure: Figure): string =>
  explain(figure, paperWriter)
    .flatMap(({ label, text }) => (label === 'Answer field' ? [text] : []))
    .join('; ')

/**
 * Draws how each figure of the report is computed, in the order of the report's parts, and then an appendix with the raw
 * paths; returns false if there are no figures.
 */
export const figuresPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const parts = facts.noted.all()
  if (parts.length === 0) return false
  // Figures that appear only in an explanation do not count as the report's figures, so this writer
  // records none.
  const { write } = createWriter()
  sheet.text(
    'Each figure of this report under the part where it first stands, from the service’s answer to the shown amount. An appendix names the fields of that answer. In tables by age, by fund and by kind of investment the first row is explained; the other rows are read the same way. A figure made of others has their unit and period, one without them those of the one above it.',
    note,
  )
  const draw = (figure: Figure, words: string) => {
    const name = strategyName(facts, figure)
    const first = said`${write(figure)}${name && `, ${name}`}.`
    const paragraph = sheet.paragraph(first, words, explanation)
    sheet.block('p', paragraph.height + between, '', (top) => paragraph.at(top + explanation.size))
  }
  for (const { title, figures } of parts) {
    sheet.heading(title, 40)
    let basisBefore = ''
    for (const figure of figures) {
      const basis = isDerived(figure) || figure.basis === basisBefore ? '' : figure.basis
      basisBefore = isDerived(figure) ? basisBefore : figure.basis
      draw(figure, wordsOf(figure, plainText(write(figure)), basis))
    }
  }
  const inAnswer = parts
    .flatMap(({ figures }) => figures)
    .map((figure) => ({ figure, fields: fieldsOf(figure) }))
    .filter(({ fields }) => fields !== '')
  if (inAnswer.length > 0) sheet.heading('Technical appendix: fields of the service’s answer', 40)
  for (const { figure, fields } of inAnswer) draw(figure, `${fields}.`)
  return true
}
