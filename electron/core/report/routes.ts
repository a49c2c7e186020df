import { ok, whenOk } from '#shared/result.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { ReceiptPdfs } from './receipt/receipt-pdfs.ts'
import type { Reports } from './reports.ts'

export const reportRoutes = ({
  receipts,
  reports,
}: {
  readonly receipts: ReceiptPdfs
  readonly reports: Reports
}) =>
  ({
    'receipt.pdf': ({ receiptId, masked }) => receipts.pdf(receiptId, masked),
    'report.sources': ({ forecastId }) => reports.sources(forecastId),
    'report.preview': reports.preview,
    'report.pdf': reports.pdf,
    'report.keep': async ({ madeId, handedOver }) =>
      orNothing(await reports.keep(madeId, handedOver)),
    'report.logo': async () => ok({ logo: await reports.logo.get() }),
    'report.saveLogo': async ({ bytes }) =>
      whenOk(await reports.logo.save(bytes), (logo) => ok({ logo })),
    'report.removeLogo': async () => whenOk(await reports.logo.remove(), () => ok({ logo: null })),
  }) satisfies Partial<Routes>
