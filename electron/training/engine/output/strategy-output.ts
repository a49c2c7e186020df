import type { Strategy } from '../advice.ts'
import type { Household } from '../household.ts'
import { equityOf, riskLevelOf } from '../mixes.ts'
import type {
  FullPercentile,
  FullStrategyOutput,
  ReducedStrategyOutput,
} from '../service-shapes.ts'
import { levelAt, outlooksOf, type Projection } from '../strategy.ts'
import { incomeSecuring } from './annuity.ts'
import { advisableMixes, assetMixOf, mixOfAccounts, otherMixes } from './asset-mix.ts'
import { balanceHistory } from './history.ts'
import { percentileEntry, reducedPercentile } from './percentile-entry.ts'
import { cents } from './rounding.ts'
import { savingsReport } from './savings-detail.ts'
import { historicalScenarios } from './scenarios.ts'
import { investmentSelections, singleStockSales } from './selections.ts'
import { socialSecurityRows } from './social-security-rows.ts'

type OtherAges = FullPercentile['RetirementIncomeAtVariousRetirementAges']

/** Words for the income in typical markets against the goal. */
const ratingOf = (household: Household, typicalIncome: number): string => {
  const ratio = household.incomeGoal > 0 ? typicalIncome / household.incomeGoal : 1
  return ratio >= 1 ? 'On track' : ratio >= 0.85 ? 'Nearly on track' : 'Needs attention'
}

/** One of the service's twenty model portfolios, by equity in steps of five percent. */
const modelPortfolio = (equity: number): number => Math.min(20, Math.max(1, Math.round(equity / 5)))

/** A projected strategy in the service's full form; `otherAges` has one table per percentile. */
export const fullStrategyOutput = (
  household: Household,
  strategy: Strategy,
  current: Strategy,
  projection: Projection,
  otherAges: readonly OtherAges[],
): FullStrategyOutput => {
  const { plan } = projection.simulation
  const mix = mixOfAccounts(household, strategy)
  const equity = equityOf(mix)
  const wholeMix = assetMixOf(mix)
  const savings = savingsReport(household, strategy.rates)
  const typical = levelAt(projection, 50)
  const balance = household.accounts.reduce((sum, account) => sum + account.balance, 0)
  const guaranteed =
    (plan.guaranteed.socialSecurity.at(-1) ?? 0) + (plan.guaranteed.pension.at(-1) ?? 0)
  return {
    InvestmentSelections: investmentSelections(household, strategy, current),
    AssetMixAdvisableAccounts: advisableMixes(household, strategy),
    AssetMixHousehold: wholeMix,
    AssetMixOverall: wholeMix,
    AssetMixOther: otherMixes(household, strategy),
    BalanceHistory: balanceHistory(household),
    HistoricalScenarios: historicalScenarios(mix, balance, household.today),
    Percentile: outlooksOf(projection).map((outlook, index) =>
      percentileEntry(household, plan, outlook, otherAges[index] ?? []),
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
    NetRetirementIncomeGoalParticipant: cents(household.incomeGoal),
    NetRetirementIncomeGoal: cents(household.incomeGoal),
    SocialSecurity: socialSecurityRows(household),
    ModelPortfolioIndex: modelPortfolio(equity),
    SavingsRateTaxableOverflow: savings.overflow,
    SavingsRateOverall: savings.overall,
    RisOutput: incomeSecuring(household, strategy, guaranteed),
  }
}

/** The reduced form: exactly the fields specified for Forecast Current. */
export const reducedStrategyOutput = (full: FullStrategyOutput): ReducedStrategyOutput => ({
  InvestmentSelections: full.InvestmentSelections,
  AssetMixAdvisableAccounts: full.AssetMixAdvisableAccounts,
  AssetMixHousehold: full.AssetMixHousehold,
  Percentile: full.Percentile.map(reducedPercentile),
  StrategyType: full.StrategyType,
  Rating: full.Rating,
  RiskLevel: full.RiskLevel,
  RetirementAge: full.RetirementAge,
  SavingsRate: full.SavingsRate,
  SocialSecurity: full.SocialSecurity,
  ModelPortfolioIndex: full.ModelPortfolioIndex,
})
