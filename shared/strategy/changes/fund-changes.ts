import { fromNumeric } from '../../text/numeric-text.ts'
import type { Json } from '../../json.ts'
import type { Strategy } from '../../express/reading.ts'
import { flatten, genericTable, type Cell } from '../generic-table.ts'
import { accountLabel } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

/** Where a value stands: `InvestmentSelections[401K-1][LCI01].Percent` of one of the two strategies. */
export interface SentPlace {
  readonly side: 'current' | 'revised'
  readonly path: string
}

/** One fund before and after: percent of the account (0–100) and dollars, as sent; `null` if not sent. */
export interface FundChange {
  readonly id: string
  readonly name: string
  readonly currentPercent: number | null
  readonly revisedPercent: number | null
  readonly currentAmount: number | null
  readonly revisedAmount: number | null
  /** Yearly cost, percent of the holding: our reading of the expense ratio, whose unit is not specified. */
  readonly expense: number | null
  /** Places of those values; `null` as they are. */
  readonly places: Readonly<
    Record<
      'currentPercent' | 'revisedPercent' | 'currentAmount' | 'revisedAmount' | 'expense',
      SentPlace | null
    >
  >
}

/** The shape of an InvestmentSelections row is not specified, so its columns are recognized by name. */
const namePatterns = {
  id: /(^|[._])(id|cusip|ticker|symbol|isin|code)$|(fund|security|morningstar|cus|investment|sec|product)_?(id|code)$/i,
  name: /name|description|^fund$|^security$|^investment$|title/i,
  percent: /percent|pct|weight|allocation|share/i,
  amount: /amount|dollar|balance|value|market/i,
} as const

const expenseName = /expense/i
const beforeName = /^(cur|existing|old|from|before|prior)/i
const afterName = /^(new|target|rev|rec|propos|advi[sc]|after|to[A-Z_])/i
/** Limits, costs, returns and future elections, which are no holdings. */
const asideName = /^fut|min|max|limit|expense|fee|return|yield/i

const textOf = (cell: Cell | undefined) =>
  typeof cell === 'string' || typeof cell === 'number' ? `${cell}` : ''

interface Sent {
  readonly value: number
  readonly place: SentPlace
}

/** Reads one row by its column names; `null` if it names no fund or says nothing about it. */
const readRow = (row: Json, placeOf: (id: string, isNested: boolean) => SentPlace) => {
  const cells = [...flatten(row)].map(([key, cell]) => ({
    key,
    name: key.split('.').at(-1) ?? key,
    cell,
  }))
  const id = cells.find(({ key }) => namePatterns.id.test(key))
  const named = cells.find(({ name, cell }) => namePatterns.name.test(name) && textOf(cell) !== '')
  const { side, path } = placeOf(
    textOf((id ?? named)?.cell),
    (id ?? named)?.key.includes('.') ?? true,
  )
  const numberAt = (pattern: RegExp, wanted: (name: string) => boolean): Sent | null => {
    const found = cells.find(
      ({ name, cell }) => pattern.test(name) && wanted(name) && fromNumeric(cell) !== null,
    )
    const value = fromNumeric(found?.cell)
    return found === undefined || value === null
      ? null
      : { value, place: { side, path: `${path}.${found.key}` } }
  }
  const isBefore = (name: string) => beforeName.test(name)
  const isAfter = (name: string) => afterName.test(name)
  const isPlain = (name: string) =>
    ![beforeName, afterName, asideName, namePatterns.id].some((pattern) => pattern.test(name))
  /** A column without "current" or "target" in its name holds the strategy's own value. */
  const measure = (pattern: RegExp) => numberAt(pattern, isAfter) ?? numberAt(pattern, isPlain)
  const found = {
    id: textOf(id?.cell),
    name: textOf(named?.cell),
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

/** The recognized funds of an account, and its other rows as a table; `null` if there are none. */
const sortOut = (strategy: Strategy | null, accountId: string, side: SentPlace['side']) => {
  const rows = (strategy?.investmentSelections ?? [])
    .filter((one) => one.accountId === accountId)
    .flatMap((one) => one.rows)
  const list = `InvestmentSelections[${accountId}]`
  const read = rows.map((row, index) => ({
    row,
    // A name inside a part of the row does not name the row.
    fund: readRow(row, (id, isNested) => ({
      side,
      path: `${list}[${id === '' || isNested ? index : id}]`,
    })),
  }))
  const unknown = read.flatMap(({ row, fund }) => (fund === null ? [row] : []))
  return {
    funds: read.flatMap(({ fund }) => fund ?? []),
    table: unknown.length > 0 ? genericTable(unknown) : null,
  }
}

/** A list that says where a fund comes from and goes to holds both sides, so it is enough alone. */
const carriesBoth = (funds: readonly Found[]) =>
  funds.some((fund) => fund.beforePercent !== null || fund.beforeAmount !== null)

const nothing: Pick<
  FundChange,
  'currentPercent' | 'revisedPercent' | 'currentAmount' | 'revisedAmount' | 'expense' | 'places'
> = {
  currentPercent: null,
  revisedPercent: null,
  currentAmount: null,
  revisedAmount: null,
  expense: null,
  places: {
    currentPercent: null,
    revisedPercent: null,
    currentAmount: null,
    revisedAmount: null,
    expense: null,
  },
}

/** `known` with the values that are sent. */
const withSent = (
  known: FundChange,
  sent: Readonly<Partial<Record<keyof FundChange['places'], Sent | null>>>,
): FundChange => {
  const values = Object.entries(sent).flatMap(([key, each]) => (each ? [[key, each] as const] : []))
  return {
    ...known,
    ...Object.fromEntries(values.map(([key, { value }]) => [key, value])),
    places: {
      ...known.places,
      ...Object.fromEntries(values.map(([key, { place }]) => [key, place])),
    },
  }
}

const join = (before: readonly Found[], after: readonly Found[]): readonly FundChange[] => {
  const changes = new Map<string, FundChange>()
  const knownOf = ({ id, name }: Found): FundChange => {
    const known = changes.get(id || name) ?? { id, name, ...nothing }
    return { ...known, name: known.name || name }
  }
  for (const fund of before)
    changes.set(
      fund.id || fund.name,
      withSent(knownOf(fund), {
        currentPercent: fund.percent,
        currentAmount: fund.amount,
        expense: fund.expense,
      }),
    )
  for (const fund of after)
    changes.set(
      fund.id || fund.name,
      withSent(knownOf(fund), {
        currentPercent: fund.beforePercent,
        revisedPercent: fund.percent,
        currentAmount: fund.beforeAmount,
        revisedAmount: fund.amount,
        expense: fund.expense,
      }),
    )
  return [...changes.values()]
}

/** The changes of Revised for every account of either strategy: recognized funds, and other rows as tables. */
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

/** Change of a fund's share, percentage points; a side that does not list the fund counts as 0. */
export const percentChange = (fund: FundChange): number | null =>
  fund.currentPercent === null && fund.revisedPercent === null
    ? null
    : (fund.revisedPercent ?? 0) - (fund.currentPercent ?? 0)
