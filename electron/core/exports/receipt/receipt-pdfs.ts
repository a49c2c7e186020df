import { fail, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Logger } from '../../ports.ts'
import type { Library } from '../../records/library/library.ts'
import { receiptPdf, type ReceiptPdf } from './receipt-pdf.ts'

export interface ReceiptPdfs {
  /** Fails with `library.*`, or with `library.notFound` for a record that is no receipt. */
  pdf(receiptId: string, masked: boolean): Promise<Result<ReceiptPdf>>
}

export interface ReceiptPdfNeeds {
  readonly library: Pick<Library, 'open'>
  readonly desk: Pick<Desk, 'recordInWords'>
  readonly log: Pick<ActivityLog, 'record'>
  readonly logger: Logger
}

/** The activity log notes every file as a prepared export. */
export const createReceiptPdfs = ({
  library,
  desk,
  log,
  logger,
}: ReceiptPdfNeeds): ReceiptPdfs => ({
  pdf: async (receiptId, masked) => {
    const record = await library.open(receiptId)
    if (!record.ok) return record
    const receipt = await desk.recordInWords(record.value)
    if (receipt.kind !== 'receipt')
      return fail({ code: 'library.notFound', message: 'This is no receipt.' })
    const { id, environment, subject } = receipt
    const written = await receiptPdf(receipt, masked, logger)
    const about = { id, environmentId: environment.id, participantId: subject.participantId }
    log.record({ action: 'export', outcome: written.ok ? 'prepared' : 'failed', ...about })
    return written
  },
})
