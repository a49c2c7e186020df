import { gathered, type Course, type YearFigures } from '#shared/strategy/statement/years/course.ts'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { Wealth } from '#shared/strategy/statement/years/wealth.ts'
import { marketLabels } from '#shared/strategy/statement/words/advisor-words.ts'
import { unionOfAges } from '#shared/strategy/pick.ts'
import type { GenericTable } from '#shared/strategy/generic-table.ts'
import { columnName, type IncomeSource } from '#shared/strategy/charts/income-by-source.ts'
import type { Fund } from '#shared/strategy/statement/investments/funds.ts'
import type { Mix } from '#shared/strategy/statement/investments/mix.ts'
import type { Figure, SavingFigures } from '#shared/figures/figure.ts'
import type { SavingsChange } from '#shared/strategy/statement/savings/savings-change.ts'
import type { ClaimRow } from '#shared/strategy/statement/claims/social-security.ts'
import { fromNumeric } from '#shared/text/numeric-text.ts'
import type { Names } from './board.ts'
import { keysOf } from './plot/income-plot.ts'
import { drawnMarkets } from './plot/wealth-plot.ts'
import { column, type Cell, type FigureColumn, type FigureTable } from './figures.ts'

const usualNames: Names = ['Current', 'Revised']

/** Builds the table of numbers behind each chart. */

const { text, plain, dollars, percent, rate } = column
const change: FigureColumn = { label: 'Change, points', format: 'points' }

/** One row per age that has figures. */
const overAges = (ages: Float64Array, read: (age: number) => readonly Cell[] | null) =>
  [...ages].flatMap((age) => {
    const cells = read(age)
    return cells === null ? [] : [[age, ...cells]]
  })

/**
 * A table of dollars a month, in the readout's order. Shortfall and surplus have a column only if
 * some year has one.
 */
export const incomeTable = (
  caption: string,
  course: Course,
  sources: readonly IncomeSource[],
  prices: Prices | null,
): FigureTable => {
  // Level income has no parts.
  const parts = course.kind === 'level' ? [] : sources
  const years = [...(course.flow?.ages ?? [])].flatMap((age) => course.at(age, prices) ?? [])
  const gapColumn = (kind: 'short' | 'over', label: string) =>
    years.some(({ gap }) => gap?.kind === kind)
      ? [
          {
            column: dollars(label),
            cell: ({ gap }: YearFigures) => (gap?.kind === kind ? gap.figure : null),
          },
        ]
      : []
  const optional = (label: string, read: (year: YearFigures) => Cell) =>
    years.some((year) => read(year) !== null) ? [{ column: dollars(label), cell: read }] : []
  const last = [
    ...optional('Before tax', ({ beforeTax }) => beforeTax),
    ...optional('Federal tax', ({ tax }) => tax),
    {
      column: dollars(
        years.some(({ tax }) => tax !== null)
          ? 'Keeps'
          : course.kind === 'level'
            ? 'Income'
            : 'Together',
      ),
      // An income that is known only before tax is in the column “Before tax”.
      cell: ({ keeps }: YearFigures) => (keeps.tax === 'after' ? keeps : null),
    },
    ...optional('Goal', ({ goal }) => goal),
    ...gapColumn('short', 'Short'),
    ...gapColumn('over', 'Over'),
  ]
  return {
    caption: `Income by age and source in dollars a month, ${caption}`,
    columns: [
      plain('Age'),
      ...parts.map((source) => ({
        ...dollars(columnName(source)),
        accounts: source.kind === 'account' ? keysOf(source) : [],
      })),
      ...last.map(({ column }) => column),
    ],
    rows: years.map((year) => {
      const figures = gathered(year, parts)
      return [
        year.age,
        ...parts.map(({ key }) => figures.find((each) => each.key === key)?.figure ?? null),
        ...last.map(({ cell }) => cell(year)),
      ]
    }),
  }
}

/** A table of one strategy's wealth in each market. */
export const wealthTable = (
  caption: string,
  wealth: Readonly<Record<Market, Wealth>>,
  prices: Prices | null,
): FigureTable => {
  const drawn = drawnMarkets(wealth)
  return {
    caption: `Wealth by age in dollars, ${caption}`,
    columns: [plain('Age'), ...drawn.map((market) => dollars(marketLabels[market]))],
    rows: overAges(unionOfAges(drawn.map((market) => wealth[market])), (age) =>
      drawn.map((market) => wealth[market].at(age, prices)?.wealth ?? null),
    ),
  }
}

/**
 * A table with the total of all accounts, each account, and the answer's own total at the end of
 * each year.
 */
