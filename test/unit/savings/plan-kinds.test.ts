import { expect, test } from 'vitest'
import { planKindOf, takesContributions } from '#shared/savings/limits.ts'

test.each([
  ['401(k)', 'qualified'],
  ['401K', 'qualified'],
  ['Profit Sharing', 'qualified'],
  ['', 'qualified'],
  ['Admiral Corp 401(k)', 'qualified'],
  ['Miracle Foods Profit Sharing', 'qualified'],
  ['Simpleton & Sons 401(k)', 'qualified'],
  ['Separation Systems 401(k)', 'qualified'],
  ['403B', 'taxSheltered'],
  ['457(b)', 'governmental'],
  ['SIMPLE IRA', 'simple'],
  ['SIMPLE_IRA', 'simple'],
  ['SimpleIRA', 'simple'],
  ['SIMPLE401K', 'simple'],
  ['SEP', 'simplified'],
  ['SEPIRA', 'simplified'],
  ['SEP_IRA', 'simplified'],
  ['SEP-IRA', 'simplified'],
  ['SARSEP', 'simplified'],
  ['SARSEP IRA', 'simplified'],
  ['Simplified Employee Pension', 'simplified'],
  ['IRA', 'individual'],
  ['IRAs', 'individual'],
  ['Roth IRA', 'individual'],
  ['ROTH_IRA', 'individual'],
  ['RothIRA', 'individual'],
  ['Traditional IRA', 'individual'],
  ['TRADITIONALIRA', 'individual'],
  ['IRAROTH', 'individual'],
  ['IRARoth', 'individual'],
  ['IRA_ROTH', 'individual'],
  ['IRATraditional', 'individual'],
  ['TraditionalIRA', 'individual'],
  ['IRASEP', 'simplified'],
  ['IRASIMPLE', 'simple'],
  ['Iraqi Relief 401(k)', 'qualified'],
  ['Rollover IRA of a 401(k)', 'individual'],
  ['Individual Retirement Account', 'individual'],
])('a plan of type "%s" is %s', (planType, kind) => {
  expect(planKindOf({ planType })).toBe(kind)
})

test.each([
  ['401(k)', 'Active', true],
  ['401(k)', 'Terminated', false],
  ['Traditional IRA', 'Terminated', true],
  ['Admiral Corp 401(k)', 'Terminated', false],
  ['SEP-IRA', 'Terminated', false],
])('a plan of type %s with status %s accepts money: %s', (planType, status, does) => {
  expect(takesContributions({ planType, status })).toBe(does)
})
