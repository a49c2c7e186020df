import { expect, test } from 'vitest'
import { maritalStatusWords } from '#renderer/features/participant/profile/profile-words.ts'

test.each([
  ['Married', 'Married'],
  ['Domestic partner', 'Domestic partner'],
  ['', ''],
  ['M', 'Code M, as in the file'],
  ['s', 'Code s, as in the file'],
  ['2', 'Code 2, as in the file'],
  ['01', 'Code 01, as in the file'],
])('a marital status %j is shown as %j, without inventing a meaning for a code', (text, shown) => {
  expect(maritalStatusWords(text)).toBe(shown)
})
