import PDFDocument from 'pdfkit'

export interface PdfFonts {
  readonly regular: Uint8Array
  readonly bold: Uint8Array
}

export interface PdfStart {
  readonly size: readonly [number, number]
  readonly info: Readonly<Record<string, string>>
  readonly fonts: PdfFonts
}

export const noMargins = { top: 0, bottom: 0, left: 0, right: 0 } as const

/**
 * Starts a tagged document with the fonts `regular` and `bold`. Returns the document, and `finish`, which completes it
 * and returns its bytes.
 */
export const startPdf = ({ size, info, fonts }: PdfStart) => {
  const doc = new PDFDocument({
    size: [...size],
    margins: noMargins,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // Uses no built-in font, because those have only Latin-1 characters and are separate files of
    // the library.
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
  const finish = async () => {
    doc.end()
    await ended
    return Uint8Array.from(Buffer.concat(chunks))
  }
  return { doc, finish }
}

/** Returns a function that measures the width of a text in the font `weight`, points. */
export const measureWith = (fonts: PdfFonts) => {
  const { doc } = startPdf({ size: [612, 792], info: {}, fonts })
  const known = new Map<string, number>()
  return (text: string, size: number, weight: keyof PdfFonts) => {
    const key = `${weight} ${text}`
    // Widths are proportional to the font size, so each text is measured only once.
    let unit = known.get(key)
    if (unit === undefined) {
      unit = doc.font(weight).fontSize(100).widthOfString(text) / 100
      known.set(key, unit)
    }
    return unit * size
  }
}
