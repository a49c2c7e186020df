import { expect, test } from 'vitest'
import { mostOwnDollars } from '#shared/savings/limits.ts'

/** Typed by hand from IRS Notice 2025-67, dollars of 2026. */
test.each([
  ['401(k)', 40, 24_500],
  ['401(k)', 50, 32_500],
  ['401(k)', 60, 35_750],
  ['401(k)', 64, 32_500],
  ['401(k)', null, 24_500],
  ['403(b)', 40, 24_500],
  ['457(b)', 40, 24_500],
  ['SIMPLE IRA', 40, 17_000],
  ['Roth IRA', 40, 7_500],
  ['Roth IRA', 50, 8_600],
] as const)('into a %s at %s at most %d dollars go in oneself', (planType, age, most) => {
  expect(mostOwnDollars({ planId: 'P', planType }, 200_000, age)).toBe(most)
})
