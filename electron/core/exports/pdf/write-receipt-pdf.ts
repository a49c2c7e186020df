import type { Receipt } from '#shared/records/receipt.ts'
import { inLocalTime, inUtc } from '#shared/receipt/settled.ts'
import {
  accountRows,
  explanationOf,
  operationTitle,
  outcomeOf,
  receiptRows,
  resultRows,
  savingsNote,
  savingsRows,
  sentRows,
  wasSent,
  type Row,
} from '#shared/receipt/words.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { asArtifact, legible, noMargins, startPdf } from './document.ts'
import type { PdfDocument, PdfFonts } from './document.ts'

interface ReceiptWork {
  readonly receipt: Receipt
  readonly masked: boolean
  readonly fonts: PdfFonts
}

/** US Letter in points, with room for the running lines above and below. */
const page = { width: 612, height: 792, side: 54, top: 72, bottom: 64 } as const
const inner = page.width - 2 * page.side
const labelWidth = 158
const ink = { text: '#0f172a', muted: '#475569', line: '#cbd5e1', warning: '#92400e' } as const

const moment = (iso: string): string => {
  const local = new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })
  return `${local.replaceAll('\u202f', ' ')}\n${inUtc(iso)}`
}

const simulated = 'Training – simulated. Nobody’s savings changed.'

/** `text` with its longest words on lines of their own: laying a word out takes the square of its length. */
const breakLongWords = (text: string): string =>
  text.replace(/[\S\u00a0]{200}(?=[\S\u00a0])/gu, '$&\n')

/** Transactions are cut into pieces of this many lines, each a paragraph for assistive technology. */
const linesAPiece = 40

const piecesOf = (text: string): readonly string[] => {
  const lines = breakLongWords(text).split('\n')
  return Array.from({ length: Math.ceil(lines.length / linesAPiece) }, (_, index) =>
    lines.slice(index * linesAPiece, (index + 1) * linesAPiece).join('\n'),
  )
}

const runningLines = (doc: PdfDocument, { receipt, masked }: Omit<ReceiptWork, 'fonts'>): void => {
  const { start, count } = doc.bufferedPageRange()
  const foot = page.height - 40
  const right = { align: 'right', lineBreak: false } as const
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // The running lines stand in the margins, where text would otherwise begin a new page.
    doc.page.margins = noMargins
    asArtifact(doc, () => {
      doc.font('bold').fontSize(9).fillColor(ink.text)
      doc.text('Glidepath', page.side, 36, { width: 120, lineBreak: false })
      if (receipt.environment.kind === 'training') {
        doc.fillColor(ink.warning)
        doc.text(simulated, page.side + 120, 36, { width: inner - 120, ...right })
      }
      doc.font('regular').fontSize(8).fillColor(ink.muted)
      const note = masked ? ' · identifiers masked' : ''
      doc.text(`Receipt ${receipt.receiptNumber}${note}`, page.side, foot, {
        width: inner - 100,
        lineBreak: false,
      })
      doc.text(`Page ${index - start + 1} of ${count}`, page.side + inner - 100, foot, {
        width: 100,
        ...right,
      })
    })
  }
}