export const balanceTable = (
  caption: string,
  wealth: Wealth,
  prices: Prices | null,
): FigureTable => {
  const hasEnding = [...wealth.ages].some((age) => (wealth.at(age)?.ending ?? null) !== null)
  return {
    caption: `Balances at each age in dollars, ${caption}`,
    columns: [
      plain('Age'),
      dollars('All together'),
      ...wealth.accounts.map(({ key, label }) => ({ ...dollars(label), accounts: [key] })),
      ...(hasEnding ? [dollars('All together, end of the year')] : []),
    ],
    rows: overAges(wealth.ages, (age) => {
      const figures = wealth.at(age, prices)
      return (
        figures && [
          figures.together ?? figures.wealth,
          ...wealth.accounts.map(
            ({ key }) => figures.accounts.find((each) => each.key === key)?.figure ?? null,
          ),
          ...(hasEnding ? [figures.ending] : []),
        ]
      )
    }),
  }
}

/** A table of federal tax in dollars a month. */
export const taxTable = (caption: string, course: Course, prices: Prices | null): FigureTable => ({
  caption: `Federal tax by age in dollars a month, ${caption}`,
  columns: [plain('Age'), dollars('Federal tax')],
  rows: overAges(course.flow?.ages ?? new Float64Array(), (age) => {
    const tax = course.at(age, prices)?.tax ?? null
    return tax && [tax]
  }),
})

/** A table by calendar time. */
export const courseTable = (
  caption: string,
  first: FigureColumn,
  xs: Float64Array,
  write: (x: number) => Cell,
  courses: readonly {
    readonly key: string
    readonly label: string
    readonly account?: boolean
    /** One figure per value of `xs`. */
    readonly figures: readonly (Figure | null)[]
  }[],
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
    ...courses.map(({ figures }) => figures[index] ?? null),
  ]),
})

export const assetMixTable = (
  { rows, label: scope }: Pick<Mix, 'rows' | 'label'>,
  names: Names,
): FigureTable => ({
  caption: `Asset mix in percent: ${scope}`,
  columns: [text('Asset class'), ...names.map(percent), change],
  rows: rows.map(({ label, current, revised, points }) => [label, current, revised, points]),
})

/** The saving's percentage; `absent` if it is unknown. */
const percentOr = ({ percent: rate, dollars: perYear }: SavingFigures, absent: string): Cell =>
  rate ?? (perYear === null ? absent : null)

export const savingsTable = (
  { parts, lines }: Pick<SavingsChange, 'parts' | 'lines'>,
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
    ...lines.map(({ label, current, revised, points, absent, basis }) => [
      label,
      percentOr(current, absent.current),
      percentOr(revised, absent.revised),
      points,
      current.dollars,
      revised.dollars,
      basis,
    ]),
    ...parts.map(({ label, account, current, revised, points }) => [
      `${label}, ${account}`,
      current.percent,
      revised.percent,
      points,
      current.dollars,
      revised.dollars,
      '',
    ]),
  ],
})

export const fundTable = (
  funds: readonly Fund[],
  account: string,
  { names = usualNames, namesIds = true }: { names?: Names; namesIds?: boolean } = {},
): FigureTable => {
  const hasExpense = funds.some(({ expense }) => expense !== null)
  const hasDollars = funds.some(
    ({ dollars: { current, revised } }) => current !== null || revised !== null,
  )
  return {
    caption: `Fund changes in ${account}`,
    columns: [
      text('Fund'),
      ...(namesIds ? [text('Id')] : []),
      ...names.map(percent),
      change,
      ...(hasDollars ? names.map((name) => dollars(`${name} amount`)) : []),
      ...(hasExpense ? [rate('Expense ratio')] : []),
    ],
    rows: funds.map((fund) => [
      fund.label,
      ...(namesIds ? [fund.isNamed ? fund.id : null] : []),
      fund.percent.current,
      fund.percent.revised,
      fund.points,
      ...(hasDollars ? [fund.dollars.current, fund.dollars.revised] : []),
      ...(hasExpense ? [fund.expense] : []),
    ]),
  }
}

/** The funds of all accounts in one table, grouped by account. */
export const allFundsTable = (
  accounts: readonly { readonly label: string; readonly funds: readonly Fund[] }[],
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

/** A table whose shape the service does not specify, with rows, columns and numbers as sent. */
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

export const claimTable = (claims: readonly ClaimRow[]): FigureTable => ({
  caption: 'Social Security by claim age in dollars',
  columns: [
    plain('Claim age'),
    text('For'),
    dollars('Amount a year'),
    dollars('Amount a month'),
    dollars('Gross amount a year'),
    plain('Full benefit age'),
    dollars('Full benefit a year'),
  ],
  rows: claims.map(({ age, investor, amount, aMonth, gross, fullBenefitAge, full }) => [
    age,
    investor || 'Participant',
    amount,
    aMonth,
    gross,
    fullBenefitAge,
    full,
  ]),
})
