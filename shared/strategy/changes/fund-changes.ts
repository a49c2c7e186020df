import { fromSent } from '../../text/numeric-text.ts'
import { inPath } from '../../figures/path.ts'
import type { Json } from '../../json.ts'
import type { Strategy } from '../../express/reading.ts'
import { sumOfKnown } from '../../savings/figures.ts'
import { flatten, genericTable, type Cell } from '../generic-table.ts'
import { accountLabel } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

/** A value with its path in one of the two strategies: `InvestmentSelections[401K-1][LCI01].Percent`. */
export interface SentValue {
  readonly value: number
  readonly side: 'current' | 'revised'
  readonly path: string
}

/**
 * One fund before and after, in percent of the account (0–100) and dollars, with all of its rows
 * added up; `null` if not sent.
 */
export interface FundChange {
  readonly id: string
  readonly name: string
  readonly currentPercent: number | null
  readonly revisedPercent: number | null
  readonly currentAmount: number | null
  readonly revisedAmount: number | null
  /** Yearly cost, percent of the holding. This is how we read the expense ratio, whose unit is not specified. */
  readonly expense: number | null
  /** The sent values that each figure is the sum of; empty for `null`. */
  readonly sent: Readonly<
    Record<
      'currentPercent' | 'revisedPercent' | 'currentAmount' | 'revisedAmount' | 'expense',
      readonly SentValue[]
    >
  >
}

/** Patterns for column names, because the shape of an InvestmentSelections row is not specified. */
const namePatterns = {
  id: /(^|[._])(id|cusip|ticker|symbol|isin|code)$|(fund|security|morningstar|cus|investment|sec|product)_?(id|code)$/i,
  name: /name|description|^fund$|^security$|^investment$|title/i,
  percent: /percent|pct|weight|allocation|share/i,
  amount: /amount|dollar|balance|value|market/i,
} as const

const expenseName = /expense/i
const beforeName = /^(cur|existing|old|from|before|prior)/i
const afterName = /^(new|target|rev|rec|propos|advi[sc]|after|to[A-Z_])/i
/** Matches columns that are not holdings: limits, costs, returns and future elections. */
const asideName = /^fut|min|max|limit|expense|fee|return|yield/i

const textOf = (cell: Cell | undefined) =>
  typeof cell === 'string' || typeof cell === 'number' ? `${cell}` : ''

/** A row's cells, and those that name its fund. */
const cellsOf = (row: Json) => {
  const cells = [...flatten(row)].map(([key, cell]) => ({
    key,
    name: key.split('.').at(-1) ?? key,
    cell,
  }))
  const id = cells.find(({ key }) => namePatterns.id.test(key))
  const named = cells.find(({ name, cell }) => namePatterns.name.test(name) && textOf(cell) !== '')
  const naming = id ?? named
  return {
    cells,
    id: textOf(id?.cell),
    name: textOf(named?.cell),
    /** The row's name in a path. A name nested inside the row does not name the row itself. */
    pathName: naming === undefined || naming.key.includes('.') ? '' : textOf(naming.cell),
  }
}

/** Reads one row by its column names; `null` if it names no fund or has no value for it. */
const readRow = (
  { cells, id, name: fundName }: ReturnType<typeof cellsOf>,
  side: SentValue['side'],
  path: string,
) => {
  const numberAt = (pattern: RegExp, wanted: (name: string) => boolean): SentValue | null => {
    const found = cells.find(
      ({ name, cell }) => pattern.test(name) && wanted(name) && fromSent(cell) !== null,
    )
    const value = fromSent(found?.cell)
    return found === undefined || value === null
      ? null
      : { value, side, path: `${path}.${found.key}` }
  }
  const isBefore = (name: string) => beforeName.test(name)
  const isAfter = (name: string) => afterName.test(name)
  const isPlain = (name: string) =>
    ![beforeName, afterName, asideName, namePatterns.id].some((pattern) => pattern.test(name))
  /** A column without "current" or "target" in its name contains the strategy's own value. */
  const measure = (pattern: RegExp) => numberAt(pattern, isAfter) ?? numberAt(pattern, isPlain)
  const found = {
    id,
    name: fundName,
    percent: measure(namePatterns.percent),
    amount: measure(namePatterns.amount),
    beforePercent: numberAt(namePatterns.percent, isBefore),
    beforeAmount: numberAt(namePatterns.amount, isBefore),
    expense: numberAt(expenseName, () => true),
  }
  const measured = [found.percent, found.amount, found.beforePercent, found.beforeAmount].some(
    (n) => n !== null,
  )
  return (found.id !== '' || found.name !== '') && measured ? found : null
}
type Found = NonNullable<ReturnType<typeof readRow>>

