import type { Mark, PageBlock, ReportPage } from '#shared/report/page-model.ts'
import { noMargins, startPdf, type PdfStart } from './receipt/document.ts'

type PdfDocument = ReturnType<typeof startPdf>['doc']

/**
 * Runs `write` for marks that assistive technology should skip, such as margin texts and ruled
 * lines.
 */
const asArtifact = (doc: PdfDocument, write: () => void) => {
  doc.markContent('Artifact', { type: 'Pagination' })
  write()
  doc.endMarkedContent()
}

const path = (doc: PdfDocument, points: readonly number[]) => {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x = 0, y = 0] = points.slice(index, index + 2)
    if (index === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
}

const draw = (doc: PdfDocument, mark: Mark, logo: Buffer | null) => {
  switch (mark.kind) {
    case 'text':
      doc.font(mark.weight).fontSize(mark.size).fillColor(mark.color)
      doc.text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' })
      break
    case 'rect': {
      const { x, y, width, height } = mark
      const radius = Math.min(mark.radius, width / 2, height / 2)
      if (mark.radius > 0) doc.roundedRect(x, y, width, height, radius)
      else doc.rect(x, y, width, height)
      if (mark.fill !== null) doc.fill(mark.fill)
      else if (mark.stroke !== null) doc.lineWidth(mark.strokeWidth).stroke(mark.stroke)
      break
    }
    case 'dot':
      doc.circle(mark.x, mark.y, mark.radius).fill(mark.fill)
      break
    case 'logo':
      if (logo !== null) doc.image(logo, mark.x, mark.y, { width: mark.width, height: mark.height })
      break
    case 'area':
      path(doc, mark.points)
      doc.closePath().fill(mark.fill)
      break
    case 'line':
      path(doc, mark.points)
      doc.lineWidth(mark.width)
      if (mark.dashed) doc.dash(3, { space: 2 }).stroke(mark.color).undash()
      else doc.stroke(mark.color)
  }
}

const tags = { h1: 'H1', h2: 'H2', p: 'P', figure: 'Figure' } as const

const drawRow = (doc: PdfDocument, block: PageBlock, table: PDFKit.PDFStructureElement) => {
  const row = doc.struct('TR')
  table.add(row)
  const texts = block.marks.filter((mark) => mark.kind === 'text')
  for (const cell of new Set(texts.map((mark) => mark.cell ?? 0))) {
    const isHead = block.role === 'head' || cell === 0
    row.add(
      doc.struct(isHead ? 'TH' : 'TD', {}, () =>
        texts.filter((mark) => (mark.cell ?? 0) === cell).forEach((mark) => draw(doc, mark, null)),
      ),
    )
  }
  row.end()
  asArtifact(doc, () =>
    block.marks.filter(({ kind }) => kind !== 'text').forEach((mark) => draw(doc, mark, null)),
  )
}

interface PdfFile extends Pick<PdfStart, 'info' | 'fonts'> {
  readonly logo?: Uint8Array | null
}

/** The file's bytes: tagged and titled, with its fonts embedded. Rejects if the logo cannot be drawn. */
export const writePages = async (
  pages: readonly ReportPage[],
  { info, fonts, logo = null }: PdfFile,
) => {
  const [first] = pages
  const { doc, finish } = startPdf({
    size: [first?.width ?? 612, first?.height ?? 792],
    info,
    fonts,
  })
  const image = logo === null ? null : Buffer.from(logo)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const [index, page] of pages.entries()) {
    if (index > 0) doc.addPage({ size: [page.width, page.height], margins: noMargins })
    let table: PDFKit.PDFStructureElement | null = null
    const endTable = () => {
      table?.end()
      table = null
    }
    for (const block of page.blocks) {
      const { role, alt, marks } = block
      if (role === 'head' || role === 'row') {
        if (role === 'head' || table === null) {
          endTable()
          table = doc.struct('Table')
          root.add(table)
        }
        drawRow(doc, block, table)
        continue
      }
      endTable()
      if (role === 'frame') asArtifact(doc, () => marks.forEach((mark) => draw(doc, mark, image)))
      else
        root.add(
          doc.struct(tags[role], alt === '' ? {} : { alt }, () =>
            marks.forEach((mark) => draw(doc, mark, image)),
          ),
        )
    }
    endTable()
  }
  root.end()
  return finish()
}
