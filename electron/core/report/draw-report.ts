import {
  firstPageTitle,
  reportParts,
  reportPartTitles,
  type ReportPart,
} from '#shared/report/report-parts.ts'
import { paperSizes } from '#shared/report/page-model.ts'
import type { FigureWriter } from '#shared/strategy/statement/said.ts'
import { measureWith, type PdfFonts } from './receipt/document.ts'
import { acceptedPart } from './accepted-part.ts'
import { incomePart, wealthPart } from './age-parts.ts'
import { assumptionsPart } from './assumptions-part.ts'
import { factsOf, type ReportFacts, type ReportInput } from './facts.ts'
import { figuresPart } from './figures-part.ts'
import { firstPage } from './first-page.ts'
import { drawCover, reportFrame, type ContentsLine } from './frame.ts'
import { fundsPart, mixPart } from './fund-parts.ts'
import { scenariosPart } from './scenario-part.ts'
import { createPen, createSheet, rehearse, type Measure, type Sheet } from './sheet.ts'
import type { DrawnReport } from './reports.ts'
import { writePages } from './write-pages.ts'

interface ReportWork {
  readonly input: ReportInput
  readonly fonts: PdfFonts
  readonly asFile: boolean
  /** Called with each figure that is written. */
  readonly wrote?: FigureWriter['wrote']
}

/** Points of space above a part that does not start a new page. */
const betweenParts = 26

type Part = Exclude<ReportPart, 'cover'>

/**
 * Each maker draws its part, or returns false and draws nothing if the part has no content; `page`
 * is the usable height of an empty page.
 */
const makers: Readonly<Record<Part, (sheet: Sheet, facts: ReportFacts, page: number) => boolean>> =
  {
    scenarios: scenariosPart,
    income: incomePart,
    wealth: wealthPart,
    mix: mixPart,
    funds: fundsPart,
    accepted: acceptedPart,
    assumptions: assumptionsPart,
    figures: figuresPart,
  }

/**
 * Lays the report out. A part starts on a new page if it does not fit completely below the previous
 * part.
 */
const makePages = (facts: ReportFacts, measure: Measure): Omit<DrawnReport, 'bytes'> => {
  const paper = paperSizes[facts.paper]
  const contents: ContentsLine[] = []
  const assumptionsPage = () =>
    contents.find(({ title }) => title === reportPartTitles.assumptions)?.page ?? null
  const frame = reportFrame(createPen(paper, measure), facts, assumptionsPage)
  const sheet = createSheet(paper, measure, frame)
  const wanted = reportParts.filter(
    (part): part is Part => part !== 'cover' && facts.parts.includes(part),
  )
  if (facts.parts.includes('cover')) {
    drawCover(sheet, facts, wanted.length + 1, contents)
    sheet.newPage()
  }
  contents.push({ title: firstPageTitle, page: sheet.count() })
  firstPage(sheet, facts, paper.height - frame.bottom)
  const page = paper.height - frame.top - frame.bottom
  const missing: ReportPart[] = []
  for (const part of wanted) {
    const title = reportPartTitles[part]
    const drawOn = (on: Sheet) => {
      on.text(title, { role: 'h1', size: 15, weight: 'bold', leading: 20 })
      return makers[part](on, facts, page)
    }
    facts.noted.begin(title)
    const { height, result: isDrawn } = rehearse(sheet, drawOn)
    if (!isDrawn) {
      facts.noted.drop(title)
      missing.push(part)
      continue
    }
    const before = sheet.count()
    sheet.room(betweenParts + height)
    if (sheet.count() === before) sheet.space(betweenParts)
    contents.push({ title, page: sheet.count() })
    drawOn(sheet)
  }
  return { pages: sheet.pages(), missing }
}

/** Lays a report out, and writes the file if asked to. Rejects without a forecast, or if the logo cannot be drawn. */
export const drawReport = async ({ input, fonts, asFile, wrote }: ReportWork) => {
  const facts = factsOf(input, wrote)
  const made = makePages(facts, measureWith(fonts))
  const { name } = facts.main.subject
  const bytes = asFile
    ? await writePages(made.pages, {
        info: {
          Title: name === '' ? 'Retirement report' : `Retirement report, ${name}`,
          ...(input.firmName !== '' && { Author: input.firmName }),
        },
        logo: input.logo?.bytes ?? null,
        fonts,
      })
    : new Uint8Array()
  return { ...made, bytes }
}
