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
} from '#shared/receipt/receipt-words.ts'
import { plainSentences, plainTitle } from '#shared/receipt/plain-words.ts'
import { ink } from '../ink.ts'
import { createPen, createSheet, type PageFrame, type Pen } from '../sheet.ts'
import { writePages } from '../write-pages.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { paperSizes } from '#shared/report/page-model.ts'
import { measureWith, type PdfFonts } from './document.ts'

interface ReceiptWork {
  readonly receipt: Receipt
  readonly masked: boolean
  readonly fonts: PdfFonts
}

const moment = (iso: string) => {
  const local = new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })
  return `${local.replaceAll('\u202f', ' ')}\n${inUtc(iso)}`
}

const simulated = 'Training – simulated. Nobody’s savings changed.'

const body = { size: 10.5, leading: 16.3 } as const
const fine = { size: 9.5, leading: 14 } as const
const small = { size: 8, color: ink.soft, leading: 13 } as const
const warning = { weight: 'bold', color: ink.trainingText } as const

/** The lines in the margins of every page. */
const receiptFrame = (pen: Pen, { receipt, masked }: Omit<ReceiptWork, 'fonts'>): PageFrame => {
  const foot = pen.paper.height - 32
  const number = `Receipt ${receipt.receiptNumber}${masked ? ' · identifiers masked' : ''}`
  return {
    top: 72,
    bottom: 64,
    draw: (page, count) => [
      pen.line('Glidepath', pen.left, 45, { size: 9, weight: 'bold' }),
      receipt.environment.kind === 'training' &&
        pen.line(simulated, pen.right, 45, { ...warning, size: 9 }, 'end'),
      pen.line(number, pen.left, foot, small),
      pen.line(`Page ${page} of ${count}`, pen.right, foot, small, 'end'),
    ],
  }
}

export const writeReceiptPdf = async (work: ReceiptWork): Promise<Uint8Array> => {
  const { receipt, fonts } = work
  const [paper, measure] = [paperSizes.letter, measureWith(fonts)]
  const sheet = createSheet(paper, measure, receiptFrame(createPen(paper, measure), work))
  const section = (title: string, rows: readonly Row[]) => {
    if (rows.length === 0) return
    sheet.heading(title)
    sheet.table(['', ''], [0.3], rows, { align: 'left', size: fine.size, empty: 'empty' })
  }
  const texts = (title: string, text: string, style: typeof fine | typeof small) => {
    if (text === '') return
    sheet.heading(title)
    sheet.text(text, style)
  }

  sheet.text(plainTitle(receipt), { role: 'h1', size: 18, weight: 'bold', leading: 26.5 })
  sheet.text(outcomeOf(receipt, inLocalTime).meaning, { ...body, above: 2 })
  if (receipt.environment.kind === 'training') sheet.text(simulated, { ...body, ...warning })
  sheet.text(explanationOf(receipt), body)
  for (const sentence of plainSentences(receipt)) sheet.text(sentence, { ...body, above: 2 })
  section('Receipt', receiptRows(receipt, moment))
  section(wasSent(receipt) ? 'What was sent' : 'What was to be sent', sentRows(receipt))
  const answer = resultRows(receipt)
  section('What the service answered', answer)
  if (answer.length === 0) texts('What the service answered', 'No readable answer came.', fine)
  const savings = savingsRows(receipt)
  for (const { name, rows } of savings)
    section(
      name,
      rows.map(([label, value]) => [label, written(value, americanWriter)]),
    )
  if (savings.length > 0) sheet.text(savingsNote(receipt), small)
  section('Accounts and their plans', accountRows(receipt))
  const notes = receipt.notes.map(({ path, message }) => `${path}: ${message}`)
  texts('What had to be read differently', notes.join('\n'), fine)
  const annuity = receipt.result?.annuityPurchaseRequest ?? null
  if (annuity !== null)
    texts('AnnuityPurchaseRequest, as sent', JSON.stringify(annuity, null, 2), small)
  if (receipt.transaction.encoding !== 'empty')
    texts('Transaction, decoded', receipt.transaction.text, small)
  return writePages(sheet.pages(), {
    info: {
      Title: `Receipt ${receipt.receiptNumber}`,
      Author: 'Glidepath',
      Creator: `Glidepath ${receipt.appVersion}`,
      Subject: operationTitle(receipt.operation),
    },
    fonts,
  })
}
