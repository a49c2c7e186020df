import { useRouter } from 'vue-router'
import { reportPath } from '../../report/report-path.ts'
import { useForecast } from './forecast-store.ts'
import { isOfToday } from './is-of-today.ts'
import { useKeep } from './use-keep.ts'

/** Opens the client's report of the result on screen. Saves it and today's first, so that the report can be made again. */
export const useToReport = (): (() => Promise<void>) => {
  const forecast = useForecast()
  const router = useRouter()
  const keep = useKeep()
  return async () => {
    const shown = forecast.forecast
    if (shown === null || !(await keep())) return
    const { today } = forecast
    if (today !== null && !(await keep(today))) return
    const plan = isOfToday(shown) ? null : shown.id
    await router.push(reportPath({ today: today?.id ?? null, plan, need: forecast.need }))
  }
}
