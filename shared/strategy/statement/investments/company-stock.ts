import { exactAmount } from '../amount.ts'
import type { Fund, FundAccount } from './funds.ts'
import { said, signOf, type Said } from '../said.ts'

/**
 * Warnings about the stock of one company that makes up more than half of an account and would be
 * sold. If an employer’s stock is distributed in kind, the tax may be based on its cost (net
 * unrealized appreciation, 26 U.S.C. 402(e)(4)). A sale inside the plan loses this advantage. IRAs
 * do not have it.
 */

const most = ({ funds }: FundAccount): Fund | null =>
  funds.find(
    ({ isOneCompany, percent }) =>
      isOneCompany && percent.current !== null && exactAmount(percent.current) > 50,
  ) ?? null

/**
 * The warning about an account; empty if there is none. If only a part is sold, the warning says
 * so, because only that part loses the tax advantage.
 */
export const stockWarning = (account: FundAccount): Said => {
  const fund = most(account)
  const hasAfter = account.funds.some(({ percent }) => percent.revised !== null)
  if (fund === null || !hasAfter || /\bira\b/i.test(account.planType)) return []
  if (fund.points === null || signOf(fund.points) >= 0) return []
  const { current, revised } = fund.percent
  const sale =
    revised === null || signOf(revised) === 0
      ? said`would sell all of it`
      : said`would sell part of it, down to ${revised}`
  return said`More than half of ${account.label} is one company’s stock (${fund.label}, ${current}), and the recommendation ${sale}. Selling may give up special tax treatment (net unrealized appreciation). Ask a tax adviser first.`
}

/** The warnings about all accounts. */
export const stockWarnings = (accounts: readonly FundAccount[]): readonly Said[] =>
  accounts.map(stockWarning).filter((warning) => warning.length > 0)
