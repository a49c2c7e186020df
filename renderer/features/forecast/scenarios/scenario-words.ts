import type { SavedForecast } from '#shared/records/saved.ts'
import { leverPhrases, planName } from '#shared/strategy/lever-phrases.ts'
import { dateTime, time } from '../../../lib/format.ts'
import { screenWriter } from '../../../ui/figures/writer.ts'
import { changedWords } from '../../../workspace/forecast/input-words.ts'
import { isOfToday } from '../../../workspace/forecast/what-if.ts'

type Named = Pick<SavedForecast, 'kind' | 'inputs' | 'claim' | 'scenario'>

const changedFor = (saved: Named) => {
  if (isOfToday(saved)) return 'Today'
  return planName(leverPhrases(saved, screenWriter)).replace(/^These /, '') || 'Where you stand'
}

export const scenarioName = (saved: Named): string => saved.scenario?.name || changedFor(saved)

/** A card's inputs under the advisor's name; empty if the name says them. */
export const scenarioInputs = (saved: Named): string => {
  if (isOfToday(saved) || (saved.scenario?.name ?? '') === '') return ''
  return changedWords(saved)
    .map(({ label, value }) => `${label} ${value}`)
    .join(', ')
}

/** Time of the run; without the date on the same day. */
export const scenarioTime = (iso: string, now: Date = new Date()): string =>
  new Date(iso).toDateString() === now.toDateString() ? time(iso) : dateTime(iso)
