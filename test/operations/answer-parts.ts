/** Parts of answers, as listed in the specification. */

const value = { Age: 'text', Value: 'number' } as const
const values = { Values: { list: value } } as const
const series = {
  Values: { list: value },
  Type: 'text',
  Account: 'text',
  Investor: 'text',
  ContributionType: 'text',
  CatchupType: 'text',
} as const
const assetMix = {
  Asset: { list: { AssetClass: 'text', Weight: 'text' } },
  RiskLevel: 'text',
} as const
const savings = {
  list: {
    SavingsComponent: {
      list: {
        PlanId: 'text',
        Type: 'text',
        Value: 'number',
        IsRoth: 'flag',
        NumberOfYears: 'integer',
        DollarAmount: 'number',
      },
    },
    Account: 'text',
  },
} as const
const rate = { Value: 'number', DollarAmount: 'number' } as const

/** The fields of a strategy in an Express Forecast Current answer. */
export const reducedStrategy = {
  InvestmentSelections: { byAccount: { list: 'any' } },
  AssetMixAdvisableAccounts: { byAccount: assetMix },
  AssetMixHousehold: assetMix,
  Percentile: {
    list: {
      IncomeSources: { list: series },
      TotalWealth: values,
      Percentage: 'number',
      Label: 'text',
      SustainableRetirementIncome: 'number',
    },
  },
  StrategyType: 'text',
  Rating: 'text',
  RiskLevel: 'text',
  RetirementAge: 'text',
  SavingsRate: 'number',
  SocialSecurity: {
    list: {
      Age: 'text',
      FullBenefitAge: 'integer',
      Amount: 'number',
      GrossAmount: 'number',
      FullBenefitAmount: 'number',
      Account: 'text',
      Investor: 'text',
    },
  },
  ModelPortfolioIndex: 'integer',
} as const

export const strategy = {
  ...reducedStrategy,
  AssetMixOverall: assetMix,
  AssetMixOther: { list: { AssetMix: assetMix, Id: 'text' } },
  BalanceHistory: { byAccount: { list: 'any' } },
  HistoricalScenarios: {
    list: {
      Balance: {
        list: { Year: 'text', Month: 'text', Value: 'number', BenchmarkValue: 'number' },
      },
      Name: 'text',
      BenchmarkName: 'text',
    },
  },
  Percentile: {
    list: {
      IncomeSources: { list: series },
      TotalWealth: values,
      OverallEndingBalance: values,
      Taxes: values,
      RetirementIncomeAtVariousRetirementAges: { list: 'any' },
      Percentage: 'number',
      Label: 'text',
      SustainableRetirementIncome: 'number',
      AccountBalance: { list: series },
    },
  },
  SavingsRateDetail: savings,
  AccountSavingsRateDetail: savings,
  CSSellOffData: { list: 'any' },
  RetirementSpouse: 'text',
  NetRetirementIncomeGoalParticipant: 'number',
  NetRetirementIncomeGoal: 'number',
  SavingsRateTaxableOverflow: rate,
  SavingsRateOverall: rate,
  RisOutput: {
    AnnuityType: 'text',
    Recommendations: {
      list: {
        AnnuityType: 'text',
        LoweringAnnuitizationAdvisable: 'flag',
        Percentage: 'number',
        Amount: 'number',
      },
    },
  },
} as const

export const mappings = { list: { AccountId: 'text', PlanId: 'text', PlanType: 'text' } } as const

export const result = {
  Success: 'flag',
  ErrorMessage: 'text',
  TransactionId: 'text',
  ClientTransactionId: 'text',
  RKTransactionId: 'text',
  RKTransactionMessage: 'text',
  TransactionState: 'text',
  TransactionReturnCode: 'text',
  TransactionData: 'text',
  HtmlTransactionConfirmation: 'flag',
  ClientId: 'text',
} as const
