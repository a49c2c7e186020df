import { fieldLabel, fieldLines, type SharedField } from '../express/field-words.ts'
import type { EnrollInputs } from '../express/requests.ts'

/** How the inputs of a submission differ from those a forecast was run with, a sentence for each. */

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

/** The label within a sentence; Social Security is a name and keeps its capitals. */
const within = (name: (typeof inputs)[number]): string =>
  name === 'ExcludeSocialSecurity' ? fieldLabel(name) : fieldLabel(name).toLowerCase()

/** What the forecast says may not hold where these sentences apply; none where both were run with the same. */
export const inputDifferences = (forecast: EnrollInputs, sent: EnrollInputs): readonly string[] =>
  inputs.flatMap((field) => {
    const name = within(field)
    const read = (values: EnrollInputs): string => fieldLines(values, field).toSorted().join('; ')
    const [was, is] = [read(forecast), read(sent)]
    if (was === is) return []
    if (was === '')
      return [
        `The forecast was run with the service’s own ${name}; this is sent with ${name} ${is}.`,
      ]
    if (is === '')
      return [`The forecast was run with ${name} ${was}; this leaves ${name} to the service.`]
    // Words need their subject again; a figure does not.
    return [
      `The forecast was run with ${name} ${was}; this is sent with ${/^[$\d]/.test(is) ? is : `${name} ${is}`}.`,
    ]
  })
