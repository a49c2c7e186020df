import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { legible } from '#electron/core/report/legible.ts'

const fontSchema = z.object({ characterSet: z.array(z.number()) })
const fontkitSchema = z.object({
  openSync: z.custom<(file: string) => unknown>((value) => typeof value === 'function'),
})

const charactersOf = (file: string): ReadonlySet<number> => {
  const fontkit = fontkitSchema.parse(createRequire(import.meta.url)('fontkit'))
  const folder = '../../../node_modules/@expo-google-fonts/noto-sans'
  const path = fileURLToPath(new URL(`${folder}/${file}`, import.meta.url))
  return new Set(fontSchema.parse(fontkit.openSync(path)).characterSet)
}

test('every character on paper is in both weights of the font', () => {
  const weights = ['400Regular/NotoSans_400Regular.ttf', '600SemiBold/NotoSans_600SemiBold.ttf']
  for (const characters of weights.map(charactersOf))
    for (let code = 0x20; code < 0x30000; code++) {
      const sign = String.fromCodePoint(code)
      if (/\p{C}/u.test(sign)) continue
      const missing = Array.from(legible(sign)).filter(
        (letter) => !characters.has(letter.codePointAt(0) ?? 0),
      )
      expect(missing, `U+${code.toString(16)}`).toEqual([])
    }
})

test.each([
  ['Renée Müller-Łoś', 'Renée Müller-Łoś'],
  ['© 2026 Acme™, 5½ %', '© 2026 Acme™, 5½ %'],
  ['ＡＣＭＥ ４０１（ｋ）', 'ACME 401(k)'],
  ['Henry Ⅲ, Plan ②', 'Henry III, Plan 2'],
  ['65 → 67, balance ≥ $5,000 ✓', '65 -> 67, balance >= $5,000 [x]'],
  ['㎏ and ﬁnal', 'kg and ﬁnal'],
  ['王 😀', '[U+738B] [U+1F600]'],
])('%j is printed as %j', (text, paper) => {
  expect(legible(text)).toBe(paper)
})
