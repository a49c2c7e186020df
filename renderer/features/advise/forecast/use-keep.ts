import { explain } from '../../../lib/errors.ts'
import { useToast } from '../../../ui/kit.ts'
import { useForecast } from './forecast-store.ts'

/** Keeps what is on screen; true when it is saved, by now or before. Why it could not be is said. */
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
