import type { Json } from '#shared/json.ts'

/** Parts of the service's answers, in its own spelling. Amounts are in today's dollars; incomes a year. */

export interface ValuePoint {
  readonly Age: string
  readonly Value: number
}

interface ValueList {
  readonly Values: readonly ValuePoint[]
}

export interface Series extends ValueList {
  /** `AccountIncome`, `SocialSecurity`, `Pension`, `Taxes` (below zero); `BeginingBalance` is spelled as specified. */
  readonly Type: string
  readonly Account: string
  readonly Investor: string
  readonly ContributionType: string
  readonly CatchupType: string
}

export interface ReducedPercentile {
  readonly IncomeSources: readonly Series[]
  readonly TotalWealth: ValueList
  readonly Percentage: number
  readonly Label: string
  readonly SustainableRetirementIncome: number
}

export interface FullPercentile extends ReducedPercentile {
  readonly OverallEndingBalance: ValueList
  readonly Taxes: ValueList
  readonly RetirementIncomeAtVariousRetirementAges: readonly {
    readonly RetirementAge: string
    readonly SustainableRetirementIncome: number
  }[]
  readonly AccountBalance: readonly Series[]
}

export interface AssetMix {
  readonly Asset: readonly { readonly AssetClass: string; readonly Weight: string }[]
  readonly RiskLevel: string
}

export interface SavingsComponent {
  readonly PlanId: string
  readonly Type: string
  /** Percent of pay. */
  readonly Value: number
  readonly IsRoth: boolean
  readonly NumberOfYears: number
  readonly DollarAmount: number
}

export interface SavingsRateDetail {
  readonly SavingsComponent: readonly SavingsComponent[]
  readonly Account: string
}

export interface Rate {
  readonly Value: number
  readonly DollarAmount: number
}

export interface SocialSecurityRow {
  readonly Age: string
  readonly FullBenefitAge: number
  readonly Amount: number
  readonly GrossAmount: number
  readonly FullBenefitAmount: number
  readonly Account: string
  readonly Investor: string
}

export interface HistoricalScenario {
  readonly Balance: readonly {
    readonly Year: string
    readonly Month: string
    readonly Value: number
    readonly BenchmarkValue: number
  }[]
  readonly Name: string
  readonly BenchmarkName: string
}

export interface RisOutput {
  readonly AnnuityType: string
  readonly Recommendations: readonly {
    readonly AnnuityType: string
    readonly LoweringAnnuitizationAdvisable: boolean
    readonly Percentage: number
    readonly Amount: number
  }[]
}

type Row = Readonly<Record<string, Json>>

/** One element of StrategyOutput from Forecast Current, with exactly its fields. */
export interface ReducedStrategyOutput {
  readonly InvestmentSelections: Readonly<Record<string, readonly Row[]>>
  readonly AssetMixAdvisableAccounts: Readonly<Record<string, AssetMix>>
  readonly AssetMixHousehold: AssetMix
  readonly Percentile: readonly ReducedPercentile[]
  readonly StrategyType: string
  readonly Rating: string
  readonly RiskLevel: string
  readonly RetirementAge: string
  readonly SavingsRate: number
  readonly SocialSecurity: readonly SocialSecurityRow[]
  readonly ModelPortfolioIndex: number
}

/** One element of StrategyOutput from Forecast, Enroll and Implement. */
export interface FullStrategyOutput extends ReducedStrategyOutput {
  readonly AssetMixOverall: AssetMix
  readonly AssetMixOther: readonly { readonly AssetMix: AssetMix; readonly Id: string }[]
  readonly BalanceHistory: Readonly<Record<string, readonly Row[]>>
  readonly HistoricalScenarios: readonly HistoricalScenario[]
  readonly Percentile: readonly FullPercentile[]
  readonly SavingsRateDetail: readonly SavingsRateDetail[]
  readonly AccountSavingsRateDetail: readonly SavingsRateDetail[]
  readonly CSSellOffData: readonly Row[]
  readonly RetirementSpouse: string
  readonly NetRetirementIncomeGoalParticipant: number
  readonly NetRetirementIncomeGoal: number
  readonly SavingsRateTaxableOverflow: Rate
  readonly SavingsRateOverall: Rate
  readonly RisOutput: RisOutput
}

export interface AccountMapping {
  readonly AccountId: string
  readonly PlanId: string
  readonly PlanType: string
}
