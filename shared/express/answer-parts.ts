import {
  byAccount,
  flag,
  integer,
  list,
  listOfAnything,
  number,
  numericText,
  object,
  ref,
  text,
  type JsonSchema,
} from './json-schema.ts'

const values = object({ Values: list(ref('ValuePoint')) })
const rate = object({ Value: number, DollarAmount: number })

const reducedPercentile = {
  IncomeSources: list(ref('Series')),
  TotalWealth: values,
  Percentage: number,
  Label: text,
  SustainableRetirementIncome: number,
}

const reducedStrategy = {
  InvestmentSelections: byAccount(listOfAnything),
  AssetMixAdvisableAccounts: byAccount(ref('AssetMix')),
  AssetMixHousehold: ref('AssetMix'),
  Percentile: list(ref('ReducedPercentile')),
  StrategyType: { type: 'string', description: 'Known values: Current, Revised' },
  Rating: text,
  RiskLevel: text,
  RetirementAge: numericText,
  SavingsRate: number,
  SocialSecurity: list(ref('SocialSecurity')),
  ModelPortfolioIndex: integer,
}

const strategyOutput = {
  ...reducedStrategy,
  AssetMixOverall: ref('AssetMix'),
  AssetMixOther: list(object({ AssetMix: ref('AssetMix'), Id: text })),
  BalanceHistory: byAccount(listOfAnything),
  HistoricalScenarios: list(
    object({
      Balance: list(object({ Year: text, Month: text, Value: number, BenchmarkValue: number })),
      Name: text,
      BenchmarkName: text,
    }),
  ),
  Percentile: list(ref('Percentile')),
  SavingsRateDetail: list(ref('SavingsRateBreakdown')),
  AccountSavingsRateDetail: list(ref('SavingsRateBreakdown')),
  CSSellOffData: listOfAnything,
  RetirementSpouse: numericText,
  NetRetirementIncomeGoalParticipant: number,
  NetRetirementIncomeGoal: number,
  SavingsRateTaxableOverflow: rate,
  SavingsRateOverall: rate,
  RisOutput: object({
    AnnuityType: { type: 'string', description: 'Known value: GMWB' },
    Recommendations: list(
      object({
        AnnuityType: text,
        LoweringAnnuitizationAdvisable: flag,
        Percentage: number,
        Amount: number,
      }),
    ),
  }),
}

/**
 * The parts of answers, and of the token's. They document the service and check nothing: the program reads any answer
 * as far as it can (`read/`), so no property is required and others may be present.
 */
export const answerParts: Readonly<Record<string, JsonSchema>> = {
  AccountMapping: object({ AccountId: text, PlanId: text, PlanType: text }),
  AssetMix: object({
    Asset: list(object({ AssetClass: text, Weight: numericText })),
    RiskLevel: text,
  }),
  ValuePoint: object({ Age: numericText, Value: number }),
  Series: object({
    Values: list(ref('ValuePoint')),
    Type: { type: 'string', description: 'Known values: AccountIncome, BeginingBalance' },
    Account: text,
    Investor: { type: 'string', description: 'Known value: Participant' },
    ContributionType: { type: 'string', description: 'Known value: PostTax' },
    CatchupType: text,
  }),
  ReducedPercentile: object(reducedPercentile),
  Percentile: object({
    ...reducedPercentile,
    OverallEndingBalance: values,
    Taxes: values,
    RetirementIncomeAtVariousRetirementAges: listOfAnything,
    AccountBalance: list(ref('Series')),
  }),
  SavingsComponent: object({
    PlanId: text,
    Type: { type: 'string', description: 'Known value: Pretax' },
    Value: number,
    IsRoth: flag,
    NumberOfYears: integer,
    DollarAmount: number,
  }),
  SavingsRateBreakdown: object({ SavingsComponent: list(ref('SavingsComponent')), Account: text }),
  SocialSecurity: object({
    Age: numericText,
    FullBenefitAge: integer,
    Amount: number,
    GrossAmount: number,
    FullBenefitAmount: number,
    Account: text,
    Investor: text,
  }),
  StrategyOutput: object(strategyOutput),
  ReducedStrategyOutput: object(reducedStrategy),
  TokenAnswer: {
    type: 'object',
    description:
      'Shape: not shown. Read tolerantly; a token lives 24 hours unless the answer says otherwise.',
    properties: {
      access_token: text,
      token_type: text,
      expires_in: { type: ['integer', 'string'] },
    },
  },
}
