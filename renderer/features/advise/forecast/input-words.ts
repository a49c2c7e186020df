import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import { dollars, percent } from '../../../lib/format.ts'

/** A forecast's inputs in words, field by field. A missing input stays as it is today. */
interface InputWords {
  readonly field: string
  readonly label: string
  readonly value: string
}

export const notChanged = 'not changed'

const savingsWords = (inputs: ForecastInputs): string =>
  (inputs.SavingsRateDetails ?? [])
    .map(({ PlanId, SavingsType, Value }) =>
      [PlanId, SavingsType, Value === undefined ? 'no rate' : percent(Number(Value))]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')

const pensionWords = (inputs: ForecastInputs): string =>
  (inputs.PensionTypes ?? [])
    .map(
      ({ Amount, StartYear, Cola }) =>
        `${Amount === undefined ? 'no amount' : dollars(Amount)} a year${StartYear === undefined ? '' : ` from ${StartYear}`}${Cola ? ', with cost-of-living increases' : ''}`,
    )
    .join('; ')

const claimedWords = ({ age, amount, startYear }: Claim): string =>
  `${age}, by approximation: left out, and a pension of ${dollars(amount)} a year from ${startYear}, with cost-of-living increases, in its place`

/** Every input with its value or `not changed`. */
export const inputWords = ({
  inputs,
  claim,
}: {
  readonly inputs: ForecastInputs
  readonly claim?: Claim | undefined
}): readonly InputWords[] =>
  [
    {
      field: 'ClaimAge',
      label: 'Social Security claimed at',
      value: claim === undefined ? '' : claimedWords(claim),
    },
    {
      field: 'RetirementAge',
      label: 'Retirement age',
      value: inputs.RetirementAge === undefined ? '' : String(inputs.RetirementAge),
    },
    {
      field: 'Salary',
      label: 'Salary',
      value: inputs.Salary === undefined ? '' : dollars(inputs.Salary),
    },
    { field: 'SavingsRateDetails', label: 'Savings rates', value: savingsWords(inputs) },
    { field: 'PensionTypes', label: 'Pensions', value: pensionWords(inputs) },
    {
      field: 'ExcludeSocialSecurity',
      label: 'Social Security',
      value:
        inputs.ExcludeSocialSecurity === undefined
          ? ''
          : inputs.ExcludeSocialSecurity
            ? 'excluded'
            : 'included',
    },
    { field: 'ForecastType', label: 'Forecast type', value: inputs.ForecastType ?? '' },
  ].map((entry) => ({ ...entry, value: entry.value === '' ? notChanged : entry.value }))
