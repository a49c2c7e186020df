import { takesInputs } from '#shared/express/operations.ts'
import type { Mark } from '#shared/records/marks.ts'
import { forecastIn, type RecordSummary } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { sentForecastOf, type SentForecast } from '#shared/strategy/changes/sent-strategy.ts'
import type { SentPlan } from '#shared/strategy/statement/lists/call-list.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { keptOf } from './kept-forecasts.ts'

interface Sender {
  readonly at: { readonly sha256: string } | null
  readonly kept: SavedAnswer | null
  readonly marks: readonly Mark[]
}

/** The part of a submission that its figures need; null if its strategy is not among those of its answer. */
const planOf = ({ saved, strategy, offered }: SentForecast): SentPlan | null => {
  const kept = keptOf(saved)
  const own = kept.reading.strategies[saved.reading.strategies.indexOf(strategy)]
  const hasClaim = offered.claim !== undefined
  return own === undefined
    ? null
    : { saved: kept, strategy: own, offered: keptOf(offered), hasClaim }
}

/**
 * Finds what was sent for the participants of a call list, so that it is not offered to them again. Each submission is
 * opened once.
 */
export const createSentPlans = (savedRecords: SavedRecords) => {
  const known = new Map<string, SentPlan | 'unknown'>()

  const forecastOf = async (id: string | undefined): Promise<SavedForecast | null> => {
    const record = id === undefined ? null : await savedRecords.open(id)
    return record?.ok ? forecastIn(record.value) : null
  }

  const find = async (receiptId: string, kept: SavedAnswer): Promise<SentPlan | 'unknown'> => {
    const record = await savedRecords.open(receiptId)
    if (!record.ok || record.value.kind !== 'receipt') return 'unknown'
    const receipt = record.value
    const reviewed = await forecastOf(receipt.recommended?.forecastId)
    const plain = await forecastOf(kept.id)
    const main = reviewed ?? plain
    const sent = main && sentForecastOf({ receipt, reviewed }, main, { plain, isShown: false })
    return (sent && planOf(sent)) ?? 'unknown'
  }

  return {
    /**
     * What a row's newest enrollment or implementation sent; null without one, and if the file has changed since, because
     * then it may already say what was sent. `unknown` if several submissions apply, or no answer has what was sent.
     */
    of: async (
      { at, kept, marks }: Sender,
      items: ReadonlyMap<string, RecordSummary>,
    ): Promise<SentPlan | 'unknown' | null> => {
      const ids = marks.flatMap(({ receiptId, operation, inDoubt }) => {
        const isSame = items.get(receiptId)?.likeness.file === at?.sha256
        return takesInputs(operation) && !inDoubt && isSame ? [receiptId] : []
      })
      const [receiptId, ...more] = ids
      if (receiptId === undefined || kept === null) return null
      if (more.length > 0) return 'unknown'
      const key = `${receiptId} ${kept.id}`
      const plan = known.get(key) ?? (await find(receiptId, kept))
      known.set(key, plan)
      return plan
    },
  }
}
export type SentPlans = ReturnType<typeof createSentPlans>
