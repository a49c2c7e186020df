import { useRouter } from 'vue-router'
import { useForecast } from '../features/advise/forecast/forecast-store.ts'
import { useToReport } from '../features/advise/forecast/use-to-report.ts'
import { useToast } from '../ui/kit.ts'

/**
 * Prints what is on screen; of a forecast, that is the client's report. Chromium takes no notice when a page asks without a
 * key or a press in the page just before, as from the menu, and has asked not long ago; that is then said, not left at nothing.
 */
export const usePrint = (): (() => void) => {
  const toast = useToast()
  const router = useRouter()
  const forecast = useForecast()
  const toReport = useToReport()
  return () => {
    const isForecast =
      router.currentRoute.value.path === '/advise/forecast' && forecast.kind !== 'caseInformation'
    const saved = isForecast ? forecast.forecast : null
    // A file of several participants is about nobody in particular: its screen is printed as it is.
    if (saved !== null && saved.subject.among === undefined) return void toReport()
    const printing: { began: boolean } = { began: false }
    const note = (): void => {
      printing.began = true
    }
    window.addEventListener('beforeprint', note)
    window.print()
    window.removeEventListener('beforeprint', note)
    if (printing.began) return
    toast.add({
      title: 'Nothing was printed',
      description: 'The menu prints only every so often. Press Ctrl+P instead.',
      color: 'warning',
    })
  }
}
