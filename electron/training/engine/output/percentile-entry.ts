import type { Household } from '../person/household.ts'
import { cents, times, sumOfCents } from '../numbers.ts'
import { outlookAt } from '../outlook.ts'
import type { Simulation } from '../paths/simulation.ts'
import type { otherAgesOf } from '../strategy.ts'

/** Account id of savings outside plans; only appears if there are any. */
const taxableAccountId = 'TAXABLE'

/** One percentile in the service's full form. Every array runs from today's age through the last age. */
export const percentileEntry = (
  household: Household,
  simulation: Simulation,
  { percentage, label }: { readonly percentage: number; readonly label: string },
  income: number,
  otherAges: ReturnType<typeof otherAgesOf>[number],
) => {
  const { years, buckets, guaranteed } = simulation.plan
  const outlook = outlookAt(simulation, income, percentage)
  const pointsOf = (values: readonly number[]) =>
    values.slice(0, years).map((Value, offset) => ({ Age: String(household.age + offset), Value }))
  const seriesOf = (
    Type: string,
    values: readonly number[],
    { Account = '', ContributionType = '' } = {},
  ) => ({
    Values: pointsOf(values),
    Account,
    Investor: 'Participant',
    ContributionType,
    CatchupType: '',
    Type,
  })
  const column = (values: Float64Array, bucket: number): readonly number[] =>
    times(values.length / buckets.length, (year) =>
      cents(values[year * buckets.length + bucket] ?? 0),
    )
  const shown = buckets
    .map(({ account, kind }, index) => ({
      kind,
      balances: column(outlook.balances, index),
      withdrawals: column(outlook.withdrawals, index),
      Account: household.accounts[account]?.id ?? taxableAccountId,
      ContributionType: kind === 'Taxable' ? 'PostTax' : kind,
    }))
    .filter(({ kind, balances }) => kind !== 'Taxable' || balances.some((balance) => balance > 0))
  const totals = times(years + 1, (year) =>
    sumOfCents(shown.map(({ balances }) => balances[year] ?? 0)),
  )
  const taxes = Array.from(outlook.taxes, cents)
  const others = [
    seriesOf('SocialSecurity', guaranteed.socialSecurity.map(cents)),
    seriesOf('Pension', guaranteed.pension.map(cents)),
    // Subtracted from the rest, so that the sources together are the income, as the sustainable income is.
    seriesOf(
      'Taxes',
      taxes.map((tax) => -tax),
    ),
  ]
  return {
    IncomeSources: [
      ...shown.map((bucket) => seriesOf('AccountIncome', bucket.withdrawals, bucket)),
      ...others.filter(({ Values }) => Values.some(({ Value }) => Value !== 0)),
    ],
    TotalWealth: { Values: pointsOf(totals) },
    OverallEndingBalance: { Values: pointsOf(totals.slice(1)) },
    Taxes: { Values: pointsOf(taxes) },
    RetirementIncomeAtVariousRetirementAges: otherAges,
    Percentage: percentage,
    Label: label,
    SustainableRetirementIncome: cents(income),
    // Spelled as specified.
    AccountBalance: shown.map((bucket) => seriesOf('BeginingBalance', bucket.balances, bucket)),
  }
}
