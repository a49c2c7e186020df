import { computed } from 'vue'
import { isEnough } from '#shared/strategy/outlook/close-gap.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useForecast } from '../forecast-store.ts'
import { isOfToday, isRunOf } from '../what-if.ts'
import { useMarketChoice } from '../outcome/use-outcome.ts'
import { usePair } from '../use-read-as.ts'

/** The plan that the search for help is about, and its distance from the need. */
export const usePlanOnScreen = () => {
  const forecast = useForecast()
  const program = useProgram()
  const pairOf = usePair()

  const choice = computed(useMarketChoice())

  /** The plan on screen, if it belongs to the environment in use and approximates no claim age. */
  const plan = computed(() => {
    const saved = forecast.forecast
    if (saved?.kind !== 'forecast' || saved.claim !== undefined) return null
    if (!program.isHere(saved.environment) || forecast.failure !== null) return null
    const { current } = pairOf(saved)
    const { own: row } = forecast.outcomeOf(saved)
    if (current === null || row === undefined) return null
    return {
      saved,
      current,
      need: row.need?.month ?? null,
      poor: row.outlook.poor,
      typical: row.outlook.typical,
      age: saved.inputs.RetirementAge ?? current.retirementAge,
      isToday: isOfToday(saved),
    }
  })
  const isBehind = computed(
    () => plan.value !== null && !isRunOf(forecast.readTyped(), plan.value.saved),
  )
  /** Whole dollars a month missing in poor markets; 0 if none, `null` if unknown. */
  const missing = computed(() => {
    const now = plan.value
    if (now === null || now.poor === null || now.need === null) return null
    return Math.max(0, -wholeDifference(now.poor.month, now.need))
  })
  /** The need that the plan meets in poor markets: its income there, in the whole dollars that the outcome shows. */
  const needMet = computed(() => {
    const month = plan.value?.poor?.month
    return month === undefined || !(month >= 1) ? null : Math.round(month)
  })
  const isClosed = computed(() => {
    const now = plan.value
    return now !== null && now.poor !== null && now.need !== null
      ? isEnough(now.poor.month, now.need)
      : null
  })

  return { choice, plan, isBehind, missing, needMet, isClosed }
}
