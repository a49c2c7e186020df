import PDFDocument from 'pdfkit'

export interface PdfFonts {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
}

/** A tagged document without pages, with the fonts `regular` and `bold`, and a way to its bytes once it is complete. */
export const startPdf = (fonts: PdfFonts, info: Readonly<Record<string, string>>) => {
  const doc = new PDFDocument({
    autoFirstPage: false,
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
  const finish = async (): Promise<Uint8Array> => {
    doc.end()
    await ended
    return Uint8Array.from(Buffer.concat(chunks))
  }
  const widths = new Map<string, number>()
  /** Width of a text in a font, points. Widths are proportional to size, so each text is measured once. */
  const measure = (text: string, size: number, weight: keyof PdfFonts): number => {
    const key = `${weight} ${text}`
    const unit = widths.get(key) ?? doc.font(weight).fontSize(100).widthOfString(text) / 100
    widths.set(key, unit)
    return unit * size
  }
  return { doc, finish, measure }
}
export type Pdf = Readonly<ReturnType<typeof startPdf>>

/** Characters that the font lacks; they are written as code points, so that nothing disappears silently. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu

/** `text` in characters of the embedded font; leading blanks and tabs keep their width. */
export const legible = (text: string): string =>
  text
    .replace(/\t/g, '  ')
    .replace(/\r\n?/g, '\n')
    .replace(
      foreign,
      (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^ +/gm, (blanks) => '\u00a0'.repeat(blanks.length))
