import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readListBytes } from '#electron/core/lists/file/list-bytes.ts'
import { parseRecords } from '#electron/core/lists/file/parse-list.ts'
import { outcomeColumns } from '#electron/core/lists/file/write-outcome.ts'
import { bytesOf } from '#test/support/samples/list-files.ts'
import { delimiters, ends, factsOf, outcomeOf, runTasks, writings } from './list-tasks.ts'

describe('the outcome file', () => {
  test("protects the cells that Glidepath adds from becoming formulas, and leaves the file's own cells unchanged", () => {
    const text = 'Participant ID,Note\n=1+1,"=HYPERLINK(""x"")"\n'
    const bytes = bytesOf(text)
    const written = outcomeOf(bytes, factsOf(bytes), [['=cmd', '+1', '-1', '@x', 'a,"b"\nc', '']])
    expect(written.toString()).toBe(
      `Participant ID,Note,${outcomeColumns.join()}\n=1+1,"=HYPERLINK(""x"")",'=cmd,'+1,'-1,'@x,"a,""b"" c",\n`,
    )
  })

  test('protects cells that a spreadsheet with another separator would take for a formula', () => {
    const bytes = bytesOf('Participant ID\nP-1\n')
    const written = outcomeOf(bytes, factsOf(bytes), [['a;"=1+1;"', ' =1', 'x-1', '', '', '']])
    expect(written.toString()).toContain(`P-1,"a;'""=1+1;""",' =1,x-1,`)
  })

  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '"',
      '""',
      'a"b',
      'x\ny',
      'x\r\ny',
      'x\ry',
      ',',
      ';',
      '\t',
      '=1',
      'é',
      '€',
      '\u0081',
    ),
  )
  const written = (text: string, delimiter: string): string =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text

  test('keeps every byte of the original file, and every cell is read as before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...delimiters),
        fc.constantFrom(...ends),
        fc.constantFrom(...writings),
        fc.boolean(),
        (rows, delimiter, end, [encoding, mark], endsWithLine) => {
          const all = [['Participant ID', 'First Name', 'Last Name'], ...rows]
          const text =
            all
              .map((cells) => cells.map((each) => written(each, delimiter)).join(delimiter))
              .join(end) + (endsWithLine ? end : '')
          const bytes = bytesOf(text, encoding, mark)
          const reading = { encoding, delimiter, hasHeader: true }
          const [answer] = runTasks(bytes, { kind: 'read', reading }).answers
          if (answer?.ok === false) return
          const facts = factsOf(bytes, reading)
          const list = readListBytes(bytes, encoding)
          const before = parseRecords(list, delimiter)
          const width = before.ok ? Math.max(...before.value.map(({ cells }) => cells.length)) : 0
          const outcomes = Array.from({ length: facts.rows }, (_, index) => [
            `o${index}`,
            '',
            '',
            '',
            '',
            '',
          ])
          const file = outcomeOf(bytes, facts, outcomes)
          const after = parseRecords(readListBytes(file, encoding), delimiter)
          if (!before.ok || !after.ok) throw new Error('the outcome file cannot be read')
          expect(after.value.length).toBe(before.value.length)
          for (const [index, { cells }] of before.value.entries()) {
            const again = after.value[index]?.cells ?? []
            expect(again.slice(0, cells.length)).toEqual(cells)
            expect(again.slice(cells.length, width).join('')).toBe('')
            expect(again[width]).toBe(index === 0 ? 'Outcome' : `o${index - 1}`)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
