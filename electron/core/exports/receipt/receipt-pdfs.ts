import type { LibraryRecord } from '#shared/records/record.ts'
import { fail, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Logger } from '../../ports.ts'
import { receiptPdf, type ReceiptPdf } from './receipt-pdf.ts'

/** Saved receipts as PDF files. */
export interface ReceiptPdfs {
  /** Fails with `library.*`, or with `library.notFound` for a record that is no receipt. */
  pdf(receiptId: string, masked: boolean): Promise<Result<ReceiptPdf>>
}

export interface ReceiptPdfNeeds {
  readonly openRecord: (id: string) => Promise<Result<LibraryRecord>>
  /** Gives an older receipt the texts of its call's codes. */
  readonly inWords: (record: LibraryRecord) => Promise<LibraryRecord>
  readonly log: Pick<ActivityLog, 'record'>
  readonly logger: Logger
}

/** Every file made is noted in the activity log as an export that was prepared. */
export const createReceiptPdfs = ({
  openRecord,
  inWords,
  log,
  logger,
}: ReceiptPdfNeeds): ReceiptPdfs => ({
  pdf: async (receiptId, masked) => {
    const record = await openRecord(receiptId)
    if (!record.ok) return record
    const receipt = await inWords(record.value)
    if (receipt.kind !== 'receipt')
      return fail({ code: 'library.notFound', message: 'This is no receipt.' })
    const { id, environment, subject } = receipt
    const written = await receiptPdf(receipt, masked, logger)
    const about = { id, environmentId: environment.id, participantId: subject.participantId }
    log.record({ action: 'export', outcome: written.ok ? 'prepared' : 'failed', ...about })
    return written
  },
})
