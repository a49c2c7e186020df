import type { FileAccount } from '#shared/strategy/statement/file/file-accounts.ts'
import type { FileSaving } from '#shared/strategy/statement/file/file-savings.ts'
import { column, type FigureTable } from '../../../charts/figures.ts'
import { textOf } from '../../../ui/figures/writer.ts'
import { contributionWords } from './profile-words.ts'

/**
 * The funds of all accounts, one row each; an account without funds also has one row. Balances in dollars, shares in
 * percent.
 */
export const accountsTable = (accounts: readonly FileAccount[]): FigureTable => ({
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
  rows: accounts.flatMap(({ account: { planId, planType, status }, balance, holdings }) => {
    const account = [planId, planType, status, balance]
    if (holdings.length === 0) return [[...account, null, null, null, null]]
    return holdings.map(({ holding, share, balance: inFund }) => [
      ...account,
      holding.name,
      holding.fundId,
      share,
      inFund,
    ])
  }),
})

/** Contributions from each paycheck: percent of pay and dollars a year; `null` if the file does not say. */
export const contributionsTable = (rows: readonly FileSaving[]): FigureTable => ({
  caption: 'Contributions, as the file has them',
  columns: [
    column.text('Contribution'),
    column.text('Plan'),
    column.text('Rule'),
    column.rate('Of pay'),
    column.dollars('A year'),
  ],
  rows: rows.map(({ row: { kind, planId, rule }, percent, dollars }) => [
    contributionWords[kind],
    planId,
    textOf(rule),
    percent,
    dollars,
  ]),
})
