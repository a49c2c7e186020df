import { operations } from '#shared/express/operations.ts'

/** Names of fields in the service's answers, in the token's answer, and in the usual forms of an error. */
const answerNames =
  'EnrollmentResult OptOutResult Success ErrorMessage TransactionId ClientTransactionId RKTransactionId ' +
  'RKTransactionMessage TransactionState TransactionReturnCode TransactionData HtmlTransactionConfirmation ClientId ' +
  'AnnuityPurchaseRequest Strategy StrategyOutput AccountMappings AccountId PlanId PlanType Transaction ' +
  'CommunicationXML InvestmentSelections AssetMixAdvisableAccounts AssetMixHousehold AssetMixOverall AssetMixOther ' +
  'AssetMix Id Asset AssetClass Weight RiskLevel BalanceHistory HistoricalScenarios Balance Year Month Value ' +
  'BenchmarkValue Name BenchmarkName Percentile IncomeSources TotalWealth OverallEndingBalance Taxes ' +
  'RetirementIncomeAtVariousRetirementAges Percentage Label SustainableRetirementIncome AccountBalance Values Age ' +
  'Type Account Investor ContributionType CatchupType SavingsRateDetail AccountSavingsRateDetail SavingsComponent ' +
  'IsRoth NumberOfYears DollarAmount CSSellOffData StrategyType Rating RetirementAge RetirementSpouse SavingsRate ' +
  'NetRetirementIncomeGoalParticipant NetRetirementIncomeGoal SocialSecurity FullBenefitAge Amount GrossAmount ' +
  'FullBenefitAmount ModelPortfolioIndex SavingsRateTaxableOverflow SavingsRateOverall RisOutput AnnuityType ' +
  'Recommendations LoweringAnnuitizationAdvisable PenaltyAmount LifeExpectancy ' +
  'access_token accessToken token token_type expires_in expiresIn issued_at issuedAt scope refresh_token status ' +
  'error error_description error_uri fault faultstring detail details errorcode code Code ErrorCode message Message ' +
  'errors Errors title description type'

const innerNames =
  'Amount Cola IsFromRecordKeeper StartYear SavingsType Value ServiceOption Type TransURL SID Cookie PlanId PlanType'

/** Every field name that the specification and its surroundings know; another name may be a participant's account. */
export const knownNames: ReadonlySet<string> = new Set([
  ...answerNames.split(' '),
  ...innerNames.split(' '),
  ...Object.values(operations).flatMap(({ request }) => Object.keys(request.shape)),
])
