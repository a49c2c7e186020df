import type { Percentile, Series } from '../reading.ts'
import { seriesColumn, valuePoints } from './columns.ts'
import { element, list, type Fields, type Reader } from './field-readers.ts'
import { rows } from './json-value.ts'
import { note } from './notes.ts'

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
  incomeSources: fields.list('IncomeSources', element(series)),
  totalWealth: fields.read('TotalWealth', valuePoints),
  overallEndingBalance: fields.read('OverallEndingBalance', valuePoints),
  taxes: fields.read('Taxes', valuePoints),
  accountBalance: fields.list('AccountBalance', element(series)),
  retirementIncomeAtVariousRetirementAges: fields.read(
    'RetirementIncomeAtVariousRetirementAges',
    rows,
  ),
})

const rank = ({ percentage }: Percentile): number => percentage ?? Number.MAX_VALUE

/**
 * Whether the percentages are shares of 1: none is above 1, and they are not all 1. Read as percent, the nearest to the
 * middle would be the best outcome.
 */
const areShares = (sent: readonly Percentile[]): boolean => {
  const named = sent.flatMap(({ percentage }) => percentage ?? [])
  return named.every((each) => each >= 0 && each <= 1) && named.some((each) => each > 0 && each < 1)
}
/** Rounded, because 0.07 × 100 is not 7 in floating point. */
const asPercent = (entry: Percentile): Percentile =>
  entry.percentage === null
    ? entry
    : { ...entry, percentage: Math.round(entry.percentage * 1e8) / 1e6 }

/** Any number of percentiles, ascending, 0–100; one without a percentage comes last. */
export const percentiles: Reader<Percentile[]> = (value, place) => {
  const read = list(element(percentile))(value, place)
  const sent = areShares(read) ? read.map(asPercent) : read
  if (sent !== read) note(place, 'Percentage came as a share of 1; read as percent')
  const sorted = [...sent].sort((a, b) => rank(a) - rank(b))
  if (sorted.some((entry, index) => entry !== sent[index]))
    note(place, 'came out of order; sorted by Percentage')
  return sorted
}
