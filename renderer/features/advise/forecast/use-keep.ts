import { explain } from '../../../lib/errors.ts'
import { useToast } from '../../../ui/kit.ts'
import { useForecast } from './forecast-store.ts'

/** Saves the result on screen; true if it is saved, now or before. Reports a failure. */
export const useKeep = (): (() => Promise<boolean>) => {
  const forecast = useForecast()
  const toast = useToast()
  return async () => {
    const problem = await forecast.keep()
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
