import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { isSamePlace } from '../../../stores/destination.ts'
import { useProgram } from '../../../stores/program-store.ts'

type Saved = Pick<SavedForecast | SavedCaseInformation, 'environment' | 'readAs'>

/** What amounts are read as, and where that comes from, fit to follow “This is the setting of …”. */
export interface Reading {
  readonly readAs: ReadAs
  readonly source: string
  /** The setting still holds: once it is changed, the result is read by it. */
  readonly follows: boolean
}

/**
 * How a result's amounts are read: by the setting that its environment has now, so that a setting that is put right puts
 * older results right too; where the environment is gone, or is another place by now, as they were read when the result was made.
 */
export const useReadAs = () => {
  const program = useProgram()
  return ({ environment, readAs }: Saved): Reading => {
    const now = program.environments.find((each) => isSamePlace(environment, each))
    if (now === undefined)
      return {
        readAs: readAs ?? usualReadAs,
        source: `${environment.name} when this was made`,
        follows: false,
      }
    return { readAs: now.readAs ?? usualReadAs, source: now.name, follows: true }
  }
}