const writerOn = (doc: PdfDocument, root: PDFKit.PDFStructureElement) => {
  const room = (height: number): void => {
    if (doc.y + height > page.height - page.bottom) doc.addPage()
  }
  const paragraph = (
    text: string,
    size: number,
    {
      tag = 'P',
      font = 'regular',
      color = ink.text,
    }: { readonly tag?: string; readonly font?: string; readonly color?: string } = {},
  ): void => {
    root.add(
      doc.struct(tag, {}, () => {
        doc.font(font).fontSize(size).fillColor(color)
        doc.text(breakLongWords(legible(text)), page.side, doc.y, { width: inner, lineGap: 2 })
      }),
    )
  }
  const heading = (text: string): void => {
    room(60)
    doc.y += 16
    paragraph(text, 11.5, { tag: 'H2', font: 'bold' })
    const below = doc.y + 1
    asArtifact(doc, () => {
      doc.moveTo(page.side, below).lineTo(page.side + inner, below)
      doc.lineWidth(0.5).strokeColor(ink.line).stroke()
    })
    doc.y += 7
  }
  const table = (rows: readonly Row[]): void => {
    const element = doc.struct('Table')
    root.add(element)
    for (const [name, value] of rows) {
      const text = breakLongWords(legible(value === '' ? 'empty' : value))
      doc.font('regular').fontSize(9.5)
      room(Math.min(doc.heightOfString(text, { width: inner - labelWidth }), 300))
      const row = doc.struct('TR')
      element.add(row)
      const top = doc.y
      row.add(
        doc.struct('TH', {}, () => {
          doc.font('regular').fontSize(9.5).fillColor(ink.muted)
          doc.text(name, page.side, top, { width: labelWidth - 10 })
        }),
      )
      row.add(
        doc.struct('TD', {}, () => {
          doc.fillColor(value === '' ? ink.muted : ink.text)
          doc.text(text, page.side + labelWidth, top, { width: inner - labelWidth, lineGap: 1 })
        }),
      )
      row.end()
      doc.y += 4
    }
    element.end()
  }
  const section = (title: string, rows: readonly Row[]): void => {
    if (rows.length === 0) return
    heading(title)
    table(rows)
  }
  return { paragraph, heading, section }
}

export const writeReceiptPdf = async ({
  receipt,
  masked,
  fonts,
}: ReceiptWork): Promise<Uint8Array> => {
  const { doc, finish } = startPdf({
    size: [page.width, page.height],
    margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
    info: {
      Title: `Receipt ${receipt.receiptNumber}`,
      Author: 'Glidepath',
      Creator: `Glidepath ${receipt.appVersion}`,
      Subject: operationTitle(receipt.operation),
    },
    fonts,
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const { paragraph, heading, section } = writerOn(doc, root)
  const texts = (title: string, lines: readonly string[], size: number): void => {
    heading(title)
    for (const line of lines) paragraph(line, size)
  }

  const explanation = explanationOf(receipt)
  paragraph(plainTitle(receipt), 18, { tag: 'H1', font: 'bold' })
  doc.y += 2
  paragraph(outcomeOf(receipt, inLocalTime).meaning, 10.5)
  if (receipt.environment.kind === 'training')
    paragraph(simulated, 10.5, { font: 'bold', color: ink.warning })
  if (explanation !== '') paragraph(explanation, 10.5)
  for (const sentence of plainSentences(receipt)) {
    doc.y += 2
    paragraph(sentence, 10.5)
  }
  section('Receipt', receiptRows(receipt, moment))
  section(wasSent(receipt) ? 'What was sent' : 'What was to be sent', sentRows(receipt))
  const answer = resultRows(receipt)
  section('What the service answered', answer)
  if (answer.length === 0) {
    heading('What the service answered')
    paragraph('No readable answer came.', 9.5, { color: ink.muted })
  }
  const savings = savingsRows(receipt)
  for (const { name, rows } of savings) section(name, rows)
  if (savings.length > 0) paragraph(savingsNote(receipt), 8, { color: ink.muted })
  section('Accounts and their plans', accountRows(receipt))
  const notes = receipt.notes.map(({ path, message }) => `${path}: ${message}`)
  if (notes.length > 0) texts('What had to be read differently', notes, 9.5)
  const annuity = receipt.result?.annuityPurchaseRequest ?? null
  if (annuity !== null)
    texts('AnnuityPurchaseRequest, as sent', piecesOf(JSON.stringify(annuity, null, 2)), 8)
  if (receipt.transaction.encoding !== 'empty')
    texts('Transaction, decoded', piecesOf(receipt.transaction.text), 8)
  root.end()
  runningLines(doc, { receipt, masked })
  return finish()
}
