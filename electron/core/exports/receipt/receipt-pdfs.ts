import { fail, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Logger } from '../../ports.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import { receiptPdf, type ReceiptPdf } from './receipt-pdf.ts'

export interface ReceiptPdfs {
  /** Fails with `records.*`, or with `records.notFound` for a record that is no receipt. */
  pdf(receiptId: string, masked: boolean): Promise<Result<ReceiptPdf>>
}

interface ReceiptPdfNeeds {
  readonly savedRecords: Pick<SavedRecords, 'open'>
  readonly desk: Pick<Desk, 'recordInWords'>
  readonly log: Pick<ActivityLog, 'record'>
  readonly logger: Logger
}

/** The activity log notes every file as a prepared export. */
export const createReceiptPdfs = ({
  savedRecords,
  desk,
  log,
  logger,
}: ReceiptPdfNeeds): ReceiptPdfs => ({
  pdf: async (receiptId, masked) => {
    const record = await savedRecords.open(receiptId)
    if (!record.ok) return record
    const receipt = await desk.recordInWords(record.value)
    if (receipt.kind !== 'receipt')
      return fail({ code: 'records.notFound', message: 'This is no receipt.' })
    const { id, environment, subject } = receipt
    const written = await receiptPdf(receipt, masked, logger)
    const about = { id, environmentId: environment.id, participantId: subject.participantId }
    log.record({ action: 'export', outcome: written.ok ? 'prepared' : 'failed', ...about })
    return written
  },
})
