import { expect, test } from 'vitest'
import { clientAccounts } from '#shared/strategy/client-accounts.ts'
import { emptyStrategy } from './sample-forecast.ts'

test('a client sees accounts by kind and number, and a taxable account by its name', () => {
  const strategy = {
    ...emptyStrategy('Current'),
    balanceHistory: ['TAXABLE', 'K1', 'K2', 'X9'].map((accountId) => ({
      accountId,
      rows: [],
    })),
  }
  const named = clientAccounts(
    [strategy],
    [
      { accountId: 'K1', planId: 'ACME401K', planType: '401K' },
      { accountId: 'K2', planId: 'RIVER401K', planType: '401K' },
      { accountId: 'T2', planId: 'OUTSIDE', planType: 'Taxable' },
    ],
  )
  expect(named.map(({ accountId, planId }) => [accountId, planId])).toEqual([
    ['K1', '401(k)'],
    ['K2', '401(k) 2'],
    ['T2', 'Taxable account'],
    ['TAXABLE', 'Taxable account 2'],
    ['X9', 'Account'],
  ])
})
