import type { AssetMixComparison } from '#shared/strategy/pictures/asset-mix.ts'
import type { Course } from '#shared/strategy/pictures/balances.ts'
import { unionOfAges, type ByAge } from '#shared/strategy/pick.ts'
import type { ClaimAge } from '#shared/strategy/claim-comparison.ts'
import { percentChange, type FundChange } from '#shared/strategy/changes/fund-changes.ts'
import type { GenericTable } from '#shared/strategy/generic-table.ts'
import type { IncomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import type { SavingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import type { WealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
import { fromNumeric } from '#shared/text/numeric-text.ts'
import type { Names, Played } from './board.ts'
import { keysOf } from './plot/income-plot.ts'
import { column, type Cell, type FigureColumn, type FigureTable } from './figures.ts'

const usualNames: Names = ['Current', 'Revised']

/** The numbers behind each chart, from the view that it draws. */

const { text, plain, dollars, percent, rate } = column
const change: FigureColumn = { label: 'Change, points', format: 'points' }

const figureOf = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

interface AgedColumn extends ByAge {
  readonly column: FigureColumn
}

/** A row for each age of any column; `write` converts a value. */
const byAge = (
  caption: string,
  columns: readonly AgedColumn[],
  write = (value: number): number => value,
  first = Number.NEGATIVE_INFINITY,
): FigureTable => ({
  caption,
  columns: [plain('Age'), ...columns.map(({ column }) => column)],
  rows: [...unionOfAges(columns)]
    .filter((age) => age >= first)
    .map((age) => [
      age,
      ...columns.map(({ ages, values }) => {
        const value = figureOf(values[ages.indexOf(age)])
        return value === null ? null : write(value)
      }),
    ]),
})

export const wealthTable = (fans: readonly Played<WealthFan>[]): FigureTable =>
  byAge(
    'Wealth by age in dollars, for each strategy and market',
    fans.flatMap(({ name, view: { ages, columns } }) =>
      columns.map(({ label, values }) => ({ ages, values, column: dollars(`${name}: ${label}`) })),
    ),
  )

/** Dollars a month, as in the chart; both leave out years before `start`. */
export const incomeTable = (incomes: readonly Played<IncomeFlow>[]): FigureTable => {
  const columns = incomes.flatMap(({ name, view: { ages, sources, totals, taxes, net } }) => {
    const over = (
      label: string,
      values: Float64Array,
      accounts: readonly string[] = [],
    ): AgedColumn => ({
      ages,
      values,
      column: { ...dollars(`${name}: ${label}`), accounts },
    })
    return [
      ...sources.map((source) =>
        over(source.label, source.values, source.kind === 'account' ? keysOf(source) : []),
      ),
      over('together', totals),
      ...(taxes === null ? [] : [over('taxes', taxes), over('you keep', net)]),
    ]
  })
  const starts = incomes.flatMap(({ view }) => view.ages[view.start] ?? [])
  return byAge(
    'Income by age and source in dollars a month',
    columns,
    (year) => year / 12,
    Math.min(...starts),
  )
}

/** Columns over ages or time, as sent. */
export const courseTable = (
  caption: string,
  first: FigureColumn,
  xs: Float64Array,
  write: (x: number) => Cell,
  courses: readonly (Course & { readonly account?: boolean })[],
): FigureTable => ({
  caption,
  columns: [
    first,
    ...courses.map(({ key, label, account }) => ({
      ...dollars(label),
      ...(account ? { accounts: [key] } : {}),
    })),
  ],
  rows: Array.from(xs, (x, index) => [
    write(x),
    ...courses.map(({ values }) => figureOf(values[index])),
  ]),
})

export const assetMixTable = (
  { rows }: AssetMixComparison,
  scope: string,
  names: Names,
): FigureTable => ({
  caption: `Asset mix in percent: ${scope}`,
  columns: [text('Asset class'), ...names.map(percent), change],
  rows: rows.map(({ label, current, revised, difference: points }) => [
    label,
    current,
    revised,
    points,
  ]),
})

const less = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b

export const savingsTable = (
  { rows, lines }: SavingsChanges,
  names: Names = usualNames,
): FigureTable => ({
  caption: 'Savings in percent of pay and in dollars a year',
  columns: [
    text('Savings'),
    ...names.map(rate),
    change,
    ...names.map((name) => dollars(`${name} a year`)),
    text('Rests on'),
  ],
  rows: [
    ...lines,
    ...rows.map((row) => ({
      ...row,
      label: `${row.label}, ${row.account}`,
      currentAbsent: null,
      revisedAbsent: null,
      basis: '',
    })),
  ].map((line) => [
    line.label,
    line.currentPercent ?? (line.currentDollars === null ? line.currentAbsent : null),
    line.revisedPercent ?? (line.revisedDollars === null ? line.revisedAbsent : null),
    less(line.revisedPercent, line.currentPercent),
    line.currentDollars,
    line.revisedDollars,
    line.basis,
  ]),
})

export const fundTable = (
  funds: readonly FundChange[],
  account: string,
  { names = usualNames, namesIds = true }: { names?: Names; namesIds?: boolean } = {},
): FigureTable => {
  const hasExpense = funds.some(({ expense }) => expense !== null)
  const hasAmounts = funds.some(
    ({ currentAmount, revisedAmount }) => currentAmount !== null || revisedAmount !== null,
  )
  return {
    caption: `Fund changes in ${account}`,
    columns: [
      text('Fund'),
      ...(namesIds ? [text('Id')] : []),
      ...names.map(percent),
      change,
      ...(hasAmounts ? names.map((name) => dollars(`${name} amount`)) : []),
      ...(hasExpense ? [rate('Expense ratio')] : []),
    ],
    rows: funds.map((fund) => [
      fund.name || fund.id,
      ...(namesIds ? [fund.name === '' ? null : fund.id] : []),
      fund.currentPercent,
      fund.revisedPercent,
      percentChange(fund),
      ...(hasAmounts ? [fund.currentAmount, fund.revisedAmount] : []),
      ...(hasExpense ? [fund.expense] : []),
    ]),
  }
}

/** The funds of several accounts in one table, each after its account. */
export const allFundsTable = (
  accounts: readonly { readonly label: string; readonly funds: readonly FundChange[] }[],
  options: { names?: Names; namesIds?: boolean } = {},
): FigureTable => {
  const all = fundTable(
    accounts.flatMap(({ funds }) => funds),
    'all accounts',
    options,
  )
  const labels = accounts.flatMap(({ label, funds }) => funds.map(() => label))
  return {
    ...all,
    columns: [text('Account'), ...all.columns],
    rows: all.rows.map((row, index) => [labels[index] ?? '', ...row]),
  }
}

/** Rows of unspecified shape with their columns; numbers as sent. */
export const genericFigures = (table: GenericTable, caption: string): FigureTable => ({
  caption:
    table.columnsLeftOut > 0
      ? `${caption} (${table.columnsLeftOut} further columns left out)`
      : caption,
  columns: table.columns.map(({ label, numeric }) => (numeric ? plain(label) : text(label))),
  rows: table.rows.map((row) =>
    row.map((cell, index) => {
      if (cell === null) return null
      return table.columns[index]?.numeric ? fromNumeric(cell) : String(cell)
    }),
  ),
})

export const claimTable = (claims: readonly ClaimAge[]): FigureTable => ({
  caption: 'Social Security by claim age in dollars a year',
  columns: [
    plain('Claim age'),
    text('For'),
    dollars('Amount'),
    dollars('Gross amount'),
    plain('Full benefit age'),
    dollars('Full benefit'),
  ],
  rows: claims.map((claim) => [
    claim.age,
    claim.investor || 'Participant',
    claim.amount,
    claim.grossAmount,
    claim.fullBenefitAge,
    claim.fullBenefitAmount,
  ]),
})
