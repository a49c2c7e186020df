import type { Mark, PageBlock, ReportPage } from '#shared/report/page-model.ts'
import type { Pdf } from '../pdf/document.ts'

type PdfDocument = Pdf['doc']

/** Runs `write` outside the text that assistive technology reads: running lines, rules. */
const asArtifact = (doc: PdfDocument, write: () => void): void => {
  doc.markContent('Artifact', { type: 'Pagination' })
  write()
  doc.endMarkedContent()
}

const path = (doc: PdfDocument, points: readonly number[]): void => {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x = 0, y = 0] = points.slice(index, index + 2)
    if (index === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
}

const draw = (doc: PdfDocument, mark: Mark, logo: Buffer | null): void => {
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

const drawRow = (doc: PdfDocument, block: PageBlock, table: PDFKit.PDFStructureElement): void => {
  const row = doc.struct('TR')
  table.add(row)
  const texts = block.marks.filter((mark) => mark.kind === 'text')
  const others = block.marks.filter((mark) => mark.kind !== 'text')
  for (const cell of new Set(texts.map((mark) => mark.cell ?? 0))) {
    const isHead = block.role === 'head' || cell === 0
    row.add(
      doc.struct(isHead ? 'TH' : 'TD', {}, () =>
        texts.filter((mark) => (mark.cell ?? 0) === cell).forEach((mark) => draw(doc, mark, null)),
      ),
    )
  }
  row.end()
  asArtifact(doc, () => others.forEach((mark) => draw(doc, mark, null)))
}

/** The file's bytes: tagged, titled, with its fonts. Rejects if the logo cannot be drawn. */
export const writePages = async (
  { doc, finish }: Pdf,
  pages: readonly ReportPage[],
  logo: Uint8Array | null = null,
): Promise<Uint8Array> => {
  const image = logo === null ? null : Buffer.from(logo)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const { width, height, blocks } of pages) {
    doc.addPage({ size: [width, height], margins: { top: 0, bottom: 0, left: 0, right: 0 } })
    let table: PDFKit.PDFStructureElement | null = null
    for (const block of blocks) {
      const { role, alt, marks } = block
      const drawAll = (): void => marks.forEach((mark) => draw(doc, mark, image))
      if (role !== 'row') {
        table?.end()
        table = null
      }
      if (role === 'head' || role === 'row') {
        if (table === null) root.add((table = doc.struct('Table')))
        drawRow(doc, block, table)
      } else if (role === 'frame') asArtifact(doc, drawAll)
      else root.add(doc.struct(tags[role], alt === '' ? {} : { alt }, drawAll))
    }
    table?.end()
  }
  root.end()
  return finish()
}
