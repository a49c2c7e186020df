import type { DeskReportRequest, DeskReportRow, EarlierRequest, EndedCall } from '#shared/ipc/desk-report.ts'
import type { DeskConfig, DeskTexts, DeskWrapUp } from '#shared/ipc/desk-views.ts'
import type { Receipt } from '#shared/ipc/views.ts'
import { fail, type Result } from '#shared/result.ts'

/** The opt-out desk: its texts, what was asked for earlier, how calls ended, and the supervisor's view of them. */
export interface Desk {
  /** Fails with `environment.notFound` or, for a version that never was, `input.invalid`. */
  config(environmentId: string, version?: number): Promise<Result<DeskConfig>>
  /** A new version. Fails with `input.invalid` and the field. */
  saveConfig(environmentId: string, texts: DeskTexts): Promise<Result<DeskConfig>>
  /** Of participants whose id begins with `participantId`; newest first, at most 20. */
  earlier(participantId: string): Promise<Result<EarlierRequest[]>>
  /** Fails with `library.notFound`, or with `input.invalid` for a receipt that is no opt-out. */
  wrapUp(receiptId: string, wrapUp: DeskWrapUp): Promise<Result<Receipt>>
  /** Durable when it resolves. */
  endCall(call: EndedCall): Promise<Result<void>>
  report(request: DeskReportRequest): Promise<Result<DeskReportRow[]>>
}

const missing = fail({ code: 'input.invalid', message: 'Not there yet.' })

export const createDesk = (): Desk => ({
  config: async () => missing,
  saveConfig: async () => missing,
  earlier: async () => missing,
  wrapUp: async () => missing,
  endCall: async () => missing,
  report: async () => missing,
})
