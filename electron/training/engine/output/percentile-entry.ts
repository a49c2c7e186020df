import { percentiles } from '../assumptions.ts'
import type { Household } from '../household.ts'
import type { Outlook } from '../outlook.ts'
import type { Plan } from '../plan.ts'
import type { FullPercentile, ReducedPercentile, Series, ValuePoint } from '../service-shapes.ts'
import { cents, sumOfCents } from './rounding.ts'

/** Account id of savings outside plans; only appears if there are any. */
const taxableAccountId = 'TAXABLE'

type OtherAges = FullPercentile['RetirementIncomeAtVariousRetirementAges']

const pointsOf = (household: Household, values: readonly number[]): readonly ValuePoint[] =>
  values.map((Value, offset) => ({ Age: String(household.age + offset), Value }))

const column = (
  values: Float64Array,
  buckets: number,
  bucket: number,
  years: number,
): readonly number[] =>
  Array.from({ length: years }, (_, year) => cents(values[year * buckets + bucket] ?? 0))

const totalsOf = (columns: readonly (readonly number[])[], years: number): readonly number[] =>
  Array.from({ length: years }, (_, year) => sumOfCents(columns.map((values) => values[year] ?? 0)))

const seriesOf = (
  household: Household,
  values: readonly number[],
  fields: Pick<Series, 'Type'> & Partial<Series>,
): Series => ({
  Values: pointsOf(household, values),
  Account: '',
  Investor: 'Participant',
  ContributionType: '',
  CatchupType: '',
  ...fields,
})

/** One percentile in the service's full form. Every array runs from today's age through the last age. */
export const percentileEntry = (
  household: Household,
  plan: Plan,
  outlook: Outlook,
  otherAges: OtherAges,
): FullPercentile => {
  const { years } = plan
  const count = plan.buckets.length
  const shown = plan.buckets.map((bucket, index) => {
    const balances = column(outlook.balances, count, index, years + 1)
    const Account = household.accounts[bucket.account]?.id ?? taxableAccountId
    return {
      balances,
      income: column(outlook.withdrawals, count, index, years),
      fields: { Account, ContributionType: bucket.kind === 'Taxable' ? 'PostTax' : bucket.kind },
      used: bucket.kind !== 'Taxable' || balances.some((balance) => balance > 0),
    }
  })
  const series = shown.filter(({ used }) => used)
  const totals = totalsOf(
    series.map(({ balances }) => balances),
    years + 1,
  )
  const others = [
    { Type: 'SocialSecurity', values: plan.guaranteed.socialSecurity.map(cents) },
    { Type: 'Pension', values: plan.guaranteed.pension.map(cents) },
    // Subtracted from the rest, so that the sources together are the income, as the sustainable income is.
    { Type: 'Taxes', values: Array.from(outlook.taxes, (tax) => -cents(tax)) },
  ].filter(({ values }) => values.some((value) => value !== 0))
  return {
    IncomeSources: [
      ...series.map(({ income, fields }) =>
        seriesOf(household, income, { Type: 'AccountIncome', ...fields }),
      ),
      ...others.map(({ Type, values }) => seriesOf(household, values, { Type })),
    ],
    TotalWealth: { Values: pointsOf(household, totals.slice(0, years)) },
    OverallEndingBalance: { Values: pointsOf(household, totals.slice(1)) },
    Taxes: { Values: pointsOf(household, Array.from(outlook.taxes, cents)) },
    RetirementIncomeAtVariousRetirementAges: otherAges,
    Percentage: outlook.percentage,
    Label: percentiles.find(({ percentage }) => percentage === outlook.percentage)?.label ?? '',
    SustainableRetirementIncome: cents(outlook.sustainable),
    AccountBalance: series.map(({ balances, fields }) =>
      seriesOf(household, balances.slice(0, years), { Type: 'BeginingBalance', ...fields }),
    ),
  }
}

/** The fields of a percentile in Forecast Current. */
export const reducedPercentile = (entry: FullPercentile): ReducedPercentile => ({
  IncomeSources: entry.IncomeSources,
  TotalWealth: entry.TotalWealth,
  Percentage: entry.Percentage,
  Label: entry.Label,
  SustainableRetirementIncome: entry.SustainableRetirementIncome,
})
