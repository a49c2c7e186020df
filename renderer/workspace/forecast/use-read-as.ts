import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { strategiesInYears, usualReadAs } from '#shared/strategy/read-as.ts'
import { useProgram } from '../program-store.ts'

type Saved = Pick<SavedForecast | SavedCaseInformation, 'environment' | 'readAs'>

/**
 * Units of a result's amounts, by its environment's present setting, so that a corrected setting also corrects older
 * results; if the environment is gone or now points elsewhere, by the units at the time of the result.
 */
export const useReadAs = () => {
  const program = useProgram()
  return ({ environment, readAs }: Saved) => {
    const now = program.environments.find((each) => isSamePlace(environment, each))
    return {
      readAs: (now === undefined ? readAs : now.readAs) ?? usualReadAs,
      /** Follows “This is the setting of …”. */
      source: now?.name ?? `${environment.name} when this was made`,
      /** True if the result follows the present setting. */
      follows: now !== undefined,
    }
  }
}
export type Reading = ReturnType<ReturnType<typeof useReadAs>>

/** The strategies of a forecast, its amounts in dollars a year. */
export const usePair = () => {
  const readAs = useReadAs()
  return (saved: SavedForecast) =>
    pickPair(strategiesInYears(saved.reading.strategies, readAs(saved).readAs))
}
