import { expect, test } from 'vitest'
import { createReceiptNumbers } from '#electron/core/submissions/receipt-number.ts'

test('no two receipts of a day have the same number, however many there are', () => {
  const next = createReceiptNumbers()
  for (const day of [20, 21]) {
    const numbers = new Set(Array.from({ length: 200_000 }, () => next(Date.UTC(2026, 10, day, 23))))
    expect(numbers.size).toBe(200_000)
    for (const number of [...numbers].slice(0, 100)) expect(number).toMatch(new RegExp(`^GP-202611${day}-[2-9A-HJKMNP-TV-Z]{6}$`))
  }
})
