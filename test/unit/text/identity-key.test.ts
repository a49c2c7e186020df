import { expect, test } from 'vitest'
import { identityKey, looseKey, searchKey } from '#shared/identity-key.ts'

test.each([
  ['P-100', 'p\u2011100'],
  ['P-100', 'P\u2212100'],
  ["O'Neil", 'O\u2019Neil'],
  ['\uff30-1', 'p-1'],
  // Latin words with Cyrillic letters, and ids that could be read as Latin.
  ['\u0420\u0430ul', 'Paul'],
  ['\u0410-100', 'A-100'],
  ['\u0421\u041e\u0412\u0410', 'COBA'],
])('%s and %s are the same id', (one, other) => {
  expect(identityKey(one)).toBe(identityKey(other))
})

test.each([
  ['Jos\u00e9', 'Jose\u0301', true],
  ['JOS\u00c9', 'jose', true],
  ['Nu\u00f1ez-O\u2019Neil', "nunez\u2011o'neil", true],
  ['Hall', 'Hill', false],
])('a search for one of %s and %s finds the other: %s', (one, other, isFound) => {
  expect(searchKey(one) === searchKey(other)).toBe(isFound)
})

test('where a person is asked, ids that differ only in leading zeros count as the same', () => {
  expect(looseKey('AB-007')).toBe(looseKey('ab-7'))
  expect(looseKey('0')).toBe('0')
  expect(new Set(['10', '100', '1-0', '101'].map(looseKey)).size).toBe(4)
  expect(identityKey('007')).not.toBe(identityKey('7'))
})

test('a Cyrillic word that cannot be read as Latin keeps its letters', () => {
  expect(identityKey('\u0418\u0432\u0430\u043d')).toBe('\u0438\u0432\u0430\u043d')
})
