import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'

export const noReceipt = fail({
  code: 'submission.notFound',
  message: 'No receipt of this submission is kept on this computer.',
})

/** Like `update` of the saved records, but only for receipts. */
export const changeReceipt = async (
  savedRecords: Pick<SavedRecords, 'update'>,
  id: string,
  change: (receipt: Receipt) => Result<Receipt>,
): Promise<Result<Receipt>> => {
  const changed = await savedRecords.update(id, (record) =>
    record.kind === 'receipt' ? change(record) : noReceipt,
  )
  if (!changed.ok) return changed
  return changed.value.kind === 'receipt' ? ok(changed.value) : noReceipt
}
