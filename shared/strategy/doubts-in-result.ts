import { unusualIn } from '../express/unusual.ts'
import { doubtsOf } from '../participant/doubts.ts'
import type { SavedCaseInformation, SavedForecast } from '../records/saved.ts'
import { rulesSaid } from '../savings/saving-year.ts'
import { eachOnce, type Said } from './statement/said.ts'
import { unusualFor } from './unusual-for.ts'

/**
 * Warnings, without names, about values in the participant file or typed for the run that cast
 * doubt on a result's figures. The values are judged as of the day of the first run, and by what
 * the advisor said then.
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
