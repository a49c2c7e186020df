import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { isSamePlace } from '#shared/settings/same-place.ts'
import { strategiesInYears, usualReadAs } from '#shared/strategy/read-as.ts'
import { useProgram } from '../../../stores/program-store.ts'

type Saved = Pick<SavedForecast | SavedCaseInformation, 'environment' | 'readAs'>

/** Units of the amounts, and their source, to follow “This is the setting of …”. */
export interface Reading {
  readonly readAs: ReadAs
  readonly source: string
  /** True if the result follows the present setting. */
  readonly follows: boolean
}

/**
 * Units of a result's amounts, by its environment's present setting, so that a corrected setting also corrects older
 * results; if the environment is gone or now points elsewhere, by the units at the time of the result.
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

/** The strategies of a forecast, its amounts in dollars a year. */
export const usePair = () => {
  const readAs = useReadAs()
  return (saved: SavedForecast) =>
    pickPair(strategiesInYears(saved.reading.strategies, readAs(saved).readAs))
}
