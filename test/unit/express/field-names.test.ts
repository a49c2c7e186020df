import { expect, test } from 'vitest'
import { knownNames } from '#electron/core/http/traffic/field-names.ts'
import { specified } from '#test/operations/index.ts'

/** Field names of the specification's answers, typed by hand, and the usual ones of token answers and errors. */
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

const requestNames = Object.values(specified)
  .flatMap(({ body, items }) => [body, ...Object.values(items)])
  .flatMap((table) => Object.keys(table))

test.each([
  ['of requests', requestNames],
  ['of answers', answerNames.split(' ')],
])('the names %s are known', (_whose, names) => {
  expect(names.filter((name) => !knownNames.has(name))).toEqual([])
})

test('a word of the description itself is not taken for a field', () => {
  const words = [
    'properties',
    'items',
    'additionalProperties',
    '$ref',
    'object',
    'string',
    'Keyed by account id',
    'ValuePoint',
  ]
  expect(words.filter((word) => knownNames.has(word))).toEqual([])
})
