import { fullRetirementAge } from '#shared/law/ages.ts'
import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { percentiles } from '../assumptions.ts'
import { salaryAfter, savingYearAt, type Household } from '../person/household.ts'
import { blendAccounts, equityOf, riskLevelOf } from '../mixes.ts'
import { cents, clamp, sum, sumOfCents, times } from '../numbers.ts'
import { outlookAt } from '../outlook.ts'
import type { Strategy } from '../plan.ts'
import { applicableClaimAges, estimateBenefit } from '../person/social-security.ts'
import { otherAgesOf, type Projection } from '../strategy.ts'
import { balanceHistory, historicalScenarios } from './history.ts'
import {
  accountMixes,
  assetMixOf,
  investmentSelections,
  singleStockSales,
} from './holdings-output.ts'

/** The account id for savings outside plans; it appears only if there are any. */
const taxableAccountId = 'TAXABLE'

/** One percentile in the service's full form. Every array runs from today's age to the last age. */
const percentileEntry = (
  { household, simulation }: Projection,
  { percentage, label }: (typeof percentiles)[number],
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
    // Taxes are negative here, so that the sources add up to the income after taxes.
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
    // The specification spells it this way.
    AccountBalance: shown.map((bucket) => seriesOf('BeginingBalance', bucket.balances, bucket)),
  }
}

const annuityType = 'GMWB'
const annuityFromAge = 55
/** A smaller annuity, in dollars, is not worth a contract. */
const leastAnnuity = 10_000

/**
 * A suggestion to secure part of the income, for people over 55 who have something to secure. The rule is invented: it
 * suggests less if Social Security and pensions already cover most of the goal, and less by the part that
 * lifetime-income funds secure. It never suggests less than {@link leastAnnuity}.
 */
const incomeSecuring = (
  { accounts, age, incomeGoal }: Household,
  { type }: Strategy,
  guaranteed: number,
  balance: number,
) => {
  if (age <= annuityFromAge || balance <= 0) return { AnnuityType: '', Recommendations: [] }
  const covered = incomeGoal > 0 ? guaranteed / incomeGoal : 1
  const wanted = type === 'Current' || covered >= 0.8 ? 0 : covered >= 0.5 ? 15 : 25
  const positions = accounts.flatMap((account) => account.positions)
  const total = sum(positions.map((position) => position.balance))
  const secured = sum(
    positions.map((position) => (position.fund.lifetimeIncome ? position.balance : 0)),
  )
  const share = Math.max(0, wanted - Math.round((secured / total) * 100))
  const percentage = (balance * share) / 100 < leastAnnuity ? 0 : share
  return {
    AnnuityType: annuityType,
    Recommendations: [
      {
        AnnuityType: annuityType,
        LoweringAnnuitizationAdvisable: covered >= 0.8,
        Percentage: percentage,
        Amount: cents((balance * percentage) / 100),
      },
    ],
  }
}

/** Returns one row for each age at which Social Security can still be claimed. */
const socialSecurityRows = ({ age, usesSocialSecurity, worker }: Household) =>
  usesSocialSecurity && worker.salary > 0
    ? applicableClaimAges(age).map((claimAge) => {
        const { amount, fullAmount } = estimateBenefit(worker, claimAge)
        return {
          Age: String(claimAge),
          FullBenefitAge: Math.floor(fullRetirementAge(worker.birthYear) / 12),
          Amount: amount,
          GrossAmount: amount,
          FullBenefitAmount: fullAmount,
          Account: '',
          Investor: 'Participant',
        }
      })
    : []

const typeNames = { pretax: 'Pretax', roth: 'Roth', posttax: 'PostTax', employer: 'Employer' }

/**
 * The first year's savings within the limits, percent of pay and dollars a year; returns none once
 * the person is retired. `rate` is the person's own rate inside the plans.
 */
