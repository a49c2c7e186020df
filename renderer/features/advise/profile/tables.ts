import type { Account, Holding } from '#shared/participant/profile.ts'
import type { FileSavingsRow } from '#shared/savings/file-savings.ts'
import type { FigureTable } from '../../../charts/figures.ts'
import { contributionWords } from './words.ts'

/** A fund's percent of its account's balance; `null` if the file does not say. */
export const shareOf = ({ balance }: Holding, whole: number): number | null =>
  balance === null || whole <= 0 ? null : (balance / whole) * 100

/**
 * The funds of all accounts, one row each; an account without funds has one row. Balances in dollars, shares in
 * percent.
 */
export const accountsTable = (accounts: readonly Account[]): FigureTable => ({
  caption: 'Plans and accounts, as the file has them',
  columns: [
    { label: 'Plan', format: 'text' },
    { label: 'Plan type', format: 'text' },
    { label: 'Status', format: 'text' },
    { label: 'Balance of the account', format: 'dollars' },
    { label: 'Fund', format: 'text' },
    { label: 'Fund id', format: 'text' },
    { label: 'Share of the account', format: 'percent' },
    { label: 'Balance of the fund', format: 'dollars' },
  ],
  rows: accounts.flatMap(({ planId, planType, status, balance, holdings }) => {
    const account = [planId, planType, status, balance]
    if (holdings.length === 0) return [[...account, null, null, null, null]]
    return holdings.map((fund) => [
      ...account,
      fund.name,
      fund.fundId,
      shareOf(fund, balance),
      fund.balance,
    ])
  }),
})

/** Contributions from each pay: percent of pay and dollars a year; `null` if the file does not say. */
export const contributionsTable = (rows: readonly FileSavingsRow[]): FigureTable => ({
  caption: 'Contributions, as the file has them',
  columns: [
    { label: 'Contribution', format: 'text' },
    { label: 'Plan', format: 'text' },
    { label: 'Rule', format: 'text' },
    { label: 'Of pay', format: 'rate' },
    { label: 'A year', format: 'dollars' },
  ],
  rows: rows.map(({ kind, planId, rule, percent, dollars }) => [
    contributionWords[kind],
    planId,
    rule,
    percent,
    dollars,
  ]),
})
