import { parentPort, workerData } from 'node:worker_threads'
import { receiptSchema } from '#shared/records/receipt.ts'
import { z } from 'zod'
import { writeReceiptPdf } from './write-receipt-pdf.ts'

/** Worker entry: takes a receipt and fonts, answers with the bytes of a PDF file. A throw ends the worker. */
const port = parentPort
if (!port) throw new Error('receipt-pdf-worker runs as a worker thread only')

const bytes = z.instanceof(Uint8Array)
const { receipt, masked, fonts } = z
  .strictObject({
    receipt: receiptSchema,
    masked: z.boolean(),
    fonts: z.strictObject({ regular: bytes, bold: bytes }),
  })
  .parse(workerData)

port.postMessage(await writeReceiptPdf(receipt, masked, fonts))
