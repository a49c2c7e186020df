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

/** Any number of percentiles, ascending; one without a percentage comes last. */
export const percentiles: Reader<Percentile[]> = (value, place) => {
  const sent = list(element(percentile))(value, place)
  const sorted = [...sent].sort((a, b) => rank(a) - rank(b))
  if (sorted.some((entry, index) => entry !== sent[index]))
    note(place, 'came out of order; sorted by Percentage')
  return sorted
}
