import type { Mix } from './data/capital-markets.ts'
import { fundRows } from './data/fund-table.ts'
import { hashText } from './numbers.ts'

export interface Fund {
  /** The CusFundID in participant XML. */
  readonly id: string
  readonly name: string
  readonly mix: Mix
  /** Percent of assets a year. */
  readonly expenseRatio: number
  readonly role: FundRole
  /**
   * True for a single company's stock, whose own volatility is added to its asset class's returns.
   */
  readonly singleStock: boolean
  /** True if the fund guarantees withdrawals for life. */
  readonly lifetimeIncome: boolean
  /** Year of a target-date fund; `income` for a fund past its target; null for any other fund. */
  readonly target: number | 'income' | null
}

/**
 * What advice may do with a fund. `core` is bought and sold; `targetDate` is held alone; `guaranteed` and
 * `companyStock` are sold but never bought; `outside`, a brokerage window or an annuity, is neither.
 */
type FundRole = 'core' | 'targetDate' | 'guaranteed' | 'companyStock' | 'outside'

const lifetimeName = /annuity|lifetime income/i

const roleByName = (name: string): FundRole => {
  if (/brokerage|self.?directed/i.test(name) || lifetimeName.test(name)) return 'outside'
  if (/(company|employer) (stock|shares)|\bESOP\b/i.test(name)) return 'companyStock'
  return /guaranteed/i.test(name) ? 'guaranteed' : 'core'
}

const targetOf = (id: string): Fund['target'] => {
  const year = /^TD0(\d\d)$/.exec(id)?.[1]
  return year === undefined ? (id === 'TDI01' ? 'income' : null) : 2000 + Number(year)
}

/** Makes a fund; its kind is derived from the words in its name. */
const fundFrom = (
  own: Pick<Fund, 'id' | 'name' | 'mix' | 'expenseRatio'>,
  target: Fund['target'],
  kindName = own.name,
): Fund => {
  const role = target === null ? roleByName(kindName) : 'targetDate'
  const singleStock = role === 'companyStock'
  return { ...own, role, singleStock, lifetimeIncome: lifetimeName.test(kindName), target }
}

export const fundCatalogue: readonly Fund[] = fundRows.map(([id, name, expenseRatio, mix]) =>
  fundFrom({ id, name, mix, expenseRatio }, targetOf(id)),
)

const byId: ReadonlyMap<string, Fund> = new Map(fundCatalogue.map((fund) => [fund.id, fund]))

/**
 * Makes a fund that is not in the catalog. It is close to a balanced fund and derived only from the
 * id, so that it is always the same.
 */
const unknownFund = (id: string, name: string): Fund => {
  const hash = hashText(id)
  const stock = 48 + (hash % 25)
  const international = Math.round(stock * 0.25)
  const small = Math.round(stock * 0.1)
  const cash = 2 + ((hash >>> 8) % 7)
  const large = stock - international - small
  return fundFrom(
    {
      id,
      name: id === '' ? 'Unnamed fund' : `Fund ${id}`,
      mix: [large, small, international, 0, 0, 100 - stock - cash, 0, 0, cash],
      expenseRatio: 0.2 + ((hash >>> 16) % 60) / 100,
    },
    null,
    name,
  )
}

/**
 * The fund with this id, which is a CusFundID or another identifier. If the fund is not in the
 * catalog, its kind is derived from the file's `name`.
 */
export const fundOf = (id: string, name = ''): Fund => byId.get(id) ?? unknownFund(id, name)
