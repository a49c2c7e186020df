import { describe, expect, it } from 'vitest'
import { fundCatalogue, fundOf } from '#electron/training/engine/funds.ts'

const total = (mix: readonly number[]): number => mix.reduce((sum, weight) => sum + weight, 0)

describe('the fund catalog', () => {
  it('has unique ids, and mixes that add up to 100', () => {
    expect(new Set(fundCatalogue.map(({ id }) => id)).size).toBe(fundCatalogue.length)
    for (const { id, mix } of fundCatalogue) expect(total(mix), id).toBe(100)
  })

  it('finds every fund by its id, and knows the company stock', () => {
    for (const fund of fundCatalogue) expect(fundOf(fund.id)).toBe(fund)
    expect(fundCatalogue.filter(({ singleStock }) => singleStock).map(({ id }) => id)).toEqual([
      'STK01',
    ])
  })

  it('invents a balanced mix for any other id, the same every time', () => {
    for (const id of ['', 'F00000ABCD', '4711', 'ünïcode']) {
      const fund = fundOf(id)
      expect(fundOf(id)).toEqual(fund)
      expect(total(fund.mix)).toBe(100)
      expect(Math.min(...fund.mix)).toBeGreaterThanOrEqual(0)
    }
    expect(fundOf('A').mix).not.toEqual(fundOf('B').mix)
  })
})
