import { expect, test } from 'vitest'
import {
  documented,
  isVisible,
  knownNames,
  sentWords,
} from '#electron/core/http/traffic/visible-fields.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'

/** What the list of service calls shows of a body: specified names, documented values, and codes of nobody. */

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

const nothing = sentWords('{}')

test.each([
  ['StrategyType', 'Revised'],
  ['Type', 'BeginingBalance'],
  ['PlanType', '401K'],
  ['PlanType', '457(b)'],
  ['ServiceOption', 'ManagedAccounts'],
  ['TransactionState', 'OptedOut'],
  ['error', 'invalid_client'],
  ['errorcode', 'oauth.v2.invalid_client'],
  ['token_type', 'Bearer'],
])('the documented value of %s, %s, is shown even if the request has it', (name, text) => {
  expect(isVisible(name, text, () => true)).toBe(true)
  expect(isVisible('Name', text, nothing)).toBe(false)
})

test.each(['RK-114', '0', '401', 'E101', '1.2.3', 'R(12)'])(
  'the code %s is shown, but only in a code’s field and if the request does not have it',
  (text) => {
    for (const name of [
      'TransactionReturnCode',
      'code',
      'Code',
      'ErrorCode',
      'errorcode',
      'status',
    ])
      expect(isVisible(name, text, nothing)).toBe(true)
    expect(isVisible('code', text, () => true)).toBe(false)
    for (const name of ['PlanId', 'Salary', 'Type', 'ErrorMessage', 'Nickname', 'RetirementAge'])
      expect(isVisible(name, text, nothing)).toBe(false)
  },
)

test.each([
  'PLAN',
  'E',
  '1234',
  '12345',
  'JD6789',
  'ABCD1',
  'A-12-B-34-C-567',
  'Zoë1',
  '1 2',
  '',
  '-',
  '1"',
])('%j is no code', (text) => expect(isVisible('code', text, nothing)).toBe(false))

test('a code counts as sent if the request has one of its words, in any place and any case', () => {
  const isSent = sentWords(
    JSON.stringify({
      ParticipantXML: `<P First="Ab" Last='Q7' None=""><City>\nS12\t94105</City></P>\u0007`,
      PensionTypes: [{ Amount: 93_211, Cola: true, StartYear: null }],
    }),
  )
  const sent = ['ab', 'AB-1', 'q7', 's12', '94105', '93211', 'Amount', '1-true']
  expect(sent.filter((code) => !isSent(code))).toEqual([])
  expect(['b', '7', 'S1', '9410', 'nS12', '–'].filter(isSent)).toEqual([])
})

test('in a request too long to be searched every code counts as sent', () => {
  const length = 256 * 1024
  expect([sentWords('-'.repeat(length))('E1'), sentWords('-'.repeat(length + 1))('E1')]).toEqual([
    false,
    true,
  ])
})

test.each(submissionOperations)('every state that training gives %s is shown', (name) => {
  for (const { state } of specified[name].training.declined)
    expect(
      isVisible('TransactionState', state, () => true),
      state,
    ).toBe(true)
})

test.each(submissionOperations)('of %s the fields are shown that may be, and no other', (name) => {
  const { body, items, shownInCalls } = specified[name]
  const fields = [body, ...Object.values(items)].flatMap((table) => Object.keys(table))
  expect([...new Set(fields.filter((field) => documented.has(field)))].toSorted()).toEqual(
    shownInCalls.toSorted(),
  )
})
