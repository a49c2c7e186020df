import { computed, ref } from 'vue'
import { toNumericText } from '#shared/text/numeric-text.ts'
import type { AcceptLine } from '#shared/strategy/changes/accept-lines.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { useAccepted } from '../advise/forecast/accept/accept-store.ts'
import { useForecast } from '../advise/forecast/forecast-store.ts'
import { dollars } from '../../lib/format.ts'
import { useProgram } from '../../stores/program-store.ts'
import { tickedInputs, triedInputs, type TriedInput } from './tried-inputs.ts'

/**
 * The advisor's choice of the forecast on screen: tried lines and recommended ones. `hasGoal` says that a desired income is typed, so that the
 * forecast's need is no line.
 */
export const useChosenLines = (hasGoal: () => boolean) => {
  const forecast = useForecast()
  const program = useProgram()
  const accepted = useAccepted()
  const ticked = ref<ReadonlySet<string>>(new Set())

  /** The unit of DesiredRetirementIncome is not specified: it follows the environment's setting for the income goal. */
  const needLine = computed((): readonly TriedInput[] => {
    const { need } = forecast
    if (need === null || hasGoal()) return []
    const { incomeGoal } = program.active?.readAs ?? usualReadAs
    const Value = toNumericText(incomeGoal === 'year' ? need * 12 : need)
    return [
      {
        key: `need ${Value}`,
        target: 'DesiredRetirementIncome',
        label: 'Desired retirement income',
        value: `${Value}, the need of ${dollars(need)} a month as dollars a ${incomeGoal}`,
        part: { DesiredRetirementIncome: { Value } },
      },
    ]
  })
  /** The tried inputs, and the need if one was entered; without changes since the run. */
  const tried = computed(() => [...triedInputs(forecast.forecast?.inputs ?? {}), ...needLine.value])
  const inputs = computed(() =>
    tickedInputs(
      [...tried.value, ...accepted.lines],
      new Set([...ticked.value, ...accepted.lines.map(({ key }) => key)]),
    ),
  )

  const tick = (line: TriedInput, on: boolean) => {
    const others = [...ticked.value].filter((key) => key !== line.key)
    ticked.value = new Set(on ? [...others, line.key] : others)
    // A field has one value: choosing the tried one declines the recommended one, and vice versa.
    if (on)
      accepted.accept(
        accepted.lines.filter(({ target }) => target === line.target),
        false,
      )
  }
  const accept = (line: AcceptLine, on: boolean) => {
    accepted.accept([line], on)
    if (!on) return
    const same = new Set(
      tried.value.filter(({ target }) => target === line.target).map(({ key }) => key),
    )
    ticked.value = new Set([...ticked.value].filter((key) => !same.has(key)))
  }

  return { accepted, tried, ticked, inputs, tick, accept }
}
