import type { Receipt } from '#shared/records/receipt.ts'
import { inLocalTime } from '#shared/receipt/settled.ts'
import {
  accountRows,
  explanationOf,
  inUtc,
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
import { asArtifact, startPdf, type PdfDocument } from '../pdf/document.ts'
import type { PdfFonts } from '../pdf/fonts.ts'
import { breakLongWords, legible } from '../pdf/legible.ts'

/** US Letter in points, with room for the running lines above and below. */
const page = { width: 612, height: 792, side: 54, top: 72, bottom: 64 } as const
const inner = page.width - 2 * page.side
const labelWidth = 158
const ink = { text: '#0f172a', muted: '#475569', line: '#cbd5e1', warning: '#92400e' } as const

/** Local time with its zone, and the same moment in UTC. */
const moment = (iso: string): string => {
  const local = new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })
  return `${local.replaceAll('\u202f', ' ')}\n${inUtc(iso)}`
}

const simulated = 'Training – simulated. Nobody’s savings changed.'

/** Transactions are cut into pieces of this many lines, each a paragraph for assistive technology. */
const linesAPiece = 40

const piecesOf = (text: string): readonly string[] => {
  const lines = breakLongWords(text).split('\n')
  return Array.from({ length: Math.ceil(lines.length / linesAPiece) }, (_, index) =>
    lines.slice(index * linesAPiece, (index + 1) * linesAPiece).join('\n'),
  )
}

const runningLines = (doc: PdfDocument, receipt: Receipt, masked: boolean): void => {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    // The running lines stand in the margins, where text would otherwise begin a new page.
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    asArtifact(doc, () => {
      doc.font('bold').fontSize(9).fillColor(ink.text)
      doc.text('Glidepath', page.side, 36, { width: 120, lineBreak: false })
      if (receipt.environment.kind === 'training') {
        doc.fillColor(ink.warning)
        doc.text(simulated, page.side + 120, 36, {
          width: inner - 120,
          align: 'right',
          lineBreak: false,
        })
      }
      doc.font('regular').fontSize(8).fillColor(ink.muted)
      const note = masked ? ' · identifiers masked' : ''
      const foot = page.height - 40
      doc.text(`Receipt ${receipt.receiptNumber}${note}`, page.side, foot, {
        width: inner - 100,
        lineBreak: false,
      })
      doc.text(`Page ${index - start + 1} of ${count}`, page.side + inner - 100, foot, {
        width: 100,
        align: 'right',
        lineBreak: false,
      })
    })
  }
}

/** Lays the receipt out and returns the file's bytes: tagged, titled, numbered, with its fonts. */
export const writeReceiptPdf = async (
  receipt: Receipt,
  masked: boolean,
  fonts: PdfFonts,
): Promise<Uint8Array> => {
  const title = `Receipt ${receipt.receiptNumber}`
  const { doc, finish } = startPdf({
    size: [page.width, page.height],
    margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
    info: {
      Title: title,
      Author: 'Glidepath',
      Creator: `Glidepath ${receipt.appVersion}`,
      Subject: operationTitle(receipt.operation),
    },
    fonts,
  })
  const root = doc.struct('Document')
  doc.addStructure(root)

  const room = (height: number): void => {
    if (doc.y + height > page.height - page.bottom) doc.addPage()
  }
  const paragraph = (
    tag: 'H1' | 'H2' | 'P',
    text: string,
    font: 'regular' | 'bold',
    size: number,
    color: string,
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
    paragraph('H2', text, 'bold', 11.5, ink.text)
    asArtifact(doc, () => {
      doc
        .moveTo(page.side, doc.y + 1)
        .lineTo(page.side + inner, doc.y + 1)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke()
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
          doc
            .font('regular')
            .fontSize(9.5)
            .fillColor(ink.muted)
            .text(name, page.side, top, { width: labelWidth - 10 })
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

  const { meaning } = outcomeOf(receipt, inLocalTime)
  const explanation = explanationOf(receipt)
  paragraph('H1', plainTitle(receipt), 'bold', 18, ink.text)
  doc.y += 2
  paragraph('P', meaning, 'regular', 10.5, ink.text)
  if (receipt.environment.kind === 'training') paragraph('P', simulated, 'bold', 10.5, ink.warning)
  if (explanation !== '') paragraph('P', explanation, 'regular', 10.5, ink.text)
  for (const sentence of plainSentences(receipt)) {
    doc.y += 2
    paragraph('P', sentence, 'regular', 10.5, ink.text)
  }
  heading('Receipt')
  table(receiptRows(receipt, moment))
  const sent = sentRows(receipt)
  if (sent.length > 0) {
    heading(wasSent(receipt) ? 'What was sent' : 'What was to be sent')
    table(sent)
  }
  heading('What the service answered')
  const answer = resultRows(receipt)
  if (answer.length > 0) table(answer)
  else paragraph('P', 'No readable answer came.', 'regular', 9.5, ink.muted)
  const savings = savingsRows(receipt)
  for (const { name, rows } of savings) {
    heading(name)
    table(rows)
  }
  if (savings.length > 0) paragraph('P', savingsNote(receipt), 'regular', 8, ink.muted)
  const accounts = accountRows(receipt)
  if (accounts.length > 0) {
    heading('Accounts and their plans')
    table(accounts)
  }
  if (receipt.notes.length > 0) {
    heading('What had to be read differently')
    for (const note of receipt.notes)
      paragraph('P', `${note.path}: ${note.message}`, 'regular', 9.5, ink.text)
  }
  const annuity = receipt.result?.annuityPurchaseRequest ?? null
  if (annuity !== null) {
    heading('AnnuityPurchaseRequest, as sent')
    for (const piece of piecesOf(JSON.stringify(annuity, null, 2)))
      paragraph('P', piece, 'regular', 8, ink.text)
  }
  if (receipt.transaction.encoding !== 'empty') {
    heading('Transaction, decoded')
    for (const piece of piecesOf(receipt.transaction.text))
      paragraph('P', piece, 'regular', 8, ink.text)
  }
  root.end()
  runningLines(doc, receipt, masked)
  return finish()
}
