import type {
  AgeColumn,
  AssetMix,
  ForecastReading,
  Percentile,
  Series,
  Strategy,
} from '#shared/express/reading.ts'

/** A plausible answer for a participant aged 47 with two plans and a small pension, computed without randomness. */

const column = (from: number, to: number, value: (age: number) => number): AgeColumn => {
  const ages = Float64Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return { ages, values: ages.map((age) => Math.round(value(age))) }
}

export const emptyColumn: AgeColumn = { ages: new Float64Array(), values: new Float64Array() }
export const emptyMix: AssetMix = { assets: [], riskLevel: '' }

/** A strategy with only a type. */
export const emptyStrategy = (type: string): Strategy => ({
  type,
  rating: '',
  riskLevel: '',
  retirementAge: null,
  retirementSpouse: '',
  savingsRate: null,
  goalParticipant: null,
  goal: null,
  percentiles: [],
  householdMix: emptyMix,
  overallMix: emptyMix,
  advisableMixes: [],
  otherMixes: [],
  investmentSelections: [],
  balanceHistory: [],
  historicalScenarios: [],
  savingsRateDetail: [],
  accountSavingsRateDetail: [],
  csSellOffData: [],
  socialSecurity: [],
  modelPortfolioIndex: null,
  savingsRateTaxableOverflow: null,
  savingsRateOverall: null,
  risOutput: null,
})

/** A percentile entry with only its percentage and income. */
export const emptyPercentile = (percentage: number | null, income: number | null): Percentile => ({
  percentage,
  label: '',
  sustainableRetirementIncome: income,
  incomeSources: [],
  totalWealth: emptyColumn,
  overallEndingBalance: emptyColumn,
  taxes: emptyColumn,
  accountBalance: [],
  retirementIncomeAtVariousRetirementAges: [],
})

export const series = (
  account: string,
  type: string,
  data: AgeColumn,
  contributionType = '',
): Series => ({
  account,
  type,
  investor: 'Participant',
  contributionType,
  catchupType: '',
  ...data,
})

export const mix = (weights: Readonly<Record<string, number>>, riskLevel = ''): AssetMix => ({
  assets: Object.entries(weights).map(([assetClass, weight]) => ({ assetClass, weight })),
  riskLevel,
})

interface Person {
  readonly type: string
  readonly retirementAge: number
  readonly income: number
  readonly growth: number
  readonly saving: number
}

const wealthAt =
  (person: Person, luck: number) =>
  (age: number): number => {
    const rate = person.growth + luck
    const at = Math.min(age, person.retirementAge) - 47
    const before = 218_400 * (1 + rate) ** at + person.saving * (((1 + rate) ** at - 1) / rate)
    const years = Math.max(0, age - person.retirementAge)
    return Math.max(
      0,
      before * (1 + rate * 0.6) ** years -
        person.income * 0.72 * (((1 + rate * 0.6) ** years - 1) / (rate * 0.6)),
    )
  }

const percentile = (
  person: Person,
  percentage: number,
  label: string,
  luck: number,
  share: number,
): Percentile => {
  const income = Math.round((person.income * share) / 10) * 10
  const { retirementAge } = person
  const fromAccounts = Math.max(0, income - 27_600 - 6_000)
  return {
    ...emptyPercentile(percentage, income),
    label,
    incomeSources: [
      series(
        'A1',
        'AccountIncome',
        column(retirementAge, 95, (age) => fromAccounts * 0.78 + (age < 70 ? 27_600 : 0)),
        'PreTax',
      ),
      series(
        'A2',
        'AccountIncome',
        column(retirementAge, 95, () => fromAccounts * 0.22),
        'PostTax',
      ),
      series(
        'SS',
        'SocialSecurity',
        column(70, 95, () => 27_600),
      ),
      series(
        'PEN',
        'Pension',
        column(65, 95, () => 6_000),
      ),
    ],
    totalWealth: column(47, 95, wealthAt(person, luck)),
    overallEndingBalance: column(47, 95, wealthAt(person, luck)),
    taxes: column(retirementAge, 95, () => income * 0.12),
    accountBalance: [series('A1', 'BeginingBalance', column(47, 95, wealthAt(person, luck)))],
  }
}

const strategy = (person: Person): Strategy => ({
  ...emptyStrategy(person.type),
  rating: person.type === 'Current' ? 'Fair' : 'Good',
  riskLevel: 'Moderate',
  retirementAge: person.retirementAge,
  savingsRate: (person.saving / 92_000) * 100,
  goal: 64_400,
  goalParticipant: 64_400,
  percentiles: [
    percentile(person, 10, 'Poor markets', -0.024, 0.78),
    percentile(person, 50, 'Average markets', 0, 1),
    percentile(person, 90, 'Good markets', 0.022, 1.31),
  ],
  socialSecurity: [62, 67, 70].map((age) => ({
    age,
    fullBenefitAge: 67,
    amount: Math.round(27_600 * (age === 62 ? 0.56 : age === 67 ? 0.81 : 1)),
    grossAmount: Math.round(27_600 * (age === 62 ? 0.56 : age === 67 ? 0.81 : 1)),
    fullBenefitAmount: 22_356,
    account: 'SS',
    investor: 'Participant',
  })),
  savingsRateOverall: { value: (person.saving / 92_000) * 100, dollarAmount: person.saving },
  modelPortfolioIndex: 4,
})

