/**
 * Parts of full answers, with every field of the specification: two strategies, three percentiles,
 * ages 45–95, three accounts. People and numbers are made up but plausible, and so are the parts
 * that the specification leaves open. Each operation's answer is in `test/operations/`.
 */

const accounts = [
  { AccountId: 'a1b2-401k', PlanId: 'P-100', PlanType: '401K' },
  { AccountId: 'c3d4-ira', PlanId: 'P-200', PlanType: 'IRA' },
  { AccountId: 'e5f6-457b', PlanId: 'P-300', PlanType: '457(b)' },
]

const startAge = 45
const lastAge = 95
const ages = Array.from({ length: lastAge - startAge + 1 }, (_, index) => startAge + index)

const cents = (value: number): number => Math.round(value * 100) / 100

const values = (at: (age: number) => number) =>
  ages.map((age) => ({ Age: String(age), Value: cents(at(age)) }))

const series = (Type: string, Account: string, at: (age: number) => number) => ({
  Values: values(at),
  Type,
  Account,
  Investor: 'Participant',
  ContributionType: 'PostTax',
  CatchupType: '',
})

const mix = (RiskLevel: string, stocks: number) => ({
  Asset: [
    { AssetClass: 'LargeCap', Weight: String(cents(stocks * 0.55)) },
    { AssetClass: 'SmallCap', Weight: String(cents(stocks * 0.15)) },
    { AssetClass: 'International', Weight: String(cents(stocks * 0.3)) },
    { AssetClass: 'Bonds', Weight: String(cents((100 - stocks) * 0.8)) },
    { AssetClass: 'Cash', Weight: String(cents((100 - stocks) * 0.2)) },
  ],
  RiskLevel,
})

const byAccount = <T>(value: (index: number) => T) =>
  Object.fromEntries(accounts.map(({ AccountId }, index) => [AccountId, value(index)]))

interface Plan {
  readonly type: string
  readonly retirementAge: number
  readonly rate: number
  readonly stocks: number
}

const wealthAt = (plan: Plan, growth: number) => (age: number) =>
  age <= plan.retirementAge
    ? 310_000 * (1 + growth) ** (age - startAge) + plan.rate * 1_100 * (age - startAge)
    : Math.max(
        0,
        310_000 * (1 + growth) ** (plan.retirementAge - startAge) -
          (age - plan.retirementAge) * 21_500,
      )

const reducedPercentile = (plan: Plan, percentage: number) => {
  const growth = 0.015 + percentage / 1_500
  const income = cents(24_000 + percentage * 380 + plan.rate * 900)
  return {
    IncomeSources: [
      series('AccountIncome', 'a1b2-401k', (age) =>
        age >= plan.retirementAge ? income * 0.45 : 0,
      ),
      series('AccountIncome', 'c3d4-ira', (age) => (age >= plan.retirementAge ? income * 0.12 : 0)),
      series('SocialSecurity', '', (age) => (age >= 67 ? 27_410.4 : 0)),
      series('Pension', '', (age) => (age >= 65 ? 6_000 : 0)),
    ],
    TotalWealth: { Values: values(wealthAt(plan, growth)) },
    Percentage: percentage,
    Label: `${percentage}th percentile`,
    SustainableRetirementIncome: income,
  }
}

const percentile = (plan: Plan, percentage: number) => {
  const growth = 0.015 + percentage / 1_500
  return {
    ...reducedPercentile(plan, percentage),
    OverallEndingBalance: { Values: values((age) => wealthAt(plan, growth)(age) * 0.97) },
    Taxes: { Values: values((age) => (age >= plan.retirementAge ? 4_800 : 11_200)) },
    RetirementIncomeAtVariousRetirementAges: [
      { RetirementAge: '62', Income: 39_800 },
      { RetirementAge: '67', Income: 51_200 },
    ],
    AccountBalance: accounts.map(({ AccountId }, index) =>
      series(
        'BeginingBalance',
        AccountId,
        (age) => wealthAt(plan, growth)(age) * (0.6 - index * 0.2),
      ),
    ),
  }
}

const savingsRateDetail = (plan: Plan) => [
  {
    SavingsComponent: [
      {
        PlanId: 'P-100',
        Type: 'Pretax',
        Value: plan.rate,
        IsRoth: false,
        NumberOfYears: 22,
        DollarAmount: plan.rate * 920,
      },
      {
        PlanId: 'P-100',
        Type: 'Posttax',
        Value: 1.5,
        IsRoth: true,
        NumberOfYears: 22,
        DollarAmount: 1_380,
      },
    ],
    Account: 'a1b2-401k',
  },
]

