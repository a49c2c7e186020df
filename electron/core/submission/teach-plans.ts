import type { Receipt } from '#shared/records/receipt.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

/**
 * Saved records that teach the directory the plans of accepted receipts. Receipts that are only in memory add nothing,
 * because nothing about their participant may stay on disk.
 */
export const teaching = (
  savedRecords: SavedRecords,
  plans: Pick<PlanDirectory, 'learn'>,
): SavedRecords => {
  const teach = async (receipt: Receipt) => {
    if ((await savedRecords.state()).persistent) await plans.learn(receipt)
  }
  return {
    ...savedRecords,
    save: async (record, verbatim, hold) => {
      const saved = await savedRecords.save(record, verbatim, hold)
      // Nobody waits for this: while a list is sent, a receipt that could not be kept must pause the list at once.
      if (record.kind === 'receipt' && record.outcome === 'accepted') void teach(record)
      return saved
    },
  }
}
