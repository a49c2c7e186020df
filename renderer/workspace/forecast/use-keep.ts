import { useRouter } from 'vue-router'
import type { AppError } from '#shared/errors.ts'
import type { ForecastRun } from '#shared/forecast/channels.ts'
import { explain } from '../../lib/errors.ts'
import { useToast } from '../../ui/kit.ts'
import { reportPath } from '../report-path.ts'
import { useForecast } from './forecast-store.ts'
import { isOfToday } from './what-if.ts'

export const useFailureToast = () => {
  const toast = useToast()
  return (problem: AppError | null) => {
    if (problem === null) return
    const { title, happened, next } = explain(problem)
    toast.add({ title, description: `${happened} ${next}`, color: 'error' })
  }
}

/**
 * Saves a result, by default the one on screen. Returns true if it is saved, now or earlier.
 * Reports a failure on screen.
 */
export const useKeep = () => {
  const forecast = useForecast()
  const sayWhy = useFailureToast()
  return async (run?: ForecastRun) => {
    const problem = await forecast.keep(run)
    sayWhy(problem)
    return problem === null
  }
}

/**
 * Opens the client's report about a result, with the scenarios to compare. First saves this result
 * and today's forecast, so that the report can be made again.
 */
export const useToReport = () => {
  const forecast = useForecast()
  const router = useRouter()
  const keep = useKeep()
  return async (chosen: ForecastRun, compared: readonly string[] = []) => {
    if (!(await keep(chosen))) return
    const { today, goal } = forecast
    if (today !== null && !(await keep(today))) return
    const plan = isOfToday(chosen) ? null : chosen.id
    await router.push(reportPath({ today: today?.id ?? null, plan, compared, goal }))
  }
}
