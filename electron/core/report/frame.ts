import { disclosureOf } from '#shared/report/report-settings.ts'
import { maskIdentifier } from '#shared/receipt/masker.ts'
import type { Mark } from '#shared/report/page-model.ts'
import type { ReportFacts } from './facts.ts'
import { day } from './figures.ts'
import { ink, roleInk } from './ink.ts'
import { box, stroke, type PageFrame, type Pen, type Sheet } from './sheet.ts'

/**
 * The cover, and the frame of every page: client, disclosure, page number. The frame cannot be
 * turned off.
 */

const firm = { size: 8.4, weight: 'bold' } as const
const prepared = { size: 7.9, color: ink.muted } as const
const fine = { size: 6.5, color: ink.muted } as const
const footnote = { ...fine, size: 7 } as const
const finePrint = { ...fine, leading: 8.4 } as const
const line = 10.5
const headTop = 34
const footBottom = 26

interface Extent {
  readonly width: number
  readonly height: number
}

/** The logo scaled to fit `most`, never enlarged. */
const logoSize = ({ width, height }: Extent, most: Extent): Extent => {
  const scale = Math.min(most.width / width, most.height / height, 1)
  return { width: width * scale, height: height * scale }
}

const saysSimulated = 'Training\u00a0–\u00a0simulated'
const joinedWith = (separator: string, ...words: readonly string[]) =>
  words.filter((word) => word !== '').join(separator)
const preparedFor = ({ main }: ReportFacts) => {
  const name = main.subject.name.trim()
  return name === '' ? '' : `Prepared for ${name}`
}

const preparedBy = ({ advisor }: ReportFacts) =>
  advisor.name === '' ? '' : `Prepared by ${advisor.name}`

export interface ContentsLine {
  readonly title: string
  readonly page: number
}

const entryHeight = 21

/** Draws firm and logo, the client, and the contents. `contents` is complete once every page is laid out. */
export const drawCover = (
  sheet: Sheet,
  facts: ReportFacts,
  entries: number,
  contents: readonly ContentsLine[],
): void => {
  const { logo, firmName, advisor, madeAt, simulated } = facts
  sheet.space(8)
  if (logo !== null) {
    const place = logoSize(logo, { width: 240, height: 72 })
    sheet.block(
      'figure',
      place.height + 14,
      firmName === '' ? 'Logo' : `Logo of ${firmName}`,
      (top) => [{ kind: 'logo', x: sheet.left, y: top, ...place }],
    )
  }
  const bold = { weight: 'bold' } as const
  sheet.text(firmName, { ...bold, size: 13, leading: 18, width: sheet.inner * 0.7 })
  sheet.space(Math.max(24, 210 - sheet.y()))
  sheet.block('p', 22, '', (top) => [box([sheet.left, top, 44, 3], { fill: roleInk.plan.strong })])
  sheet.text('Retirement report', { ...bold, role: 'h1', size: 31, leading: 39 })
  const client = preparedFor(facts)
  const above = client === '' ? 0 : 8
  sheet.text(client, { size: 15, leading: 21, width: sheet.inner * 0.85, above })
  sheet.text(day(madeAt), { size: 11, color: ink.muted, leading: 16, above: 4 })
  sheet.text(preparedBy(facts), { size: 11, leading: 16, above: 10, width: sheet.inner * 0.85 })
  sheet.text(advisor.name === '' ? '' : advisor.contact, {
    size: 10,
    color: ink.muted,
    leading: 14,
    width: sheet.inner * 0.85,
  })
  const words = `${saysSimulated}. Nobody’s savings changed.`
  if (simulated)
    sheet.text(words, { ...bold, size: 9.5, color: ink.trainingText, leading: 14, above: 10 })
  sheet.text('In this report', { ...bold, role: 'h2', size: 10.2, leading: 14, above: 40 })
  sheet.space(4)
  const row = { size: 10 } as const
  for (let index = 0; index < entries; index += 1)
    sheet.block('p', entryHeight, '', (top) => {
      const entry = contents[index]
      if (entry === undefined) return []
      const below = top + entryHeight
      return [
        sheet.line(entry.title, sheet.left, top + 14, row),
        sheet.line(String(entry.page), sheet.right, top + 14, row, 'end'),
        stroke([sheet.left, below, sheet.right, below], ink.line, 0.6),
      ]
    })
}

