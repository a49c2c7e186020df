import { unusualIn } from '../express/unusual.ts'
import { doubtsOf } from '../participant/doubts.ts'
import type { SavedCaseInformation, SavedForecast } from '../records/saved.ts'
import { usualRules } from '../savings/saving-year.ts'
import { unusualFor, type PersonRules } from './unusual-for.ts'

/** What this version knows of the law; a doubt depends on no setting. */
const rules: PersonRules = { ...usualRules, wagesBefore: null }

/**
 * What makes the figures of a result doubtful, in sentences without a name: the participant's file, and what was typed
 * for the run. It is judged by the day of the first run.
 */
export const doubtsInResult = (
  saved: Pick<SavedForecast | SavedCaseInformation, 'savedAt' | 'inputs'> &
    Partial<Pick<SavedForecast, 'profile'>>,
): readonly string[] => {
  const { savedAt, inputs, profile = null } = saved
  const at = new Date(savedAt)
  const nobody = profile && { ...profile, firstName: '' }
  const typed = [...unusualIn(inputs), ...unusualFor(inputs, nobody, at, rules)]
  return [...new Set([...doubtsOf(profile, at), ...typed.map(({ message }) => message)])]
}