const savingsReport = (household: Household, rates: readonly ContributionRate[]) => {
  const { accounts, age } = household
  const years = Math.max(0, household.retirementAge - age)
  const salary = years > 0 ? salaryAfter(household.salary, 0) : 0
  const { amounts, madeRoth, overflow } = yearOfSavings(
    rates,
    accounts,
    salary,
    savingYearAt(household, 0),
  )
  const percent = (dollars: number) => (salary > 0 ? cents((dollars / salary) * 100) : 0)
  const rateOf = (dollars: number) => ({ Value: percent(dollars), DollarAmount: cents(dollars) })
  const isOwn = ({ kind }: ContributionRate) => kind !== 'employer'
  const detail = (isShown: typeof isOwn) =>
    accounts.flatMap(({ id, planId }, position) => {
      const component = (kind: ContributionRate['kind'], dollars: number) => ({
        PlanId: planId,
        Type: typeNames[kind],
        Value: percent(dollars),
        IsRoth: kind === 'roth',
        NumberOfYears: years,
        DollarAmount: cents(dollars),
      })
      const components = rates.flatMap((rate, index) => {
        if (rate.account !== position || !isShown(rate)) return []
        const asRoth = madeRoth[index] ?? 0
        const asked = component(rate.kind, (amounts[index] ?? 0) - asRoth)
        return asRoth > 0 ? [asked, component('roth', asRoth)] : [asked]
      })
      return components.length > 0 ? [{ SavingsComponent: components, Account: id }] : []
    })
  return {
    own: detail(isOwn),
    withEmployer: detail(() => true),
    rate: percent(sum(amounts.filter((_, index) => rates[index]?.kind !== 'employer'))),
    overall: rateOf(sum(amounts) + overflow),
    overflow: rateOf(overflow),
  }
}

const ratingOf = ({ incomeGoal }: Household, averageIncome: number): string => {
  const ratio = incomeGoal > 0 ? averageIncome / incomeGoal : 1
  return ratio >= 1 ? 'On track' : ratio >= 0.85 ? 'Nearly on track' : 'Needs attention'
}

/**
 * A strategy in the service's full form and spelling, with incomes at other retirement ages.
 * Amounts are at today's prices, and incomes are per year.
 */
export const fullStrategyOutput = (
  projection: Projection,
  current: Strategy,
  ageSteps: readonly number[],
) => {
  const { household, strategy, simulation, levels, average } = projection
  const { accounts, incomeGoal } = household
  const otherAges = otherAgesOf(projection, ageSteps)
  const { socialSecurity, pension } = simulation.plan.guaranteed
  const mix = blendAccounts(accounts, strategy.allocations)
  const equity = equityOf(mix)
  const wholeMix = assetMixOf(mix)
  const mixes = accountMixes(household, strategy)
  const savings = savingsReport(household, strategy.rates)
  const balance = sum(accounts.map((account) => account.balance))
  const guaranteed = (socialSecurity.at(-1) ?? 0) + (pension.at(-1) ?? 0)
  return {
    InvestmentSelections: investmentSelections(strategy, current),
    AssetMixAdvisableAccounts: mixes.advisable,
    AssetMixHousehold: wholeMix,
    AssetMixOverall: wholeMix,
    AssetMixOther: mixes.other,
    BalanceHistory: balanceHistory(household),
    HistoricalScenarios: historicalScenarios(household, mix, balance),
    Percentile: percentiles.map((percentile, index) =>
      percentileEntry(projection, percentile, levels[index] ?? 0, otherAges[index] ?? []),
    ),
    SavingsRateDetail: savings.own,
    AccountSavingsRateDetail: savings.withEmployer,
    CSSellOffData: singleStockSales(strategy, current),
    StrategyType: strategy.type,
    Rating: ratingOf(household, average),
    RiskLevel: riskLevelOf(equity),
    RetirementAge: String(household.retirementAge),
    RetirementSpouse: '',
    SavingsRate: savings.rate,
    NetRetirementIncomeGoalParticipant: cents(incomeGoal),
    NetRetirementIncomeGoal: cents(incomeGoal),
    SocialSecurity: socialSecurityRows(household),
    /** The index of one of the service's twenty model portfolios, which differ by steps of five percent in equity. */
    ModelPortfolioIndex: clamp(Math.round(equity / 5), 1, 20),
    SavingsRateTaxableOverflow: savings.overflow,
    SavingsRateOverall: savings.overall,
    RisOutput: incomeSecuring(household, strategy, guaranteed, balance),
  }
}
export type FullStrategyOutput = ReturnType<typeof fullStrategyOutput>

/** A strategy with exactly the fields specified for Forecast Current. */
export const reducedStrategyOutput = ({
  InvestmentSelections,
  AssetMixAdvisableAccounts,
  AssetMixHousehold,
  Percentile,
  StrategyType,
  Rating,
  RiskLevel,
  RetirementAge,
  SavingsRate,
  SocialSecurity,
  ModelPortfolioIndex,
}: FullStrategyOutput) => ({
  InvestmentSelections,
  AssetMixAdvisableAccounts,
  AssetMixHousehold,
  Percentile: Percentile.map(
    ({ IncomeSources, TotalWealth, Percentage, Label, SustainableRetirementIncome }) => ({
      IncomeSources,
      TotalWealth,
      Percentage,
      Label,
      SustainableRetirementIncome,
    }),
  ),
  StrategyType,
  Rating,
  RiskLevel,
  RetirementAge,
  SavingsRate,
  SocialSecurity,
  ModelPortfolioIndex,
})
