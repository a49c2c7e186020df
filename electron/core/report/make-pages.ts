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

/** Each begins a page of its own, or draws nothing and says so. */
const makers: Readonly<
  Record<Exclude<ReportPart, 'cover'>, (sheet: Sheet, facts: ReportFacts) => boolean>
> = {
  scenarios: scenariosPart,
  income: incomePart,
  wealth: wealthPart,
  mix: mixPart,
  funds: fundsPart,
  accepted: acceptedPart,
  assumptions: assumptionsPart,
}

export interface MadeReport {
  readonly pages: readonly ReportPage[]
  /** Parts that were asked for and for which there is nothing. */
  readonly missing: readonly ReportPart[]
}

/** Lays the report out; the same facts and the same font give the same pages. */
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
  const missing: ReportPart[] = []
  for (const part of wanted) {
    const page = sheet.count() + 1
    if (makers[part](sheet, facts)) contents.push({ title: reportPartTitles[part], page })
    else missing.push(part)
  }
  return { pages: sheet.pages(), missing }
}
