import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Library } from '../../records/library/library.ts'

export const noReceipt = fail({
  code: 'submission.notFound',
  message: 'No receipt of this submission is kept on this computer.',
})

/** As `update` of the library, for what is known to be a receipt. */
export const changeReceipt = async (
  library: Pick<Library, 'update'>,
  id: string,
  change: (receipt: Receipt) => Result<Receipt>,
): Promise<Result<Receipt>> => {
  const changed = await library.update(id, (record) =>
    record.kind === 'receipt' ? change(record) : noReceipt,
  )
  if (!changed.ok) return changed
  return changed.value.kind === 'receipt' ? ok(changed.value) : noReceipt
}
