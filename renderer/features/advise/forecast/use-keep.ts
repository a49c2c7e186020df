import type { ForecastRun } from '#shared/forecasts/channels.ts'
import { explain } from '../../../lib/errors.ts'
import { useToast } from '../../../ui/kit.ts'
import { useForecast } from './forecast-store.ts'

/** Saves a result, by default the one on screen; true if it is saved, now or before. Reports a failure. */
export const useKeep = (): ((run?: ForecastRun) => Promise<boolean>) => {
  const forecast = useForecast()
  const toast = useToast()
  return async (run) => {
    const problem = await forecast.keep(run)
    if (problem === null) return true
    const words = explain(problem)
    toast.add({
      title: words.title,
      description: `${words.happened} ${words.next}`,
      color: 'error',
    })
    return false
  }
}
