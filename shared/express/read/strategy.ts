import type {
  AssetMix,
  Percentile,
  SavingsComponent,
  SavingsRateDetailReading,
  Series,
  Strategy,
} from '../reading.ts'
import { historyColumns, seriesColumn, valuePoints } from './columns.ts'
import {
  element,
  keyed,
  list,
  object,
  optional,
  type Fields,
  type Reader,
} from './field-readers.ts'
import { rows } from './json-value.ts'
import { note } from './notes.ts'
import type { Json } from '../../json.ts'

const series = (fields: Fields): Series => ({
  account: fields.text('Account'),
  type: fields.text('Type'),
  investor: fields.text('Investor'),
  contributionType: fields.text('ContributionType'),
  catchupType: fields.text('CatchupType'),
  ...seriesColumn(fields),
})

const percentile = (fields: Fields): Percentile => ({
  percentage: fields.number('Percentage'),
  label: fields.text('Label'),
  sustainableRetirementIncome: fields.number('SustainableRetirementIncome'),
  incomeSources: fields.list('IncomeSources', series),
  totalWealth: fields.read('TotalWealth', valuePoints),
  overallEndingBalance: fields.read('OverallEndingBalance', valuePoints),
  taxes: fields.read('Taxes', valuePoints),
  accountBalance: fields.list('AccountBalance', series),
  retirementIncomeAtVariousRetirementAges: fields.read(
    'RetirementIncomeAtVariousRetirementAges',
    rows,
  ),
})

const rank = ({ percentage }: Percentile) => percentage ?? Number.MAX_VALUE

/**
 * True if the percentages are shares of 1: none is above 1, and not all are 1. Read as percent, the
 * one nearest to 50 would be the best outcome.
 */
const areShares = (sent: readonly Percentile[]) => {
  const named = sent.flatMap(({ percentage }) => percentage ?? [])
  return named.every((each) => each >= 0 && each <= 1) && named.some((each) => each > 0 && each < 1)
}
/** Rounds, because 0.07 × 100 is not exactly 7 in floating point. */
const asPercent = (entry: Percentile): Percentile =>
  entry.percentage === null
    ? entry
    : { ...entry, percentage: Math.round(entry.percentage * 1e8) / 1e6, isShare: true }

/** Any number of percentiles, 0–100, ascending; those without a percentage come last. */
const percentiles: Reader<Percentile[]> = (value, place) => {
  const read = list(element(percentile))(value, place)
  const sent = areShares(read) ? read.map(asPercent) : read
  if (sent !== read) note(place, 'Percentage came as a share of 1; read as percent')
  const sorted = [...sent].sort((a, b) => rank(a) - rank(b))
  if (sorted.some((entry, index) => entry !== sent[index]))
    note(place, 'came out of order; sorted by Percentage')
  return sorted
}

const assetMix: Reader<AssetMix> = object((fields) => ({
  assets: fields.list('Asset', (asset) => ({
    assetClass: asset.text('AssetClass'),
    weight: asset.readNumericText('Weight'),
  })),
  riskLevel: fields.text('RiskLevel'),
}))

const savingsComponent = (fields: Fields): SavingsComponent => ({
  planId: fields.text('PlanId'),
  type: fields.text('Type'),
  value: fields.number('Value'),
  isRoth: fields.flag('IsRoth') ?? false,
  numberOfYears: fields.number('NumberOfYears'),
  dollarAmount: fields.number('DollarAmount'),
})

const savingsRateDetail = (fields: Fields): SavingsRateDetailReading => ({
  account: fields.text('Account'),
  components: fields.list('SavingsComponent', savingsComponent),
})

const historicalScenario = (fields: Fields) => ({
  name: fields.text('Name'),
  benchmarkName: fields.text('BenchmarkName'),
  ...fields.read('Balance', historyColumns),
})

const socialSecurity = (fields: Fields) => ({
  age: fields.ageText('Age'),
  fullBenefitAge: fields.number('FullBenefitAge'),
  amount: fields.number('Amount'),
  grossAmount: fields.number('GrossAmount'),
  fullBenefitAmount: fields.number('FullBenefitAmount'),
  account: fields.text('Account'),
  investor: fields.text('Investor'),
})

const rate = optional((fields) => ({
  value: fields.number('Value'),
  dollarAmount: fields.number('DollarAmount'),
}))

const recommendation = (fields: Fields) => ({
  annuityType: fields.text('AnnuityType'),
  loweringAnnuitizationAdvisable: fields.flag('LoweringAnnuitizationAdvisable') ?? false,
  percentage: fields.number('Percentage'),
  amount: fields.number('Amount'),
})

const risOutput = optional((fields) => ({
  annuityType: fields.text('AnnuityType'),
  recommendations: fields.list('Recommendations', recommendation),
}))

const rowsByAccount = (fields: Fields, name: string): { accountId: string; rows: Json[] }[] =>
  fields.read(name, keyed(rows)).map(([accountId, found]) => ({ accountId, rows: found }))

const strategy = (fields: Fields): Strategy => {
  if (!fields.has('StrategyType')) note(fields.place, 'has no StrategyType')
  return {
    type: fields.text('StrategyType'),
    rating: fields.text('Rating'),
    riskLevel: fields.text('RiskLevel'),
    retirementAge: fields.ageText('RetirementAge'),
    retirementSpouse: fields.text('RetirementSpouse'),
    savingsRate: fields.number('SavingsRate'),
    goalParticipant: fields.number('NetRetirementIncomeGoalParticipant'),
    goal: fields.number('NetRetirementIncomeGoal'),
    percentiles: fields.read('Percentile', percentiles),
    householdMix: fields.read('AssetMixHousehold', assetMix),
    overallMix: fields.read('AssetMixOverall', assetMix),
    advisableMixes: fields
      .read('AssetMixAdvisableAccounts', keyed(assetMix, 'AssetMix'))
      .map(([accountId, mix]) => ({ accountId, mix })),
    otherMixes: fields.list('AssetMixOther', (other) => ({
      id: other.text('Id'),
      mix: other.read('AssetMix', assetMix),
    })),
    investmentSelections: rowsByAccount(fields, 'InvestmentSelections'),
    balanceHistory: rowsByAccount(fields, 'BalanceHistory'),
    historicalScenarios: fields.list('HistoricalScenarios', historicalScenario),
    savingsRateDetail: fields.list('SavingsRateDetail', savingsRateDetail),
    accountSavingsRateDetail: fields.list('AccountSavingsRateDetail', savingsRateDetail),
    csSellOffData: fields.read('CSSellOffData', rows),
    socialSecurity: fields.list('SocialSecurity', socialSecurity),
    modelPortfolioIndex: fields.number('ModelPortfolioIndex'),
    savingsRateTaxableOverflow: fields.read('SavingsRateTaxableOverflow', rate),
    savingsRateOverall: fields.read('SavingsRateOverall', rate),
    risOutput: fields.read('RisOutput', risOutput),
  }
}

/** One element of `StrategyOutput`, in the full or the reduced form; null for anything except an object. */
export const strategyOutput: Reader<Strategy | null> = element(strategy)
