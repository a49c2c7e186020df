import { reportParts, type ReportPart } from '#shared/ipc/report-channels.ts'
import { paperSizes, type ReportPage } from '#shared/report/page-model.ts'
import { incomePart, wealthPart } from './age-parts.ts'
import type { ReportFacts } from './facts.ts'
import { firstPage } from './first-page.ts'
import { reportFrame } from './frame.ts'
import { fundsPart, mixPart } from './fund-parts.ts'
import { createPen, createSheet, type Measure, type Sheet } from './sheet.ts'
import { acceptedPart, assumptionsPart } from './word-parts.ts'

/** Each begins a page of its own, or draws nothing and says so. */
const makers: Readonly<Record<ReportPart, (sheet: Sheet, facts: ReportFacts) => boolean>> = {
  income: incomePart,
  wealth: wealthPart,
  mix: mixPart,
  funds: fundsPart,
  accepted: acceptedPart,
  assumptions: assumptionsPart,
}

export interface MadeReport {
  readonly pages: readonly ReportPage[]
  /** Parts that were asked for and for which the answer has nothing. */
  readonly missing: readonly ReportPart[]
}

/** Lays the report out; the same facts and the same font give the same pages. */
export const makePages = (facts: ReportFacts, measure: Measure): MadeReport => {
  const size = paperSizes[facts.paper]
  let assumptionsPage: number | null = null
  const frame = reportFrame(createPen({ size, measure }), size, facts, () => assumptionsPage)
  const sheet = createSheet({ size, measure }, frame)
  firstPage(sheet, facts, size.height - frame.bottom)
  const missing: ReportPart[] = []
  for (const part of reportParts.filter((each) => facts.parts.includes(each))) {
    const before = sheet.count()
    if (!makers[part](sheet, facts)) missing.push(part)
    else if (part === 'assumptions') assumptionsPage = before + 1
  }
  return { pages: sheet.pages(), missing }
}
