import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { sentSaving, typedDollars } from '#shared/strategy/changes/sent-values.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { textOf } from '../../ui/figures/writer.ts'

const notChanged = 'not changed'

const savingsSaid = (inputs: ForecastInputs): Said =>
  separated(
    (inputs.SavingsRateDetails ?? []).map((rate) => {
      const place = [rate.PlanId, rate.SavingsType].filter(Boolean).join(' ')
      return said`${place && `${place} `}${sentSaving(rate, null).percent ?? 'no rate'}`
    }),
    '; ',
  )

const pensionSaid = (inputs: ForecastInputs): Said =>
  separated(
    (inputs.PensionTypes ?? []).map(({ Amount, StartYear, Cola }) => {
      const amount = Amount === undefined ? null : typedDollars('Pension', Amount)
      return said`${amount ?? 'no amount'} a year${StartYear !== undefined && ` from ${StartYear}`}${Cola && ', with cost-of-living increases'}`
    }),
    '; ',
  )

const claimedWords = ({ age }: Claim) => `${age} (estimate only; not sent to the plan)`

/** Every input of a forecast in words: its value, or `not changed` if the request leaves it out. */
export const inputSaid = ({ inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>) => {
  const { RetirementAge, Salary, ExcludeSocialSecurity: excluded, ForecastType } = inputs
  const all = [
    ['ClaimAge', 'Social Security claimed at', claim && claimedWords(claim)],
    ['RetirementAge', 'Retirement age', RetirementAge?.toString()],
    ['Salary', 'Salary', Salary === undefined ? null : typedDollars('Salary', Salary)],
    ['SavingsRateDetails', 'Savings rates', savingsSaid(inputs)],
    ['PensionTypes', 'Pensions', pensionSaid(inputs)],
    [
      'ExcludeSocialSecurity',
      'Social Security',
      excluded === undefined ? '' : excluded ? 'excluded' : 'included',
    ],
    ['ForecastType', 'Forecast type', ForecastType],
  ] as const
  return all.map(([field, label, value]) => {
    const words = said`${value}`
    return { field, label, value: words.length === 0 ? [notChanged] : words }
  })
}

/** {@link inputSaid} as plain text. */
const inputWords = (saved: Pick<SavedForecast, 'inputs' | 'claim'>) =>
  inputSaid(saved).map(({ value, ...input }) => ({ ...input, value: textOf(value) }))

export const changedWords = (saved: Pick<SavedForecast, 'inputs' | 'claim'>) =>
  inputWords(saved).filter(({ value }) => value !== notChanged)
