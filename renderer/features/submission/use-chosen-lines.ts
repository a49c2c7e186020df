import { computed, type Ref } from 'vue'
import { toNumericText } from '#shared/text/numeric-text.ts'
import type { AcceptLine } from '#shared/strategy/changes/accept-lines.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { useAccepted } from '../../workspace/forecast/accept-store.ts'
import { useForecast } from '../../workspace/forecast/forecast-store.ts'
import { dollars } from '../../lib/format.ts'
import { useProgram } from '../../workspace/program-store.ts'
import { tickedInputs, triedInputs, type TriedInput } from './tried-inputs.ts'

interface Typed {
  /** Keys of the checked lines. */
  ticked: readonly string[]
  /** A typed income goal; if set, the forecast's goal is not offered as a line. */
  readonly goalValue: string
}

/** The forecast's lines that the advisor chose, both tried and recommended ones. */
export const useChosenLines = (typed: Readonly<Ref<Typed>>) => {
  const forecast = useForecast()
  const program = useProgram()
  const accepted = useAccepted()

  /**
   * The unit of DesiredRetirementIncome is not specified, so it follows the environment's setting for the income goal.
   */
  const needLine = computed((): readonly TriedInput[] => {
    const { goal } = forecast
    if (goal === null || typed.value.goalValue.trim() !== '') return []
    const { incomeGoal } = program.active?.readAs ?? usualReadAs
    const Value = toNumericText(incomeGoal === 'year' ? goal * 12 : goal)
    return [
      {
        key: `goal ${Value}`,
        target: 'DesiredRetirementIncome',
        label: 'Desired retirement income',
        value: `${Value}, the goal of ${dollars(goal)} a month as dollars a ${incomeGoal}`,
        part: { DesiredRetirementIncome: { Value } },
      },
    ]
  })
  /** Inputs of the last run, and the goal if one was entered. Changes since that run are not included. */
  const tried = computed(() => [...triedInputs(forecast.forecast?.inputs ?? {}), ...needLine.value])
  const inputs = computed(() =>
    tickedInputs(
      [...tried.value, ...accepted.lines],
      new Set([...typed.value.ticked, ...accepted.lines.map(({ key }) => key)]),
    ),
  )

  const tick = (line: TriedInput, on: boolean) => {
    const others = typed.value.ticked.filter((key) => key !== line.key)
    typed.value.ticked = on ? [...others, line.key] : others
    // A field has only one value, so choosing the tried value declines the recommended one, and
    // vice versa.
    if (on)
      accepted.accept(
        accepted.lines.filter(({ targets }) => targets.includes(line.target)),
        false,
      )
  }
  const accept = (line: AcceptLine, on: boolean) => {
    accepted.accept([line], on)
    if (!on) return
    const same = new Set(
      tried.value.filter(({ target }) => line.targets.includes(target)).map(({ key }) => key),
    )
    typed.value.ticked = typed.value.ticked.filter((key) => !same.has(key))
  }

  return { accepted, tried, inputs, tick, accept }
}
