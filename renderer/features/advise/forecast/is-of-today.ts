import type { SavedForecast } from '#shared/records/saved.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'

/** Whether nothing was changed, so that the answer is about today. */
export const isOfToday = (saved: Pick<SavedForecast, 'kind' | 'inputs' | 'claim'>): boolean =>
  saved.kind === 'forecast' && changesNothing(saved)
