import type { Receipt } from '#shared/records/receipt.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { z } from 'zod'
import { fail, ok, whenOk } from '#shared/result.ts'
import type { Note } from '../../platform/note.ts'
import type { Logger } from '../../platform/ports.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import { askPdfWorker } from './ask-for-pdf.ts'

/**
 * The part of a receipt that is printed. From the returned strategies it keeps only savings,
 * accounts and plans.
 */
const forPaper = (receipt: Receipt): Receipt => ({
  ...receipt,
  forecast: receipt.forecast && {
    ...receipt.forecast,
    strategies: receipt.forecast.strategies.map((strategy) => ({
      ...strategy,
      percentiles: [],
      advisableMixes: [],
      otherMixes: [],
      investmentSelections: [],
      balanceHistory: [],
      historicalScenarios: [],
      csSellOffData: [],
      socialSecurity: [],
    })),
    communicationXml: '',
    notes: [],
  },
})

export const receiptPdf = async (receipt: Receipt, masked: boolean, logger: Logger) => {
  const work = { receipt: forPaper(masked ? maskReceipt(receipt) : receipt), masked }
  const written = await askPdfWorker(
    logger,
    work,
    z.instanceof(Uint8Array),
    'Writing the PDF file',
    {
      code: 'internal',
      message: 'The PDF file could not be written.',
      advice: 'Print the receipt instead, or try again.',
    },
  )
  const fileName = `receipt-${receipt.receiptNumber}${masked ? '-masked' : ''}.pdf`
  return whenOk(written, (bytes) => ok({ fileName, bytes: Uint8Array.from(bytes) }))
}

/** Makes PDFs of receipts. The activity log notes every file as a prepared export. */
export const createReceiptPdfs = ({
  savedRecords,
  log,
  logger,
}: {
  readonly savedRecords: Pick<SavedRecords, 'open'>
  readonly log: Note
  readonly logger: Logger
}) => ({
  /** Fails with `records.*`; `records.notFound` also if the record is not a receipt. */
  pdf: async (receiptId: string, masked: boolean) => {
    const record = await savedRecords.open(receiptId)
    if (!record.ok) return record
    const receipt = record.value
    if (receipt.kind !== 'receipt')
      return fail({ code: 'records.notFound', message: 'This is no receipt.' })
    const { id, environment, subject } = receipt
    const written = await receiptPdf(receipt, masked, logger)
    const about = { id, environmentId: environment.id, participantId: subject.participantId }
    log.record({ action: 'export', outcome: written.ok ? 'prepared' : 'failed', ...about })
    return written
  },
})

export type ReceiptPdfs = ReturnType<typeof createReceiptPdfs>
