import PDFDocument from 'pdfkit'
import type { PdfFonts } from './fonts.ts'

/** A PDF file during writing. */
export type PdfDocument = InstanceType<typeof PDFDocument>

interface PdfStart {
  /** Width and height in points. */
  readonly size: readonly [number, number]
  readonly margins: {
    readonly top: number
    readonly bottom: number
    readonly left: number
    readonly right: number
  }
  readonly info: Readonly<Record<string, string>>
  readonly fonts: PdfFonts
}

/** A tagged document with the fonts `regular` and `bold`, and a way to its bytes once it is complete. */
export const startPdf = ({
  size,
  margins,
  info,
  fonts,
}: PdfStart): { readonly doc: PdfDocument; readonly finish: () => Promise<Uint8Array> } => {
  const doc = new PDFDocument({
    size: [...size],
    margins,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // No built-in fonts: they only have Latin-1 and are files beside the library.
    font: '',
    info: { ...info },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', () => resolve())
    doc.on('error', reject)
  })
  doc.registerFont('regular', Buffer.from(fonts.regular))
  doc.registerFont('bold', Buffer.from(fonts.bold))
  return {
    doc,
    finish: async () => {
      doc.end()
      await ended
      return Uint8Array.from(Buffer.concat(chunks))
    },
  }
}

/** Runs `write` outside the text that assistive technology reads: running lines, rules. */
export const asArtifact = (doc: PdfDocument, write: () => void): void => {
  doc.markContent('Artifact', { type: 'Pagination' })
  write()
  doc.endMarkedContent()
}