const reducedStrategy = (plan: Plan) => ({
  InvestmentSelections: byAccount((index) => [
    { FundId: `F-${index}1`, Name: 'Index 500', Percentage: 60 },
    { FundId: `F-${index}2`, Name: 'Core Bond', Percentage: 40 },
  ]),
  AssetMixAdvisableAccounts: byAccount((index) => mix('Moderate', plan.stocks - index)),
  AssetMixHousehold: mix('Moderate', plan.stocks),
  Percentile: [10, 50, 90].map((percentage) => reducedPercentile(plan, percentage)),
  StrategyType: plan.type,
  Rating: 'Fair',
  RiskLevel: 'Moderate',
  RetirementAge: String(plan.retirementAge),
  SavingsRate: plan.rate,
  SocialSecurity: [
    {
      Age: '67',
      FullBenefitAge: 67,
      Amount: 27_410.4,
      GrossAmount: 29_900,
      FullBenefitAmount: 27_410.4,
      Account: 'SS-1',
      Investor: 'Participant',
    },
  ],
  ModelPortfolioIndex: 4,
})

const strategy = (plan: Plan) => ({
  ...reducedStrategy(plan),
  AssetMixOverall: mix('Moderate', plan.stocks - 2),
  AssetMixOther: [{ AssetMix: { Asset: [], RiskLevel: '' }, Id: 'outside-1' }],
  BalanceHistory: byAccount((index) => [{ Date: '2026-06-30', Balance: 100_000 - index * 20_000 }]),
  HistoricalScenarios: [
    {
      Balance: Array.from({ length: 24 }, (_, month) => ({
        Year: String(2008 + Math.floor(month / 12)),
        Month: String((month % 12) + 1),
        Value: cents(310_000 - month * 1_900),
        BenchmarkValue: cents(310_000 - month * 2_300),
      })),
      Name: 'Financial crisis',
      BenchmarkName: 'All stocks',
    },
  ],
  Percentile: [10, 50, 90].map((percentage) => percentile(plan, percentage)),
  SavingsRateDetail: savingsRateDetail(plan),
  AccountSavingsRateDetail: savingsRateDetail(plan),
  CSSellOffData: [{ Year: 2027, Shares: 120, Percent: 25 }],
  RetirementSpouse: '66',
  NetRetirementIncomeGoalParticipant: 58_400,
  NetRetirementIncomeGoal: 64_400,
  SavingsRateTaxableOverflow: { Value: 0, DollarAmount: 0 },
  SavingsRateOverall: { Value: plan.rate + 1.5, DollarAmount: cents((plan.rate + 1.5) * 920) },
  RisOutput: {
    AnnuityType: 'GMWB',
    Recommendations: [
      {
        AnnuityType: 'GMWB',
        LoweringAnnuitizationAdvisable: false,
        Percentage: 20,
        Amount: 62_000,
      },
    ],
  },
})

const current: Plan = { type: 'Current', retirementAge: 65, rate: 6, stocks: 72 }
const revised: Plan = { type: 'Revised', retirementAge: 67, rate: 9, stocks: 64 }

/** The transaction text of a submission. */
export const transactionXml =
  '<?xml version="1.0" encoding="UTF-8"?><Transaction ID="T-1"><Election PlanID="P-100" Rate="9"/><Note>Moved &amp; kept</Note></Transaction>'

/** The result of a submission. */
export const resultSample = (success: boolean) => ({
  Success: success,
  ErrorMessage: success ? '' : 'The plan is closed.',
  TransactionId: 'T-20261120-1',
  ClientTransactionId: 'C-77',
  RKTransactionId: 'RK-5512',
  RKTransactionMessage: '',
  TransactionState: '',
  TransactionReturnCode: '',
  TransactionData: '',
  HtmlTransactionConfirmation: false,
  ClientId: 'TRAINING',
})

/** The Current and Revised strategies with all their fields. */
export const strategySamples = () => ({
  StrategyOutput: [strategy(current), strategy(revised)],
  AccountMappings: accounts,
})

/** An Express Forecast answer. */
export const forecastAnswer = () => ({
  ...strategySamples(),
  CommunicationXML: btoa(transactionXml),
})

/** An Express Forecast Current answer, in the reduced form. */
export const forecastCurrentAnswer = () => ({
  StrategyOutput: [reducedStrategy(current)],
  CommunicationXML: transactionXml,
  AccountMappings: accounts,
})
