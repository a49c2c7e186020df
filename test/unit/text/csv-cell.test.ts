import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, withoutFormulas, withoutProtection } from '#shared/text/csv-cell.ts'

test.each([
  ['a;"=1+1;"', `"a;'""=1+1;"""`],
  ['x\n"=1+1;', `"x\n'""=1+1;"`],
  ['a\t"=1+1\t', `"a\t'""=1+1\t"`],
  ['a;""=1+1;""', `"a;'""""=1+1;"""""`],
  ['; =1', `";' =1"`],
  [' -5', "' -5"],
  ['-5', "'-5"],
  ['a-5', 'a-5'],
  ['a;b', '"a;b"'],
])('%j does not become a formula', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('protected text is read back unchanged, and no separator is followed by a formula', () => {
  const character = fc.constantFrom(...'=+-@" ;,\t\n\ra1'.split(''))
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
      const safe = withoutFormulas(text)
      expect(safe).not.toMatch(/(?:^|[,;\t\r\n])[" ]*[=+\-@]/)
      expect(withoutProtection(safe)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
