import { unusualIn } from '../express/unusual.ts'
import { doubtsOf } from '../participant/doubts.ts'
import type { SavedCaseInformation, SavedForecast } from '../records/saved.ts'
import { rulesSaid } from '../savings/saving-year.ts'
import { eachOnce, type Said } from './statement/said.ts'
import { unusualFor } from './unusual-for.ts'

/**
 * What makes the figures of a result doubtful, in sentences without a name: the participant's file, and what was typed
 * for the run. It is judged by the day of the first run, and by what was said then.
 */
export const doubtsInResult = (
  saved: Pick<SavedForecast | SavedCaseInformation, 'savedAt' | 'inputs'> &
    Partial<Pick<SavedForecast, 'profile' | 'said'>>,
): readonly Said[] => {
  const { savedAt, inputs, profile = null, said } = saved
  const at = new Date(savedAt)
  const nobody = profile && { ...profile, firstName: '' }
  const typed = [...unusualIn(inputs), ...unusualFor(inputs, nobody, at, rulesSaid(said))]
  return eachOnce([...doubtsOf(profile, at), ...typed.map(({ message }) => message)])
}
