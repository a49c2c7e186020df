import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeFileName } from '#shared/text/file-name.ts'

const seed = Date.now() % 2_147_483_647

describe('a file name', () => {
  test.each([
    ['receipt-GP-20261120-7F3K2M.pdf', 'pdf', 'receipt-GP-20261120-7F3K2M.pdf'],
    ['opt-outs 2026-11-01 to 2026-11-20', 'csv', 'opt-outs 2026-11-01 to 2026-11-20.csv'],
    ['a<b>c:d"e/f\\g|h?i*j', 'csv', 'a-b-c-d-e-f-g-h-i-j.csv'],
    ['../../etc/passwd', 'txt', '-..-etc-passwd.txt'],
    ['Report.CSV', 'csv', 'Report.csv'],
    ['leavers.xlsx', 'csv', 'leavers.xlsx.csv'],
    ['CON', 'txt', '_CON.txt'],
    ['nul.a', 'txt', '_nul.a.txt'],
    ['COMMON', 'txt', 'COMMON.txt'],
    ['.hidden', 'txt', 'hidden.txt'],
    ['ends in dots. . .', 'txt', 'ends in dots.txt'],
    ['', 'pdf', 'Glidepath.pdf'],
    [' ... ', 'pdf', 'Glidepath.pdf'],
    ['turned\u202efdp.exe', 'csv', 'turned-fdp.exe.csv'],
    ['line\nbreak\u0000', 'csv', 'line-break-.csv'],
    ['Überweisungsträger 名簿 😀', 'csv', 'Überweisungsträger 名簿 😀.csv'],
  ])('%j becomes one that every system accepts', (name, extension, expected) => {
    expect(safeFileName(name, extension)).toBe(expected)
  })

  test(`made from any text is short and usable (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const made = safeFileName(name, 'csv')
        expect(made).toMatch(/^[^.\s][^<>:"/\\|?*\u0000-\u001f]*\.csv$/u)
        expect(made.isWellFormed()).toBe(true)
        expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(155)
        expect(safeFileName(made, 'csv')).toBe(made)
      }),
      { seed, numRuns: 2000 },
    )
  })
})