const basisOf = ({ madeOn, simulated }: ReportFacts, assumptionsPage: number | null) => {
  const basis = simulated
    ? `Figures are in today’s dollars and after federal tax, as Training simulated them ${madeOn}`
    : `Figures are those of the service’s answers, made ${madeOn}; the service does not say whether they are before or after tax, nor in dollars of which year`
  return `${basis}${assumptionsPage === null ? '' : `; assumptions on page ${assumptionsPage}`}.`
}

const trainingStripe = (width: number): readonly Mark[] =>
  Array.from({ length: Math.ceil(width / 11) }, (_, index) =>
    box([index * 11, 0, Math.min(11, width - index * 11), 4], {
      fill: index % 2 === 0 ? ink.training : ink.trainingSoft,
    }),
  )

const plansOf = ({ mappings, mask }: ReportFacts) => {
  const ids = [...new Set(mappings.map(({ planId }) => planId).filter((id) => id !== ''))]
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : ''
  return mask(`${ids.slice(0, 3).join(', ')}${more}`)
}

/**
 * A page's header: the firm on the left and the client on the right, each on as many lines as it
 * needs, with a line below.
 */
const headOf = (pen: Pen, facts: ReportFacts) => {
  const { firmName, logo, madeAt, simulated } = facts
  const words = joinedWith(' · ', preparedFor(facts), day(madeAt), simulated ? saysSimulated : '')
  const place = logo === null ? null : logoSize(logo, { width: 120, height: 26 })
  const left = pen.left + (place === null ? 0 : place.width + 10)
  /** The firm gets nearly half of the line, or more if the text on the right is short. */
  const room =
    pen.left + Math.max(pen.inner * 0.46, pen.inner - pen.widthOf(words, prepared) - 24) - left
  const firmLines = pen.wrap(firmName.toUpperCase(), room, firm)
  const firmEnd = left + Math.max(0, ...firmLines.map((text) => pen.widthOf(text, firm)))
  const rightLines = pen.wrap(words, pen.right - firmEnd - 20, prepared)
  const lines = Math.max(1, firmLines.length, rightLines.length)
  const height = Math.max(lines * line, place?.height ?? 0)
  const rule = headTop + height + 7
  const middle = headTop + height / 2
  const centered = (count: number, index: number) =>
    middle - ((count - 1) * line) / 2 + index * line + 3
  return {
    bottom: rule,
    draw: (): readonly (Mark | false)[] => [
      place !== null && { kind: 'logo', x: pen.left, y: middle - place.height / 2, ...place },
      ...firmLines.map((text, index) =>
        pen.line(text, left, centered(firmLines.length, index), firm),
      ),
      ...rightLines.map((text, index) =>
        pen.line(text, pen.right, centered(rightLines.length, index), prepared, 'end'),
      ),
      stroke([pen.left, rule, pen.right, rule], ink.line, 0.75),
    ],
  }
}

/** The frame of each page. A cover has no header, because it shows the same names in large type. */
export const reportFrame = (
  pen: Pen,
  facts: ReportFacts,
  assumptionsPage: () => number | null,
): PageFrame => {
  const { main, simulated, masked } = facts
  const { width, height } = pen.paper
  const head = headOf(pen, facts)
  const disclosure = (page: number | null) =>
    pen.paragraph('Important.', `${disclosureOf(facts)} ${basisOf(facts, page)}`, finePrint)
  const id = masked ? maskIdentifier(main.subject.participantId) : main.subject.participantId
  const whom = joinedWith(
    ' · ',
    id === '' ? '' : `Participant ${id}`,
    plansOf(facts),
    preparedBy(facts),
  )
  const whomLines = pen.wrap(whom, pen.inner - 90, footnote)
  const last = height - footBottom
  const footTop = last - (disclosure(99).height + 8 + Math.max(1, whomLines.length) * 9 + 8)
  return {
    top: head.bottom + 16,
    bottom: height - footTop + 8,
    draw: (number, count) => [
      simulated && trainingStripe(width),
      ...(number === 1 && facts.parts.includes('cover') ? [] : head.draw()),
      stroke([pen.left, footTop, pen.right, footTop], ink.strong, 0.75),
      disclosure(assumptionsPage()).at(footTop + 11),
      ...whomLines.map((text, index) =>
        pen.line(text, pen.left, last - (whomLines.length - 1 - index) * 9, footnote),
      ),
      pen.line(`Page ${number} of ${count}`, pen.right, last, footnote, 'end'),
    ],
  }
}
