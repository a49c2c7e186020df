/**
 * Size of an Express Forecast answer. Every account has one income series and one balance series.
 */
export interface ForecastSize {
  readonly strategies: number
  readonly percentiles: number
  readonly ages: number
  readonly accounts: number
}

/** The size for which the limits of reading and transfer are set. */
export const largeSize: ForecastSize = { strategies: 2, percentiles: 9, ages: 80, accounts: 40 }

const cents = (value: number): number => Math.round(value * 100) / 100

/**
 * A full answer of that size as text, in which no number is repeated. A different seed gives
 * different numbers.
 */
export const largeForecastText = (size: ForecastSize = largeSize, seed = 1): string => {
  let state = seed
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return cents(10_000 + (state % 200_000_000) / 100)
  }
  const upTo = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const accounts = upTo(size.accounts, (index) => ({
    AccountId: `0f8e7d6c-5b4a-4938-8271-${String(index).padStart(12, '0')}`,
    PlanId: `P-${index}`,
    PlanType: '401K',
  }))
  const values = () => upTo(size.ages, (index) => ({ Age: String(20 + index), Value: next() }))
  const series = (Type: string) =>
    accounts.map(({ AccountId }) => ({
      Values: values(),
      Type,
      Account: AccountId,
      Investor: 'Participant',
      ContributionType: 'PostTax',
      CatchupType: '',
    }))
  const mix = () => ({
    Asset: ['LargeCap', 'SmallCap', 'International', 'Bonds', 'Cash'].map((AssetClass) => ({
      AssetClass,
      Weight: '20.5',
    })),
    RiskLevel: 'Moderate',
  })
  const byAccount = <T>(make: () => T) =>
    Object.fromEntries(accounts.map(({ AccountId }) => [AccountId, make()]))
  const percentile = (index: number) => ({
    IncomeSources: series('AccountIncome'),
    TotalWealth: { Values: values() },
    OverallEndingBalance: { Values: values() },
    Taxes: { Values: values() },
    RetirementIncomeAtVariousRetirementAges: [{ RetirementAge: '67', Income: next() }],
    Percentage: (index + 1) * 10,
    Label: `${(index + 1) * 10}th percentile`,
    SustainableRetirementIncome: next(),
    AccountBalance: series('BeginingBalance'),
  })
  const strategy = (index: number) => ({
    InvestmentSelections: byAccount(() => [
      { FundId: 'F-1', Percentage: 60 },
      { FundId: 'F-2', Percentage: 40 },
    ]),
    AssetMixAdvisableAccounts: byAccount(mix),
    AssetMixHousehold: mix(),
    AssetMixOverall: mix(),
    Percentile: upTo(size.percentiles, percentile),
    StrategyType: index === 0 ? 'Current' : 'Revised',
    Rating: 'Fair',
    RiskLevel: 'Moderate',
    RetirementAge: '67',
    RetirementSpouse: '66',
    SavingsRate: 6,
    NetRetirementIncomeGoal: next(),
    SocialSecurity: [],
    ModelPortfolioIndex: 4,
  })
  return JSON.stringify({
    StrategyOutput: upTo(size.strategies, strategy),
    CommunicationXML: '',
    AccountMappings: accounts,
  })
}
