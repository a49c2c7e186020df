import { useRouter } from 'vue-router'
import { useForecast } from '../workspace/forecast/forecast-store.ts'
import { useToReport } from '../workspace/forecast/use-keep.ts'
import { useToast } from '../ui/kit.ts'

/**
 * Prints the screen; on a forecast, opens the client's report. Chromium may ignore a print request
 * if there was no recent click or key press in the page; a message then says so.
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
    // There is no client report for a forecast with several participants, so its screen is printed
    // as it is.
    if (saved !== null && saved.subject.among === undefined) return void toReport(saved)
    const printing: { began: boolean } = { began: false }
    const note = () => {
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
