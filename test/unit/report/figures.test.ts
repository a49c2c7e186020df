import { expect, test } from 'vitest'
import { createWriter, writeChange } from '#electron/core/report/figures.ts'
import { plainText } from '#electron/core/report/printed.ts'
import { figure, step } from '#shared/strategy/statement/make.ts'

const amount = (value: number) =>
  figure({
    id: `amount/${value}`,
    steps: [step('+', value, { from: 'constant', what: '' })],
    sentence: '',
    basis: '',
  })

test('half a dollar is rounded the same way for gains and losses, and a change of zero has no sign', () => {
  const { write } = createWriter()
  const written = (value: number) => plainText(write(amount(value)))
  expect([198.5, -198.5, 198.4, -198.4, 0.4, -0.4].map(written)).toEqual([
    '$199',
    '−$199',
    '$198',
    '−$198',
    '$0',
    '$0',
  ])
  const change = (value: number) => plainText(writeChange(amount(value), write))
  expect([198.5, -198.5, 0.4].map(change)).toEqual(['+$199', '−$199', '–'])
  expect(plainText(writeChange(null, write))).toBe('–')
})
