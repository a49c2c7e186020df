import {
  firstPageTitle,
  reportParts,
  reportPartTitles,
  type ReportPart,
} from '#shared/report/report-parts.ts'
import { paperSizes, type ReportPage } from '#shared/report/page-model.ts'
import { acceptedPart } from './accepted-part.ts'
import { incomePart, wealthPart } from './age-parts.ts'
import type { ReportFacts } from './facts.ts'
import { assumptionsPart } from './assumptions-part.ts'
import { drawCover, type ContentsLine } from './cover.ts'
import { firstPage } from './first-page.ts'
import { reportFrame } from './frame.ts'
import { fundsPart, mixPart } from './fund-parts.ts'
import { scenariosPart } from './scenario-part.ts'
import { createPen, createSheet, type Measure, type Sheet } from './sheet.ts'

/** Room above a part that begins on the page where another ends, points. */
const betweenParts = 26

type Part = Exclude<ReportPart, 'cover'>

/** Each draws its part under the title, or draws nothing and returns false; `page` is the height of an empty page. */
const makers: Readonly<Record<Part, (sheet: Sheet, facts: ReportFacts, page: number) => boolean>> =
  {
    scenarios: scenariosPart,
    income: incomePart,
    wealth: wealthPart,
    mix: mixPart,
    funds: fundsPart,
    accepted: acceptedPart,
    assumptions: assumptionsPart,
  }

interface MadeReport {
  readonly pages: readonly ReportPage[]
  /** Requested parts without content. */
  readonly missing: readonly ReportPart[]
}

/** Lays the report out: a part that does not fit whole below the one before begins a new page. */
export const makePages = (facts: ReportFacts, measure: Measure): MadeReport => {
  const size = paperSizes[facts.paper]
  const contents: ContentsLine[] = []
  const assumptionsPage = (): number | null =>
    contents.find(({ title }) => title === reportPartTitles.assumptions)?.page ?? null
  const frame = reportFrame(createPen({ size, measure }), size, facts, assumptionsPage)
  const sheet = createSheet({ size, measure }, frame)
  const wanted = reportParts
    .filter((part) => part !== 'cover')
    .filter((part) => facts.parts.includes(part))
  if (facts.parts.includes('cover')) {
    drawCover(sheet, facts, wanted.length + 1, () => contents)
    sheet.newPage()
  }
  contents.push({ title: firstPageTitle, page: sheet.count() })
  firstPage(sheet, facts, size.height - frame.bottom)
  const page = size.height - frame.top - frame.bottom
  const drawPart = (on: Sheet, part: Part): boolean => {
    on.text('h1', reportPartTitles[part], { size: 15, weight: 'bold', leading: 20 })
    return makers[part](on, facts, page)
  }
  const missing: ReportPart[] = []
  for (const part of wanted) {
    const drawn: boolean[] = []
    const height = sheet.heightOf((endless) => {
      drawn.push(drawPart(endless, part))
    })
    if (!drawn.includes(true)) {
      missing.push(part)
      continue
    }
    const before = sheet.count()
    sheet.room(betweenParts + height)
    if (sheet.count() === before) sheet.space(betweenParts)
    contents.push({ title: reportPartTitles[part], page: sheet.count() })
    drawPart(sheet, part)
  }
  return { pages: sheet.pages(), missing }
}
