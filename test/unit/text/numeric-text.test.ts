import { expect, test } from 'vitest'
import { fromNumeric, toNumericText } from '#shared/text/numeric-text.ts'

test.each([
  [0, '0'],
  [0.1 + 0.2, '0.3'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-4.5, '-4.5'],
  [75000, '75000'],
  [100, '100'],
  [-0, '0'],
  [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
])('%d is written as plain decimal text', (value, text) => {
  expect(toNumericText(value)).toBe(text)
})

test('a number without a decimal form is refused', () => {
  expect(() => toNumericText(Number.NaN)).toThrow(RangeError)
  expect(() => toNumericText(Number.POSITIVE_INFINITY)).toThrow(RangeError)
})

test('a number written as text is read, and nothing else is guessed', () => {
  expect(fromNumeric('12.5')).toBe(12.5)
  expect(fromNumeric(' 1e3 ')).toBe(1000)
  expect(fromNumeric('12,5')).toBeNull()
  expect(fromNumeric('')).toBeNull()
  expect(fromNumeric(true)).toBeNull()
})