/**
 * An account's recognized funds, and its other rows as a table; the table is `null` if there are no
 * other rows.
 */
const sortOut = (strategy: Strategy | null, accountId: string, side: SentValue['side']) => {
  const rows = (strategy?.investmentSelections ?? [])
    .filter((one) => one.accountId === accountId)
    .flatMap((one) => one.rows)
    .map((row) => ({ row, ...cellsOf(row) }))
  const named = Map.groupBy(rows, ({ pathName }) => pathName)
  const read = rows.map((cells, index) => {
    const { pathName } = cells
    const isOnlyOne = pathName !== '' && named.get(pathName)?.length === 1
    const key = isOnlyOne ? inPath(pathName) : index
    const path = `InvestmentSelections[${inPath(accountId)}][${key}]`
    return { row: cells.row, fund: readRow(cells, side, path) }
  })
  const unknown = read.flatMap(({ row, fund }) => (fund === null ? [row] : []))
  return {
    funds: read.flatMap(({ fund }) => fund ?? []),
    table: unknown.length > 0 ? genericTable(unknown) : null,
  }
}

/** Whether every fund in Revised also gives a current value; then Revised is complete and Current is ignored. */
const carriesBoth = (funds: readonly Found[]) =>
  funds.length > 0 &&
  funds.every((fund) => fund.beforePercent !== null || fund.beforeAmount !== null)

const knownOf = (values: readonly (SentValue | null)[]): readonly SentValue[] =>
  values.filter((value) => value !== null)

/** The first of two lists that is not empty, because a value in both would count twice. */
const firstKnown = (
  own: readonly (SentValue | null)[],
  other: readonly (SentValue | null)[],
): readonly SentValue[] => {
  const known = knownOf(own)
  return known.length > 0 ? known : knownOf(other)
}

/** One fund of an account, from all its rows in Current and in Revised, whose own current value comes first. */
const changeOf = (before: readonly Found[], after: readonly Found[]): FundChange => {
  const rows = [...before, ...after]
  const sent: FundChange['sent'] = {
    currentPercent: firstKnown(
      after.map(({ beforePercent }) => beforePercent),
      before.map(({ percent }) => percent),
    ),
    revisedPercent: knownOf(after.map(({ percent }) => percent)),
    currentAmount: firstKnown(
      after.map(({ beforeAmount }) => beforeAmount),
      before.map(({ amount }) => amount),
    ),
    revisedAmount: knownOf(after.map(({ amount }) => amount)),
    // The ratio is the fund's, so it is not added up over the rows.
    expense: knownOf(rows.map(({ expense }) => expense)).slice(-1),
  }
  const sum = (key: keyof typeof sent) => sumOfKnown(sent[key].map(({ value }) => value))
  return {
    id: rows[0]?.id ?? '',
    name: rows.find(({ name }) => name !== '')?.name ?? '',
    currentPercent: sum('currentPercent'),
    revisedPercent: sum('revisedPercent'),
    currentAmount: sum('currentAmount'),
    revisedAmount: sum('revisedAmount'),
    expense: sum('expense'),
    sent,
  }
}

const join = (before: readonly Found[], after: readonly Found[]): readonly FundChange[] => {
  const keyOf = ({ id, name }: Found) => id || name
  const [now, then] = [Map.groupBy(before, keyOf), Map.groupBy(after, keyOf)]
  const keys = new Set([...now.keys(), ...then.keys()])
  return [...keys].map((key) => changeOf(now.get(key) ?? [], then.get(key) ?? []))
}

/** For each account in either strategy: the recognized funds with their current and revised values, and tables of other rows. */
export const fundChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
) => {
  const ids = [...(current?.investmentSelections ?? []), ...(revised?.investmentSelections ?? [])]
  return [...new Set(ids.map(({ accountId }) => accountId))]
    .map((accountId) => {
      const before = sortOut(current, accountId, 'current')
      const after = sortOut(revised, accountId, 'revised')
      return {
        accountId,
        label: accountLabel(accountId, mappings),
        funds: join(carriesBoth(after.funds) ? [] : before.funds, after.funds),
        currentTable: before.table,
        revisedTable: after.table,
      }
    })
    .filter(
      ({ funds, currentTable, revisedTable }) =>
        funds.length > 0 || currentTable !== null || revisedTable !== null,
    )
}
