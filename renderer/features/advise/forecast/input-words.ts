import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { dollars, percent } from '../../../lib/format.ts'

const notChanged = 'not changed'

const savingsWords = (inputs: ForecastInputs) =>
  (inputs.SavingsRateDetails ?? [])
    .map(({ PlanId, SavingsType, Value }) =>
      [PlanId, SavingsType, Value === undefined ? 'no rate' : percent(Number(Value))]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')

const pensionWords = (inputs: ForecastInputs) =>
  (inputs.PensionTypes ?? [])
    .map(
      ({ Amount, StartYear, Cola }) =>
        `${Amount === undefined ? 'no amount' : dollars(Amount)} a year${StartYear === undefined ? '' : ` from ${StartYear}`}${Cola ? ', with cost-of-living increases' : ''}`,
    )
    .join('; ')

const claimedWords = ({ age }: Claim) => `${age} (estimate only; not sent to the plan)`

/** Every input of a forecast in words, with its value or `not changed`: a missing input stays as it is today. */
export const inputWords = ({ inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>) => {
  const { RetirementAge, Salary, ExcludeSocialSecurity: excluded, ForecastType } = inputs
  const all = [
    ['ClaimAge', 'Social Security claimed at', claim && claimedWords(claim)],
    ['RetirementAge', 'Retirement age', RetirementAge?.toString()],
    ['Salary', 'Salary', Salary === undefined ? '' : dollars(Salary)],
    ['SavingsRateDetails', 'Savings rates', savingsWords(inputs)],
    ['PensionTypes', 'Pensions', pensionWords(inputs)],
    [
      'ExcludeSocialSecurity',
      'Social Security',
      excluded === undefined ? '' : excluded ? 'excluded' : 'included',
    ],
    ['ForecastType', 'Forecast type', ForecastType],
  ] as const
  return all.map(([field, label, value]) => ({ field, label, value: value || notChanged }))
}

export const changedWords = (saved: Pick<SavedForecast, 'inputs' | 'claim'>) =>
  inputWords(saved).filter(({ value }) => value !== notChanged)
