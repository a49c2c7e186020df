import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { strategiesInYears, usualReadAs } from '#shared/strategy/read-as.ts'
import { useProgram } from '../program-store.ts'

type Saved = Pick<SavedForecast | SavedCaseInformation, 'environment' | 'readAs'>

/**
 * The units of a result's amounts. The environment's current setting determines them, so that
 * correcting the setting also corrects older results. If the environment was removed or has another
 * address, uses the units that applied when the result was made.
 */
export const useReadAs = () => {
  const program = useProgram()
  return ({ environment, readAs }: Saved) => {
    const now = program.environments.find((each) => isSamePlace(environment, each))
    return {
      readAs: (now === undefined ? readAs : now.readAs) ?? usualReadAs,
      /** Completes “This is the setting of …”. */
      source: now?.name ?? `${environment.name} when this was made`,
      /** True if the result uses the current setting. */
      follows: now !== undefined,
    }
  }
}
export type Reading = ReturnType<ReturnType<typeof useReadAs>>

/** The strategies in a forecast, with amounts in dollars a year. */
export const usePair = () => {
  const readAs = useReadAs()
  return (saved: SavedForecast) =>
    pickPair(strategiesInYears(saved.reading.strategies, readAs(saved).readAs))
}
