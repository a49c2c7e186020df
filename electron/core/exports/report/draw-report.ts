import type { ReportPart } from '#shared/report/report-parts.ts'
import type { ReportPage } from '#shared/report/page-model.ts'
import { startPdf } from '../pdf/document.ts'
import type { PdfFonts } from '../pdf/fonts.ts'
import { factsOf, type ReportInput } from './facts.ts'
import { makePages } from './make-pages.ts'
import type { Measure } from './sheet.ts'
import { writePages } from './write-pages.ts'

export interface ReportWork {
  readonly input: ReportInput
  readonly fonts: PdfFonts
  /** Whether to make the file's bytes too. */
  readonly asFile: boolean
}

export interface DrawnReport {
  readonly pages: readonly ReportPage[]
  readonly missing: readonly ReportPart[]
  /** Empty if only the pages were requested. */
  readonly bytes: Uint8Array
}

/** Widths in the file's own font. */
const measureWith = (fonts: PdfFonts): Measure => {
  const { doc } = startPdf({
    size: [612, 792],
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    info: {},
    fonts,
  })
  const known = new Map<string, number>()
  return (text, size, weight) => {
    const key = `${weight} ${text}`
    // Widths are proportional to size, so each text is measured once.
    let unit = known.get(key)
    if (unit === undefined) {
      unit = doc.font(weight).fontSize(100).widthOfString(text) / 100
      known.set(key, unit)
    }
    return unit * size
  }
}

/** Lays a report out, and writes the file if requested. Rejects without a forecast, or if the logo cannot be drawn. */
export const drawReport = async ({ input, fonts, asFile }: ReportWork): Promise<DrawnReport> => {
  const facts = factsOf(input)
  if (facts === null) throw new Error('a report needs a forecast')
  const { pages, missing } = makePages(facts, measureWith(fonts))
  const title = [
    'Retirement report',
    ...(facts.main.subject.name === '' ? [] : [facts.main.subject.name]),
  ].join(', ')
  const bytes = asFile
    ? await writePages({
        pages,
        title,
        author: input.firmName,
        logo: input.logo?.bytes ?? null,
        fonts,
      })
    : new Uint8Array()
  return { pages, missing, bytes }
}
