import { expect, test } from 'vitest'
import { inLines, plainText, printed } from '#electron/core/report/printed.ts'
import { said } from '#shared/strategy/statement/said.ts'
import { aFigure } from '#test/support/figures/sides.ts'

/** Tests that figures stay marked at the right characters when a text is printed. */

const income = { ...aFigure(2391, 'dollars'), id: 'income', about: true }
const rate = { ...aFigure(6), id: 'rate' }

const placed = ({ text, figures }: ReturnType<typeof printed>) =>
  figures.map(({ id, from, to }) => `${id} ${text.slice(from, to)}`)

test('a figure is marked at its amount, even if earlier characters of the text were replaced', () => {
  const words = printed(said`\t 王: ${income} a month, saving ${rate}`)
  expect(words.text).toBe('\u00a0\u00a0\u00a0[U+738B]: about $2,391 a month, saving 6%')
  expect(placed(words)).toEqual(['income $2,391', 'rate 6%'])
})

test('in a text cut into lines, each figure is marked in its line, and a figure that is cut is marked in both lines', () => {
  const whole = printed(said`${income} and ${income} or ${rate}`)
  const lines = inLines(whole, ['about', '$2,3', '91 and about $2,391', 'or 6%'])
  expect(lines.map(placed)).toEqual([
    [],
    ['income $2,3'],
    ['income 91', 'income $2,391'],
    ['rate 6%'],
  ])
})

test('plain text has no figures', () => {
  expect(printed('$5')).toEqual({ text: '$5', figures: [] })
  expect(plainText(said`${rate} of pay`)).toBe('6% of pay')
})
