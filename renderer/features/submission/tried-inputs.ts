import { fieldLabel, fieldLines } from '#shared/express/field-words.ts'
import type { EnrollInputs, ForecastInputs } from '#shared/express/requests.ts'
import { rateTarget } from '#shared/strategy/changes/accept-lines.ts'
import { joinedInputs } from '#shared/strategy/changes/joined-inputs.ts'

/** One input tried in the forecast that a submission can include: a value, or one row of a list. */
export interface TriedInput {
  /** Contains the value, so that a checked box never applies to a different value later. */
  readonly key: string
  /**
   * The request's input that the value sets. If several values have the same target, only one can
   * be sent.
   */
  readonly target: string
  readonly label: string
  readonly value: string
  /** The part of a request that contains the value. */
  readonly part: EnrollInputs
}

const wholeFields = ['RetirementAge', 'Salary', 'ExcludeSocialSecurity', 'ForecastType'] as const

type Part = readonly [field: keyof ForecastInputs, part: ForecastInputs]

const partsOf = (inputs: ForecastInputs): readonly Part[] => [
  ...wholeFields.flatMap((field): Part[] =>
    inputs[field] === undefined ? [] : [[field, { [field]: inputs[field] }]],
  ),
  ...(inputs.SavingsRateDetails ?? []).map((row): Part => [
    'SavingsRateDetails',
    { SavingsRateDetails: [row] },
  ]),
  ...(inputs.PensionTypes ?? []).map((row): Part => ['PensionTypes', { PensionTypes: [row] }]),
]

export const triedInputs = (inputs: ForecastInputs): readonly TriedInput[] =>
  partsOf(inputs).map(([field, part], index) => {
    const value = fieldLines(part, field).join()
    const [rate] = part.SavingsRateDetails ?? []
    const target =
      rate !== undefined
        ? rateTarget(rate.PlanId ?? '', rate.SavingsType ?? '')
        : field === 'PensionTypes'
          ? `${field} ${index}`
          : field
    return { key: `${index} ${field} ${value}`, target, label: fieldLabel(field), value, part }
  })

export const tickedInputs = (
  lines: readonly Pick<TriedInput, 'key' | 'part'>[],
  ticked: ReadonlySet<string>,
): EnrollInputs => joinedInputs(lines.filter(({ key }) => ticked.has(key)).map(({ part }) => part))
