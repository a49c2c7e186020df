import type { SavedForecast } from '#shared/records/saved.ts'
import { leverPhrases, sayAll } from '#shared/strategy/lever-phrases.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { dateTime, time } from '../../../lib/format.ts'
import { textOf } from '../../../ui/figures/writer.ts'
import { changedWords } from '../../../workspace/forecast/input-words.ts'
import { isOfToday } from '../../../workspace/forecast/what-if.ts'

type Named = Pick<SavedForecast, 'kind' | 'inputs' | 'claim' | 'scenario'>

const changedFor = (saved: Named): Said => {
  if (isOfToday(saved)) return ['Today']
  const phrases = leverPhrases(saved)
  if (phrases.length === 0) return ['Where you stand']
  return phrases.length > 2 ? [`${phrases.length} changes`] : sayAll(phrases)
}

/** The name that the advisor gave the scenario, otherwise a list of its changes. */
export const scenarioSaid = (saved: Named): Said =>
  saved.scenario?.name ? [saved.scenario.name] : changedFor(saved)

export const scenarioName = (saved: Named): string => textOf(scenarioSaid(saved))

/** A card's inputs, shown below the scenario's name; empty if the name already lists them. */
export const scenarioInputs = (saved: Named): string => {
  if (isOfToday(saved) || (saved.scenario?.name ?? '') === '') return ''
  return changedWords(saved)
    .map(({ label, value }) => `${label} ${value}`)
    .join(', ')
}

/** The time of the run, with the date unless the run was today. */
export const scenarioTime = (iso: string, now: Date = new Date()): string =>
  new Date(iso).toDateString() === now.toDateString() ? time(iso) : dateTime(iso)
