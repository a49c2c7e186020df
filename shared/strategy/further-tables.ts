import type { AgeColumn, Strategy } from '../express/reading.ts'
import type { Json } from '../json.ts'
import { genericTable, type GenericTable } from './generic-table.ts'
import { accountLabel } from './labels.ts'
import type { AccountMapping } from './pick.ts'

/** One part of a strategy that has no chart, as a table whose columns come from the data. */
interface FurtherTable {
  /** The service's field name, with its account or percentile if it has one. */
  readonly title: string
  readonly table: GenericTable
}

const asRows = ({ ages, values }: AgeColumn): Json[] =>
  Array.from(ages, (age, index) => ({ Age: age, Value: values[index] ?? null }))

const tableOf = (title: string, rows: readonly Json[]): FurtherTable[] =>
  rows.length === 0 ? [] : [{ title, table: genericTable(rows) }]

/**
 * Everything in `strategy` that has no chart: BalanceHistory, CSSellOffData, RisOutput, and Taxes and
 * RetirementIncomeAtVariousRetirementAges of each percentile. Fields that were not sent are left out.
 * InvestmentSelections are among the fund changes.
 */
export const furtherTables = (
  strategy: Strategy,
  mappings: readonly AccountMapping[],
): readonly FurtherTable[] => [
  ...strategy.balanceHistory.flatMap(({ accountId, rows }) =>
    tableOf(`BalanceHistory, ${accountLabel(accountId, mappings)}`, rows),
  ),
  ...tableOf('CSSellOffData', strategy.csSellOffData),
  ...tableOf(
    'RisOutput',
    (strategy.risOutput?.recommendations ?? []).map((row) => ({
      AnnuityType: row.annuityType || (strategy.risOutput?.annuityType ?? ''),
      LoweringAnnuitizationAdvisable: row.loweringAnnuitizationAdvisable,
      Percentage: row.percentage,
      Amount: row.amount,
    })),
  ),
  ...strategy.percentiles.flatMap((entry) => {
    const which = entry.label || `percentile ${entry.percentage ?? '?'}`
    return [
      ...tableOf(`Taxes, ${which}`, asRows(entry.taxes)),
      ...tableOf(
        `RetirementIncomeAtVariousRetirementAges, ${which}`,
        entry.retirementIncomeAtVariousRetirementAges,
      ),
    ]
  }),
]
