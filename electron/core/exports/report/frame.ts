import { disclosureOf } from '#shared/report/report-settings.ts'
import { maskIdentifier } from '#shared/receipt/mask.ts'
import type { Mark } from '#shared/report/page-model.ts'
import { legible } from '../pdf/legible.ts'
import type { ReportFacts } from './facts.ts'
import { day, moment } from './figures.ts'
import { ink } from './ink.ts'
import { stroke, box, type PageFrame, type Pen } from './sheet.ts'

/** The frame of every page: the client's name, the disclosure, and the page number. Nobody can switch it off. */

const firm = { size: 8.4, weight: 'bold' } as const
const prepared = { size: 7.9, color: ink.muted } as const
const fine = { size: 6.5, color: ink.muted } as const
const finePrint = 8.4
const line = 10.5
const logoBox = { width: 120, height: 26 } as const
const headTop = 34
const footBottom = 26

interface Extent {
  readonly width: number
  readonly height: number
}

/** The logo scaled to fit `most`, never enlarged. */
export const logoSize = ({ width, height }: Extent, most: Extent): Extent => {
  const scale = Math.min(most.width / width, most.height / height, 1)
  return { width: width * scale, height: height * scale }
}

/** The basis of every figure, and the page with the details. */
const basisOf = ({ main, simulated }: ReportFacts, assumptionsPage: number | null): string => {
  const basis = simulated
    ? `Figures are in today’s dollars and after federal tax, as Training simulated them on ${moment(main.savedAt)}`
    : `Figures are those of the service’s answer of ${moment(main.savedAt)}, which does not say whether they are before or after tax, nor in dollars of which year`
  return `${basis}${assumptionsPage === null ? '' : `; assumptions on page ${assumptionsPage}`}.`
}

/** `first` in bold, followed by `content` in the same paragraph. */
const paragraph = (pen: Pen, first: string, content: string): readonly (readonly Mark[])[] => {
  const text = legible(content).replace(/\s+/g, ' ').trim()
  const bold = { ...fine, weight: 'bold' } as const
  const indent = pen.widthOf(`${first} `, bold)
  const [start = ''] = pen.wrap(text, pen.inner - indent, fine)
  const rest = pen.wrap(text.slice(start.length).trimStart(), pen.inner, fine)
  const marks = (words: string, x: number): readonly Mark[] => [pen.line(words, x, 0, fine)]
  return [
    [pen.line(first, pen.left, 0, bold), ...marks(start, pen.left + indent)],
    ...rest.map((each) => marks(each, pen.left)),
  ]
}

const lowered = (marks: readonly Mark[], y: number): readonly Mark[] =>
  marks.map((mark) => (mark.kind === 'text' ? { ...mark, y } : mark))

const trainingStripe = (width: number): readonly Mark[] =>
  Array.from({ length: Math.ceil(width / 11) }, (_, index): Mark => ({
    ...box(index * 11, 0, Math.min(11, width - index * 11), 4),
    fill: index % 2 === 0 ? ink.training : ink.trainingSoft,
  }))

const plansOf = (planIds: readonly string[]): string =>
  planIds.length > 3
    ? `${planIds.slice(0, 3).join(', ')} and ${planIds.length - 3} more`
    : planIds.join(', ')

/**
 * `assumptionsPage` is called when the pages are drawn. A cover shows in large type what the other pages have at the
 * top.
 */
export const reportFrame = (
  pen: Pen,
  size: { readonly width: number; readonly height: number },
  facts: ReportFacts,
  assumptionsPage: () => number | null,
): PageFrame => {
  const { main, firmName, logo, madeAt, simulated, masked, mappings } = facts
  const name = main.subject.name.trim()
  const right = [
    ...(name === '' ? [] : [`Prepared for ${name}`]),
    day(madeAt),
    ...(simulated ? ['Training\u00a0–\u00a0simulated'] : []),
  ].join(' · ')
  const logoPlace = logo === null ? null : logoSize(logo, logoBox)
  const firmLeft = pen.left + (logoPlace === null ? 0 : logoPlace.width + 10)
  /** Nearly half of the line, more if the text at its right leaves more. */
  const firmRoom =
    pen.left + Math.max(pen.inner * 0.46, pen.inner - pen.widthOf(right, prepared) - 24) - firmLeft
  const firmLines = firmName === '' ? [] : pen.wrap(firmName.toUpperCase(), firmRoom, firm)
  const firmEnd = firmLeft + Math.max(0, ...firmLines.map((text) => pen.widthOf(text, firm)))
  const rightLines = pen.wrap(right, pen.left + pen.inner - firmEnd - 20, prepared)
  const headHeight = Math.max(
    firmLines.length * line,
    rightLines.length * line,
    logoPlace?.height ?? 0,
    line,
  )
  const rule = headTop + headHeight + 7
  const middle = headTop + headHeight / 2

  const head = (): readonly Mark[] => {
    const centered = (count: number, index: number): number =>
      middle - ((count - 1) * line) / 2 + index * line + 3
    return [
      ...(logoPlace === null
        ? []
        : [
            {
              kind: 'logo',
              x: pen.left,
              y: middle - logoPlace.height / 2,
              ...logoPlace,
            } satisfies Mark,
          ]),
      ...firmLines.map((text, index) =>
        pen.line(text, firmLeft, centered(firmLines.length, index), firm),
      ),
      ...rightLines.map((text, index) =>
        pen.line(text, pen.left + pen.inner, centered(rightLines.length, index), prepared, 'end'),
      ),
      stroke([pen.left, rule, pen.left + pen.inner, rule], ink.line, 0.75),
    ]
  }

  const disclosure = (page: number | null) =>
    paragraph(pen, 'Important.', `${disclosureOf(facts)} ${basisOf(facts, page)}`)
  const printed = disclosure(99).length
  const id = masked ? maskIdentifier(main.subject.participantId) : main.subject.participantId
  const planIds = [
    ...new Set(mappings.map(({ planId }) => planId).filter((planId) => planId !== '')),
  ]
  const whom = [
    ...(id === '' ? [] : [`Participant ${id}`]),
    ...(planIds.length === 0 ? [] : [facts.mask(plansOf(planIds))]),
  ].join(' · ')
  const whomLines = pen.wrap(whom, pen.inner - 90, { ...fine, size: 7 })
  const footHeight = printed * finePrint + 8 + Math.max(1, whomLines.length) * 9 + 8
  const footTop = size.height - footBottom - footHeight

  const foot = (number: number, count: number): readonly Mark[] => {
    const last = size.height - footBottom
    return [
      stroke([pen.left, footTop, pen.left + pen.inner, footTop], ink.strong, 0.75),
      ...disclosure(assumptionsPage()).flatMap((marks, index) =>
        lowered(marks, footTop + 11 + index * finePrint),
      ),
      ...whomLines.map((text, index) =>
        pen.line(text, pen.left, last - (whomLines.length - 1 - index) * 9, { ...fine, size: 7 }),
      ),
      pen.line(
        `Page ${number} of ${count}`,
        pen.left + pen.inner,
        last,
        { ...fine, size: 7 },
        'end',
      ),
    ]
  }
  return {
    top: rule + 16,
    bottom: size.height - footTop + 8,
    draw: (number, count) => [
      ...(simulated ? trainingStripe(size.width) : []),
      ...(number === 1 && facts.parts.includes('cover') ? [] : head()),
      ...foot(number, count),
    ],
  }
}
