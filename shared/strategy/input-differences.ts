import type { EnrollInputs } from '../express/requests.ts'

/** How the inputs of a submission differ from those a forecast was run with, a sentence for each. */

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dollars = (value: number): string => (Number.isInteger(value) ? whole : exact).format(value)

const savings = ({ SavingsRateDetails = [] }: EnrollInputs): string =>
  SavingsRateDetails.map(({ PlanId, SavingsType, Value }) => [PlanId, SavingsType, Value && `${Value} %`].filter(Boolean).join(' '))
    .toSorted()
    .join(', ')

const pensions = ({ PensionTypes = [] }: EnrollInputs): string =>
  PensionTypes.map(
    ({ Amount, StartYear, Cola, IsFromRecordKeeper }) =>
      `${Amount === undefined ? 'an unknown amount' : dollars(Amount)} a year from ${StartYear ?? 'an unknown year'}${Cola ? ', rising with prices' : ''}${IsFromRecordKeeper ? ', from the record-keeper' : ''}`,
  )
    .toSorted()
    .join(', ')

/** Each input's name in a sentence, and its value in words; empty where it is left to the service. */
const inputs: readonly (readonly [name: string, value: (inputs: EnrollInputs) => string])[] = [
  ['retirement age', ({ RetirementAge }) => (RetirementAge === undefined ? '' : String(RetirementAge))],
  ['salary', ({ Salary }) => (Salary === undefined ? '' : dollars(Salary))],
  ['savings rates', savings],
  ['pensions', pensions],
  [
    'Social Security',
    ({ ExcludeSocialSecurity }) => (ExcludeSocialSecurity === undefined ? '' : ExcludeSocialSecurity ? 'left out' : 'counted in'),
  ],
  ['forecast type', ({ ForecastType }) => ForecastType ?? ''],
  ['date of birth', ({ DOB }) => DOB?.slice(0, 10) ?? ''],
  ['gender', ({ Gender }) => Gender ?? ''],
  ['state of residence', ({ StateOfResidence }) => StateOfResidence ?? ''],
  [
    'desired retirement income',
    ({ DesiredRetirementIncome: goal }) => (goal === undefined ? '' : `${goal.Type ?? ''} ${goal.Value ?? ''}`.trim()),
  ],
]

/** What the forecast says may not hold where these sentences apply; none where both were run with the same. */
export const inputDifferences = (forecast: EnrollInputs, sent: EnrollInputs): readonly string[] =>
  inputs.flatMap(([name, read]) => {
    const [was, is] = [read(forecast), read(sent)]
    if (was === is) return []
    if (was === '') return [`The forecast was run with the service’s own ${name}; this is sent with ${name} ${is}.`]
    if (is === '') return [`The forecast was run with ${name} ${was}; this leaves ${name} to the service.`]
    // Words need their subject again; a figure does not.
    return [`The forecast was run with ${name} ${was}; this is sent with ${/^[$\d]/.test(is) ? is : `${name} ${is}`}.`]
  })
