import { fieldLabel, fieldLines, type SharedField } from '../../express/field-words.ts'
import type { EnrollInputs } from '../../express/requests.ts'
import type { AcceptLine } from './accept-lines.ts'
import { isSameRate, isSameSaving } from './same-saving.ts'

/** One sentence for each input in which a submission differs from its forecast. */

const inputs = [
  'RetirementAge',
  'Salary',
  'SavingsRateDetails',
  'PensionTypes',
  'ExcludeSocialSecurity',
  'ForecastType',
  'DOB',
  'Gender',
  'StateOfResidence',
  'DesiredRetirementIncome',
] as const satisfies readonly (SharedField & keyof EnrollInputs)[]

/** The label inside a sentence; Social Security keeps its capitals because it is a name. */
const within = (name: (typeof inputs)[number]) =>
  name === 'ExcludeSocialSecurity' ? fieldLabel(name) : fieldLabel(name).toLowerCase()

/**
 * Both sets of inputs, without the values that are sent as recommended and without the values that
 * these replace.
 */
const withoutAccepted = (
  forecast: EnrollInputs,
  sent: EnrollInputs,
  recommended: readonly Pick<AcceptLine, 'part'>[],
): readonly [EnrollInputs, EnrollInputs] => {
  const isAge = recommended.some(
    ({ part }) => part.RetirementAge !== undefined && part.RetirementAge === sent.RetirementAge,
  )
  const rates = recommended
    .flatMap(({ part }) => part.SavingsRateDetails ?? [])
    .filter((rate) => (sent.SavingsRateDetails ?? []).some((each) => isSameRate(each, rate)))
  const rest = (values: EnrollInputs): EnrollInputs => ({
    ...values,
    ...(isAge ? { RetirementAge: undefined } : {}),
    ...(values.SavingsRateDetails === undefined
      ? {}
      : {
          SavingsRateDetails: values.SavingsRateDetails.filter(
            (each) => !rates.some((rate) => isSameSaving(each, rate)),
          ),
        }),
  })
  return [rest(forecast), rest(sent)]
}

/**
 * Sentences about differences that make the forecast unreliable for this submission; none if both use the same inputs.
 * A value that is sent as the forecast recommends it (`recommended`) does not count.
 */
export const inputDifferences = (
  forecastInputs: EnrollInputs,
  sentInputs: EnrollInputs,
  recommended: readonly Pick<AcceptLine, 'part'>[] = [],
): readonly string[] => {
  const [forecast, sent] = withoutAccepted(forecastInputs, sentInputs, recommended)
  return inputs.flatMap((field) => {
    const name = within(field)
    const read = (values: EnrollInputs) => fieldLines(values, field).toSorted().join('; ')
    const [was, is] = [read(forecast), read(sent)]
    if (was === is) return []
    if (was === '')
      return [
        `The forecast was run with the service’s own ${name}; this is sent with ${name} ${is}.`,
      ]
    if (is === '')
      return [`The forecast was run with ${name} ${was}; this leaves ${name} to the service.`]
    // A value in words repeats the input's name; a figure does not.
    return [
      `The forecast was run with ${name} ${was}; this is sent with ${/^[$\d]/.test(is) ? is : `${name} ${is}`}.`,
    ]
  })
}