const component = (planId: string, type: string, value: number, isRoth = false) => ({
  planId,
  type,
  value,
  isRoth,
  numberOfYears: 20,
  dollarAmount: value * 920,
})

const fund = (FundId: string, FundName: string, Percent: string, Amount: number) => ({
  FundId,
  FundName,
  Percent,
  Amount,
})

const currentMix = mix(
  { LargeCap: 52, SmallCap: 18, International: 8, Bond: 12, Cash: 10 },
  'Aggressive',
)
const revisedMix = mix(
  {
    LargeCap: 38,
    SmallCap: 9,
    International: 19,
    EmergingMarkets: 6,
    RealEstate: 4,
    Bond: 20,
    TIPS: 4,
  },
  'Moderate',
)

export const currentStrategy: Strategy = {
  ...strategy({ type: 'Current', retirementAge: 67, income: 51_840, growth: 0.044, saving: 6_440 }),
  householdMix: currentMix,
  overallMix: currentMix,
  advisableMixes: [
    { accountId: 'A1', mix: currentMix },
    { accountId: 'A2', mix: mix({ LargeCap: 100 }) },
  ],
  savingsRateDetail: [
    {
      account: 'A1',
      components: [
        component('RIVER_401K', 'Pretax', 5),
        component('RIVER_401K', 'Pretax', 1, true),
      ],
    },
    { account: 'A2', components: [component('RIVER_457', 'Pretax', 1)] },
  ],
  investmentSelections: [
    {
      accountId: 'A1',
      rows: [
        fund('F100', 'Riverbend Large Company Index', '58', 108_500),
        fund('F120', 'Riverbend Small Company', '20', 37_400),
        fund('F300', 'Stable Value', '22', 41_100),
      ],
    },
    { accountId: 'A2', rows: [fund('F100', 'Riverbend Large Company Index', '100', 31_400)] },
  ],
}

export const revisedStrategy: Strategy = {
  ...strategy({ type: 'Revised', retirementAge: 67, income: 58_260, growth: 0.049, saving: 9_200 }),
  householdMix: revisedMix,
  overallMix: revisedMix,
  advisableMixes: [
    { accountId: 'A1', mix: revisedMix },
    { accountId: 'A2', mix: revisedMix },
  ],
  savingsRateDetail: [
    {
      account: 'A1',
      components: [
        component('RIVER_401K', 'Pretax', 7),
        component('RIVER_401K', 'Pretax', 2, true),
      ],
    },
    { account: 'A2', components: [component('RIVER_457', 'Pretax', 1)] },
  ],
  investmentSelections: [
    {
      accountId: 'A1',
      rows: [
        fund('F100', 'Riverbend Large Company Index', '38', 71_060),
        fund('F200', 'Overseas Companies Index', '24', 44_880),
        fund('F120', 'Riverbend Small Company', '10', 18_700),
        fund('F400', 'Total Bond Market', '28', 52_360),
      ],
    },
    { accountId: 'A2', rows: [fund('F500', 'Target Date 2045', '100', 31_400)] },
  ],
  historicalScenarios: [
    {
      name: 'Financial crisis 2007–2009',
      benchmarkName: 'S&P 500',
      years: Float64Array.from({ length: 24 }, (_, i) => 2007 + Math.floor((9 + i) / 12)),
      months: Float64Array.from({ length: 24 }, (_, i) => ((9 + i) % 12) + 1),
      values: Float64Array.from(
        { length: 24 },
        (_, i) => 10_000 * (i < 17 ? 1 - 0.019 * i : 0.677 + 0.03 * (i - 16)),
      ),
      benchmarkValues: Float64Array.from(
        { length: 24 },
        (_, i) => 10_000 * (i < 17 ? 1 - 0.031 * i : 0.473 + 0.04 * (i - 16)),
      ),
    },
  ],
}

export const sampleForecast: ForecastReading = {
  strategies: [currentStrategy, revisedStrategy],
  accountMappings: [
    { accountId: 'A1', planId: 'RIVER_401K', planType: '401K' },
    { accountId: 'A2', planId: 'RIVER_457', planType: '457B' },
  ],
  communicationXml: '<Communication><Message>Training</Message></Communication>',
  notes: [{ path: 'StrategyOutput[0].SavingsRate', message: 'was text and was read as a number' }],
}
