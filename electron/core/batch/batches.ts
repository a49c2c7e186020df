import type {
  BatchDefaults,
  BatchFile,
  BatchMapping,
  BatchOptions,
  BatchReading,
  BatchRows,
  BatchRowState,
  BatchView,
} from '#shared/ipc/batch-views.ts'
import { fail, type Result } from '#shared/result.ts'

/** Lists of opt-outs: read, checked, sent row by row through the submission service, and told. */
export interface Batches {
  list(): Promise<Result<BatchView[]>>
  /** Fails with `input.invalid` for a file that is no table. */
  open(fileName: string, bytes: Uint8Array): Promise<Result<BatchFile>>
  read(batchId: string, reading: BatchReading): Promise<Result<BatchFile>>
  check(batchId: string, mapping: BatchMapping, defaults: BatchDefaults): Promise<Result<BatchView>>
  rows(request: { batchId: string; states?: readonly BatchRowState[] | undefined; offset: number; limit: number }): Promise<
    Result<BatchRows>
  >
  /** Fails with `submission.confirmation` when `rowsToSend` is not what would be sent. */
  start(batchId: string, options: BatchOptions, rowsToSend: number): Promise<Result<BatchView>>
  pause(batchId: string): Promise<Result<BatchView>>
  rerunFailed(batchId: string): Promise<Result<BatchView>>
  outcome(batchId: string): Promise<Result<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }>>
  remove(batchId: string): Promise<Result<void>>
}

const missing = fail({ code: 'input.invalid', message: 'Not there yet.' })

export const createBatches = (): Batches => ({
  list: async () => missing,
  open: async () => missing,
  read: async () => missing,
  check: async () => missing,
  rows: async () => missing,
  start: async () => missing,
  pause: async () => missing,
  rerunFailed: async () => missing,
  outcome: async () => missing,
  remove: async () => missing,
})
