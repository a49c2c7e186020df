import type { Receipt } from '#shared/records/receipt.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

/**
 * Wraps the saved records so that accepted receipts teach the directory their plans. A receipt that is only in memory
 * adds nothing, because nothing about its participant may stay on disk.
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
    save: async (record, verbatim, options) => {
      const saved = await savedRecords.save(record, verbatim, options)
      // Nothing waits for the directory, because a receipt that could not be saved must pause its list at once.
      if (record.kind === 'receipt' && record.outcome === 'accepted') void teach(record)
      return saved
    },
  }
}
