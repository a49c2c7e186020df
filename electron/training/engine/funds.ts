import type { Mix } from './data/capital-markets.ts'
import { fundRows } from './data/fund-table.ts'
import { hashText } from './text-hash.ts'

/** What the engine knows about a fund. */
export interface Fund {
  /** Used as CusFundID in participant XML. */
  readonly id: string
  readonly name: string
  /** Percent by asset class in the order of `assetClasses`; adds up to 100. */
  readonly mix: Mix
  /** Percent of assets a year. */
  readonly expenseRatio: number
  /** One company's shares: class returns plus a swing of their own. */
  readonly singleStock: boolean
}

const singleStockIds: ReadonlySet<string> = new Set(['STK01'])

/** The training service's invented funds; people files refer to them by id. */
export const fundCatalogue: readonly Fund[] = fundRows.map(([id, name, expenseRatio, mix]) => ({
  id,
  name,
  mix,
  expenseRatio,
  singleStock: singleStockIds.has(id),
}))

const byId: ReadonlyMap<string, Fund> = new Map(fundCatalogue.map((fund) => [fund.id, fund]))

/**
 * A fund the catalogue does not hold: any participant file is welcome, so its mix is made up near a balanced one, from
 * the id alone and therefore the same every time.
 */
const unknownFund = (id: string): Fund => {
  const hash = hashText(id)
  const stock = 48 + (hash % 25)
  const international = Math.round(stock * 0.25)
  const small = Math.round(stock * 0.1)
  const cash = 2 + ((hash >>> 8) % 7)
  const large = stock - international - small
  return {
    id,
    name: id === '' ? 'Unnamed fund' : `Fund ${id}`,
    mix: [large, small, international, 0, 0, 100 - stock - cash, 0, 0, cash],
    expenseRatio: 0.2 + ((hash >>> 16) % 60) / 100,
    singleStock: false,
  }
}

/** The fund with this id (CusFundID or any other identifier); never fails, see {@link unknownFund}. */
export const fundOf = (id: string): Fund => byId.get(id) ?? unknownFund(id)
