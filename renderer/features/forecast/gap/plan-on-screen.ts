import { computed } from 'vue'
import { ownStrategy } from '#shared/strategy/statement/statement.ts'
import { useProgram } from '../../../workspace/program-store.ts'
import { useChosen } from '../../../workspace/forecast/chosen.ts'
import { useForecast } from '../../../workspace/forecast/forecast-store.ts'
import { isRunOf } from '../../../workspace/forecast/what-if.ts'

/**
 * The plan whose gap is to be closed, in the market on screen; today's strategy if there is no
 * plan. The strategy on screen does not matter, because levers change only the plan, and no answer
 * says what would bring Recommended to the goal.
 */
export const usePlanOnScreen = () => {
  const forecast = useForecast()
  const program = useProgram()
  const chosen = useChosen()

  /** `null` if there is no forecast from the current environment. */
  const plan = computed(() => {
    const saved = forecast.forecast
    if (saved?.kind !== 'forecast' || forecast.failure !== null) return null
    if (!program.isHere(saved.environment)) return null
    const stated = forecast.statementFor(saved)
    const strategy = ownStrategy(stated)
    if (strategy === null) return null
    const market = chosen.marketOf(stated)
    return {
      saved,
      strategy,
      onScreen: chosen.strategyOf(stated),
      market,
      income: strategy.incomes[market],
      gap: strategy.gaps[market],
      goal: strategy.goal,
      age: strategy.retirementAge,
      /** True if the income has phases; then no single income can be raised to the goal. */
      isInPhases: strategy.phases(market).length > 1,
    }
  })
  const isBehind = computed(
    () => plan.value !== null && !isRunOf(forecast.readTyped(), plan.value.saved),
  )
  return { plan, isBehind }
}
export type PlanOnScreen = NonNullable<ReturnType<typeof usePlanOnScreen>['plan']['value']>
