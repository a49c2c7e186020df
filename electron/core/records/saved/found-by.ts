import { eachAtOnce } from '#shared/each-at-once.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { ok, type Result } from '#shared/result.ts'
import { isLostForGood } from './lost-for-good.ts'

const plansOf = (record: SavedRecord): readonly string[] => {
  switch (record.kind) {
    case 'receipt':
      return record.plans.flatMap(({ planId, planType }) => [planId, planType])
    case 'forecast':
    case 'forecastCurrent':
      return [
        ...(record.profile?.accounts ?? []).flatMap(({ planId, planType }) => [planId, planType]),
        ...record.reading.accountMappings.map(({ planId }) => planId),
      ]
    case 'caseInformation':
      return []
  }
}

const numbersOf = (record: SavedRecord): readonly string[] => {
  if (record.kind !== 'receipt') return []
  const { receiptNumber, submissionId, result } = record
  const transactions = [
    result?.transactionId,
    result?.clientTransactionId,
    result?.rkTransactionId,
    settledOf(record)?.transactionId,
  ]
  return [receiptNumber, submissionId, ...transactions.filter((each) => each !== undefined)]
}

/** Search text beyond the line on screen: receipt and transaction numbers, plans; in lower case. */
export const foundByOf = (record: SavedRecord): string =>
  [...new Set([...numbersOf(record), ...plansOf(record)])]
    .filter((each) => each !== '')
    .join(' ')
    .toLowerCase()

interface Searched {
  list(): Promise<Result<readonly RecordSummary[]>>
  readonly open: (id: string) => Promise<Result<SavedRecord>>
}

const openedAtOnce = 8

/**
 * Finds saved records by their numbers and plans: for each word, the ids of the records that contain it in any case.
 * The words are in the sealed header. An earlier version's record without them is opened once, and its words stay in
 * memory; they are never written.
 */
export const createSearch = (savedRecords: Searched) => {
  /** Words of older records: a summary stays the same object until its record changes. */
  const opened = new WeakMap<RecordSummary, string>()

  const openOlder = async (items: readonly RecordSummary[]): Promise<void> => {
    const older = items.filter((item) => item.foundBy === null && !opened.has(item))
    await eachAtOnce(older, openedAtOnce, async (item) => {
      const record = await savedRecords.open(item.id)
      if (record.ok) opened.set(item, foundByOf(record.value))
      // The next search tries a record again that only cannot be opened now.
      else if (isLostForGood(record.error)) opened.set(item, '')
    })
  }

  return async (words: readonly string[]): Promise<Result<string[][]>> => {
    const items = await savedRecords.list()
    if (!items.ok) return items
    await openOlder(items.value)
    const texts = items.value.map(
      (item) => [item.id, item.foundBy ?? opened.get(item) ?? ''] as const,
    )
    return ok(
      words.map((word) =>
        texts.flatMap(([id, text]) => (text.includes(word.toLowerCase()) ? [id] : [])),
      ),
    )
  }
}
