import { expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { toCsv, toJson } from '#renderer/charts/figures.ts'
import { accountsTable, contributionsTable } from '#renderer/features/advise/profile/tables.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'

const read = readParticipantXml(examplePeople.find(({ id }) => id === 'daniel-okafor')?.xml ?? '')
const profile = read.ok ? read.value.participants[0] : undefined
if (profile === undefined) throw new Error('the example cannot be read')

test('the funds of a file stay unchanged and add up to the accounts', () => {
  const { rows } = accountsTable(profile.accounts)
  expect(rows).toHaveLength(profile.accounts.flatMap(({ holdings }) => holdings).length)
  for (const { planId, balance } of profile.accounts) {
    const funds = rows.filter(([plan]) => plan === planId)
    expect(funds.reduce((sum, row) => sum + Number(row[7]), 0)).toBeCloseTo(balance, 2)
    expect(funds.reduce((sum, row) => sum + Number(row[6]), 0)).toBeCloseTo(100, 6)
  }
})

test('an account without funds has a row of its own', () => {
  const [account] = profile.accounts
  if (account === undefined) throw new Error('there is no account')
  const { rows } = accountsTable([{ ...account, holdings: [] }])
  expect(rows).toEqual([
    [account.planId, account.planType, account.status, account.balance, null, null, null, null],
  ])
})

test('contributions leave as percent of pay and dollars a year', () => {
  const table = contributionsTable(fileSavings(profile, year2026(42)).rows)
  expect(toCsv(table)).toContain('HARBOR401K')
  expect(JSON.parse(toJson(table))).toMatchObject({
    units: { 'Of pay': 'percent', 'A year': 'dollars' },
    rows: expect.arrayContaining([
      expect.objectContaining({ Plan: 'HARBOR401K', 'Of pay': 8, 'A year': 8_320 }) as object,
    ]) as object,
  })
})

test('columns with the same name get different names in JSON', () => {
  const text = { format: 'text' } as const
  const table = {
    caption: 'Scenarios',
    columns: [
      { label: 'Later', ...text },
      { label: 'Later', ...text },
    ],
    rows: [['one', 'other']],
  }
  expect(JSON.parse(toJson(table))).toMatchObject({
    rows: [{ Later: 'one', 'Later (column 2)': 'other' }],
  })
})
