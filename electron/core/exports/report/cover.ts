import type { Mark } from '#shared/report/page-model.ts'
import type { ReportFacts } from './facts.ts'
import { day } from './figures.ts'
import { logoSize } from './frame.ts'
import { ink, roleInk } from './ink.ts'
import { stroke, box, type Sheet } from './sheet.ts'

/** A line of the contents: title, and page number from 1. */
export interface ContentsLine {
  readonly title: string
  readonly page: number
}

const logoBox = { width: 240, height: 72 } as const
const entryHeight = 21
const row = { size: 10 } as const

/** Firm and logo, the client, and the contents. `contents` is called once every page is laid out. */
export const drawCover = (
  sheet: Sheet,
  { logo, firmName, main, madeAt, simulated }: ReportFacts,
  entries: number,
  contents: () => readonly ContentsLine[],
): void => {
  sheet.space(8)
  if (logo !== null) {
    const place = logoSize(logo, logoBox)
    sheet.block(
      'figure',
      place.height + 14,
      firmName === '' ? 'Logo' : `Logo of ${firmName}`,
      (top) => [{ kind: 'logo', x: sheet.left, y: top, ...place }],
    )
  }
  if (firmName !== '')
    sheet.text('p', firmName, { size: 13, weight: 'bold', leading: 18, width: sheet.inner * 0.7 })
  sheet.space(Math.max(24, 210 - sheet.y()))
  sheet.block('p', 22, '', (top): readonly Mark[] => [
    { ...box(sheet.left, top, 44, 3), fill: roleInk.plan.strong },
  ])
  sheet.text('h1', 'Retirement report', { size: 31, weight: 'bold', leading: 39 })
  const name = main.subject.name.trim()
  if (name !== '') {
    sheet.space(8)
    sheet.text('p', `Prepared for ${name}`, { size: 15, leading: 21, width: sheet.inner * 0.85 })
  }
  sheet.space(4)
  sheet.text('p', day(madeAt), { size: 11, color: ink.muted, leading: 16 })
  if (simulated) {
    sheet.space(10)
    sheet.text('p', 'Training\u00a0–\u00a0simulated. Nobody’s savings changed.', {
      size: 9.5,
      weight: 'bold',
      color: ink.trainingText,
      leading: 14,
    })
  }
  sheet.space(40)
  sheet.text('h2', 'In this report', { size: 10.2, weight: 'bold', leading: 14 })
  sheet.space(4)
  for (let index = 0; index < entries; index += 1)
    sheet.later('p', entryHeight, (top): readonly Mark[] => {
      const entry = contents()[index]
      if (entry === undefined) return []
      const below = top + entryHeight
      return [
        sheet.line(entry.title, sheet.left, top + 14, row),
        sheet.line(String(entry.page), sheet.left + sheet.inner, top + 14, row, 'end'),
        stroke([sheet.left, below, sheet.left + sheet.inner, below], ink.line, 0.6),
      ]
    })
}
