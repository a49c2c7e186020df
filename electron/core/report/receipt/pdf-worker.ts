import { isObject } from '#shared/is-object.ts'
import { receiptSchema } from '#shared/records/receipt.ts'
import { z } from 'zod'
import { serveJobs } from '../../../workers/serve-jobs.ts'
import { drawReport } from '../draw-report.ts'
import type { ReportInput } from '../facts.ts'
import { drawRecoveryPage } from '../recovery-page.ts'
import { writeReceiptPdf } from './write-receipt-pdf.ts'

const bytes = z.instanceof(Uint8Array)
const fonts = z.strictObject({ regular: bytes, bold: bytes })
const receiptWork = z.strictObject({ receipt: receiptSchema, masked: z.boolean() })
const reportWork = z.strictObject({
  /** The input was validated when it was opened; checking a whole forecast again would take longer than drawing it. */
  input: z.custom<ReportInput>(isObject),
  asFile: z.boolean(),
})
const text = z.string()
const recoveryWork = z.strictObject({
  recovery: z.strictObject({ code: text, day: text, user: text, machine: text }),
})
export type PdfWork =
  z.infer<typeof receiptWork> | z.infer<typeof reportWork> | z.infer<typeof recoveryWork>

/** A receipt and a recovery page return the bytes of their file; a report returns its pages and, if asked for, the file. */
serveJobs(
  z.union([
    receiptWork.extend({ fonts }),
    reportWork.extend({ fonts }),
    recoveryWork.extend({ fonts }),
  ]),
  (work) =>
    'receipt' in work
      ? writeReceiptPdf(work)
      : 'recovery' in work
        ? drawRecoveryPage(work.recovery, work.fonts)
        : drawReport(work),
)
