import { expect, test } from 'vitest'
import { dollars, signed } from '#electron/core/exports/report/figures.ts'

test('half a dollar reads alike with either sign, and nothing has no sign', () => {
  expect([198.5, -198.5, 198.4, -198.4, 0.4, -0.4, null].map(dollars)).toEqual([
    '$199',
    '−$199',
    '$198',
    '−$198',
    '$0',
    '$0',
    '–',
  ])
  expect([-198.5, 198.5, 0.4].map(signed)).toEqual(['−$199', '+$199', '–'])
})
