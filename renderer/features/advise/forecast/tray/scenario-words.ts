import type { SavedForecast } from '#shared/ipc/views.ts'
import { leverPhrases, planName } from '#shared/strategy/outlook-words.ts'
import { inputWords } from '../input-words.ts'
import { isOfToday } from '../forecast-store.ts'
import { figures } from '../outcome/use-outcome.ts'

/** What a scenario is called: what was changed for it. */
export const scenarioName = (saved: SavedForecast): string => {
  if (isOfToday(saved)) return 'Today'
  const name = planName(leverPhrases(saved.inputs, figures))
  if (name === '') return 'Where you stand'
  return name.replace(/^These /, '')
}

/** Every input that differs in any of `scenarios`, with its value in each. */
export const differingInputs = (
  scenarios: readonly SavedForecast[],
): readonly { readonly label: string; readonly values: readonly string[] }[] => {
  const words = scenarios.map(({ inputs }) => inputWords(inputs))
  return (words[0] ?? []).flatMap(({ label }, index) => {
    const values = words.map((each) => each[index]?.value ?? '')
    return new Set(values).size > 1 ? [{ label, values }] : []
  })
}
