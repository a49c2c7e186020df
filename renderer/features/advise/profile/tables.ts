import type { Account, Holding } from '#shared/participant/profile.ts'
import type { FileSavingsRow } from '#shared/savings/file-savings.ts'
import { column, type FigureTable } from '../../../charts/figures.ts'
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
    column.text('Plan'),
    column.text('Plan type'),
    column.text('Status'),
    column.dollars('Balance of the account'),
    column.text('Fund'),
    column.text('Fund id'),
    column.percent('Share of the account'),
    column.dollars('Balance of the fund'),
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
    column.text('Contribution'),
    column.text('Plan'),
    column.text('Rule'),
    column.rate('Of pay'),
    column.dollars('A year'),
  ],
  rows: rows.map(({ kind, planId, rule, percent, dollars }) => [
    contributionWords[kind],
    planId,
    rule,
    percent,
    dollars,
  ]),
})
