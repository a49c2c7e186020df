import { expect, test } from 'vitest'
import { createReceiptNumbers } from '#electron/core/submission/carry-out/prepare.ts'

test('no two receipts of one day have the same number, however many there are', () => {
  const next = createReceiptNumbers()
  // Among this many random numbers, about ten would repeat.
  for (const [day, count] of [
    [20, 120_000],
    [21, 100],
  ] as const) {
    const numbers = new Set(Array.from({ length: count }, () => next(Date.UTC(2026, 10, day, 23))))
    expect(numbers.size).toBe(count)
    for (const number of [...numbers].slice(0, 100))
      expect(number).toMatch(new RegExp(`^GP-202611${day}-[2-9A-HJKMNP-TV-Z]{6}$`))
  }
})
