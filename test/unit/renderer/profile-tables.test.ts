import { expect, test } from 'vitest'
import { z } from 'zod'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { toCsv, toJson } from '#renderer/charts/figures.ts'
import { accountsTable, contributionsTable } from '#renderer/features/participant/profile/tables.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'
import { accountsInFile } from '#shared/strategy/statement/file/file-accounts.ts'
import { savingsInFile } from '#shared/strategy/statement/file/file-savings.ts'

const read = readParticipantXml(examplePeople.find(({ id }) => id === 'daniel-okafor')?.xml ?? '')
const profile = read.ok ? read.value.participants[0] : undefined
if (profile === undefined) throw new Error('the example cannot be read')

test('the funds of a file add up to the displayed accounts', () => {
  const { accounts } = accountsInFile(profile)
  const file: unknown = JSON.parse(toJson(accountsTable(accounts)))
  const { rows } = z.object({ rows: z.array(z.record(z.string(), z.unknown())) }).parse(file)
  expect(rows).toHaveLength(profile.accounts.flatMap(({ holdings }) => holdings).length)
  for (const { planId, balance } of profile.accounts) {
    const funds = rows.filter(({ Plan }) => Plan === planId)
    const sum = (name: string) => funds.reduce((all, row) => all + Number(row[name]), 0)
    expect(sum('Balance of the fund')).toBe(funds[0]?.['Balance of the account'])
    expect(funds[0]?.['Balance of the account']).toBe(Math.round(balance))
    expect(sum('Share of the account')).toBeCloseTo(100, 0)
  }
})

test('an account without funds has its own row', () => {
  const [account] = profile.accounts
  if (account === undefined) throw new Error('there is no account')
  const bare = { ...profile, accounts: [{ ...account, holdings: [] }] }
  const { planId, planType, status, balance } = account
  expect(toCsv(accountsTable(accountsInFile(bare).accounts))).toContain(
    `\r\n${planId},${planType},${status},${Math.round(balance)},,,,\r\n`,
  )
})

test('contributions are exported as percent of pay and dollars a year', () => {
  const table = contributionsTable(savingsInFile(profile, fileSavings(profile, year2026(42))).rows)
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
