import type { Receipt } from '#shared/records/receipt.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { askThread, ThreadTooSlow } from '../pdf/ask-thread.ts'
import { readFonts } from '../pdf/fonts.ts'
import type { Logger } from '../../ports.ts'

export interface ReceiptPdf {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const isSource = import.meta.url.endsWith('.ts')
const workerUrl = new URL(
  isSource ? './receipt-pdf-worker.ts' : './receipt-pdf-worker.js',
  import.meta.url,
)

/** The printed part of a receipt: of returned strategies only their savings, accounts and plans. */
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

/** Writes `receipt` as a PDF file, identifiers hidden if `masked`, in a worker of its own. */
export const receiptPdf = async (
  receipt: Receipt,
  masked: boolean,
  logger: Logger,
): Promise<Result<ReceiptPdf>> => {
  const shown = forPaper(masked ? maskReceipt(receipt) : receipt)
  try {
    const bytes = await askThread(workerUrl, { receipt: shown, masked, fonts: await readFonts() })
    if (!(bytes instanceof Uint8Array)) throw new Error('the worker answered with something else')
    return ok({
      fileName: `receipt-${receipt.receiptNumber}${masked ? '-masked' : ''}.pdf`,
      bytes: Uint8Array.from(bytes),
    })
  } catch (cause) {
    logger.error('writing a receipt as PDF failed', cause)
    return fail({
      code: 'internal',
      message:
        cause instanceof ThreadTooSlow
          ? 'Writing the PDF file took longer than two minutes, so it was stopped.'
          : 'The PDF file could not be written.',
      advice: 'Print the receipt instead, or try again.',
    })
  }
}
