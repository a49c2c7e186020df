import type { OperationName } from '#shared/express/operations.ts'

/** The answers of the service as its specification lists them, typed in by hand. */

/** Fields by name: `text`, `number`, `integer`, `flag`, `any` for a shape that is not shown, or what is inside. */
export interface AnswerFields {
  readonly [name: string]: Kind
}
type Kind =
  | 'text'
  | 'number'
  | 'integer'
  | 'flag'
  | 'any'
  | AnswerFields
  | ListOf
  | { readonly byAccount: Kind }
interface ListOf {
  readonly list: Kind
}

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

/** Express Forecast Current has these alone. */
const reducedStrategy = {
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

const strategy = {
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

const mappings = { list: { AccountId: 'text', PlanId: 'text', PlanType: 'text' } } as const

const result = {
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

const enroll: AnswerFields = {
  EnrollmentResult: { ...result, AnnuityPurchaseRequest: 'any' },
  Strategy: { StrategyOutput: { list: strategy }, AccountMappings: mappings },
  Transaction: 'text',
}

export const answerFields: Readonly<Record<OperationName, AnswerFields>> = {
  enroll,
  implement: enroll,
  optout: { OptOutResult: result, Transaction: 'text' },
  forecast: {
    StrategyOutput: { list: strategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  forecastCurrent: {
    StrategyOutput: { list: reducedStrategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  caseInformation: {
    SocialSecurity: { list: { Age: 'integer', Amount: 'number', PenaltyAmount: 'number' } },
    LifeExpectancy: { Age: 'integer' },
  },
}
