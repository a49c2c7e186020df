import type { Json } from '../json.ts'
import { isObject } from '../is-object.ts'
import { accountLabel, spelledOut } from './labels.ts'
import type { AgeColumn, Strategy } from '../express/reading.ts'
import type { AccountMapping } from './pick.ts'

export type Cell = string | number | boolean | null

const maxColumns = 30

const isNumberLike = (cell: Cell) =>
  typeof cell === 'number' || (typeof cell === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(cell))

/** Flattens a row: one level of nesting becomes dotted columns, and deeper levels become JSON text. */
export const flatten = (row: Json): Map<string, Cell> => {
  const cells = new Map<string, Cell>()
  const put = (key: string, value: Json) => {
    cells.set(key, typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  }
  if (!isObject(row)) put('Value', row)
  else {
    for (const [key, value] of Object.entries(row)) {
      if (isObject(value))
        for (const [inner, cell] of Object.entries(value)) put(`${key}.${inner}`, cell)
      else put(key, value)
    }
  }
  return cells
}

/**
 * Rows of unspecified shape as a table, with columns in order of first appearance. Each column has
 * its dotted path in the row, such as `Fund.Id`, and says whether all of its values are numbers or
 * numeric text. A row has `null` for a missing column.
 */
export const genericTable = (rows: readonly Json[]) => {
  const flat = rows.map(flatten)
  const keys = [...new Set(flat.flatMap((cells) => [...cells.keys()]))]
  const kept = keys.slice(0, maxColumns)
  return {
    columns: kept.map((key) => {
      const cells = flat
        .map((row) => row.get(key) ?? null)
        .filter((cell) => cell !== null && cell !== '')
      const label =
        key
          .split('.')
          .map(spelledOut)
          .filter((part) => part !== '')
          .join(': ') || key
      return { key, label, numeric: cells.length > 0 && cells.every(isNumberLike) }
    }),
    rows: flat.map((cells) => kept.map((key) => cells.get(key) ?? null)),
    /** The number of columns that exceed the limit. */
    columnsLeftOut: keys.length - kept.length,
  }
}
export type GenericTable = Readonly<ReturnType<typeof genericTable>>

const asRows = ({ ages, values }: AgeColumn): Json[] =>
  Array.from(ages, (age, index) => ({ Age: age, Value: values[index] ?? null }))

/** Makes a table; `title` is the service's field name, with its account or percentile if there is one. */
const tableOf = (title: string, rows: readonly Json[]) =>
  rows.length === 0 ? [] : [{ title, table: genericTable(rows) }]

/**
 * Everything in `strategy` that has no chart: BalanceHistory, CSSellOffData, RisOutput, and each
 * percentile's Taxes and RetirementIncomeAtVariousRetirementAges. Fields that were not sent are
 * left out. InvestmentSelections are shown with the fund changes.
 */
export const furtherTables = (strategy: Strategy, mappings: readonly AccountMapping[]) => [
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
