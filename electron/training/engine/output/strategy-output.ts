import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { percentiles } from '../assumptions.ts'
import { salaryAfter, type Household } from '../person/household.ts'
import { blendAccounts, equityOf, riskLevelOf } from '../mixes.ts'
import { cents, clamp, sum } from '../numbers.ts'
import type { Strategy } from '../plan.ts'
import {
  applicableClaimAges,
  estimateBenefit,
  fullRetirementAge,
} from '../person/social-security.ts'
import type { otherAgesOf, Projection } from '../strategy.ts'
import { balanceHistory, historicalScenarios } from './history.ts'
import {
  accountMixes,
  assetMixOf,
  investmentSelections,
  singleStockSales,
} from './holdings-output.ts'
import { percentileEntry } from './percentile-entry.ts'

const annuityType = 'GMWB'
const annuityFromAge = 55

/**
 * A suggestion to secure part of the income, for people over 55 with something to secure. Our own rule: less if Social
 * Security and pensions already carry most of the goal, and less by the part that lifetime-income funds secure.
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
  const percentage = Math.max(0, wanted - Math.round((secured / total) * 100))
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

/** One row for each age at which the benefit can still be claimed. */
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
 * The first year's savings within the limits, percent of pay and dollars a year; none once retired. `rate` is the
 * person's own inside the plans.
 */
const savingsReport = (household: Household, rates: readonly ContributionRate[]) => {
  const { accounts, age } = household
  const years = Math.max(0, household.retirementAge - age)
  const salary = years > 0 ? salaryAfter(household.salary, 0) : 0
  const { amounts, madeRoth, overflow } = yearOfSavings(rates, accounts, salary, age)
  const percent = (dollars: number) => (salary > 0 ? cents((dollars / salary) * 100) : 0)
  const rateOf = (dollars: number) => ({ Value: percent(dollars), DollarAmount: cents(dollars) })
  const isOwn = ({ kind }: ContributionRate) => kind !== 'employer'
  const detail = (isShown: (rate: ContributionRate) => boolean) =>
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

const ratingOf = ({ incomeGoal }: Household, typicalIncome: number): string => {
  const ratio = incomeGoal > 0 ? typicalIncome / incomeGoal : 1
  return ratio >= 1 ? 'On track' : ratio >= 0.85 ? 'Nearly on track' : 'Needs attention'
}

/** The service's full form and spelling. Amounts are in today's dollars, incomes a year's. */
export const fullStrategyOutput = (
  household: Household,
  strategy: Strategy,
  current: Strategy,
  { simulation, levels, typical }: Projection,
  otherAges: ReturnType<typeof otherAgesOf>,
) => {
  const { accounts, incomeGoal } = household
  const { socialSecurity, pension } = simulation.plan.guaranteed
  const mix = blendAccounts(accounts, strategy.allocations)
  const equity = equityOf(mix)
  const wholeMix = assetMixOf(mix)
  const mixes = accountMixes(household, strategy)
  const savings = savingsReport(household, strategy.rates)
  const balance = sum(accounts.map((account) => account.balance))
  const guaranteed = (socialSecurity.at(-1) ?? 0) + (pension.at(-1) ?? 0)
  return {
    InvestmentSelections: investmentSelections(household, strategy, current),
    AssetMixAdvisableAccounts: mixes.advisable,
    AssetMixHousehold: wholeMix,
    AssetMixOverall: wholeMix,
    AssetMixOther: mixes.other,
    BalanceHistory: balanceHistory(household),
    HistoricalScenarios: historicalScenarios(household, mix, balance),
    Percentile: percentiles.map((percentile, index) =>
      percentileEntry(
        household,
        simulation,
        percentile,
        levels[index] ?? 0,
        otherAges[index] ?? [],
      ),
    ),
    SavingsRateDetail: savings.own,
    AccountSavingsRateDetail: savings.withEmployer,
    CSSellOffData: singleStockSales(household, strategy, current),
    StrategyType: strategy.type,
    Rating: ratingOf(household, typical),
    RiskLevel: riskLevelOf(equity),
    RetirementAge: String(household.retirementAge),
    RetirementSpouse: '',
    SavingsRate: savings.rate,
    NetRetirementIncomeGoalParticipant: cents(incomeGoal),
    NetRetirementIncomeGoal: cents(incomeGoal),
    SocialSecurity: socialSecurityRows(household),
    /** One of the service's twenty model portfolios, by equity in steps of five percent. */
    ModelPortfolioIndex: clamp(Math.round(equity / 5), 1, 20),
    SavingsRateTaxableOverflow: savings.overflow,
    SavingsRateOverall: savings.overall,
    RisOutput: incomeSecuring(household, strategy, guaranteed, balance),
  }
}
export type FullStrategyOutput = ReturnType<typeof fullStrategyOutput>

/** Exactly the fields specified for Forecast Current. */
export const reducedStrategyOutput = (full: FullStrategyOutput) => ({
  InvestmentSelections: full.InvestmentSelections,
  AssetMixAdvisableAccounts: full.AssetMixAdvisableAccounts,
  AssetMixHousehold: full.AssetMixHousehold,
  Percentile: full.Percentile.map((entry) => ({
    IncomeSources: entry.IncomeSources,
    TotalWealth: entry.TotalWealth,
    Percentage: entry.Percentage,
    Label: entry.Label,
    SustainableRetirementIncome: entry.SustainableRetirementIncome,
  })),
  StrategyType: full.StrategyType,
  Rating: full.Rating,
  RiskLevel: full.RiskLevel,
  RetirementAge: full.RetirementAge,
  SavingsRate: full.SavingsRate,
  SocialSecurity: full.SocialSecurity,
  ModelPortfolioIndex: full.ModelPortfolioIndex,
})
