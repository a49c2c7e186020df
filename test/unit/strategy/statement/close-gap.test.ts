import { describe, expect, test } from 'vitest'
import { searchLever, type Ask, type SearchRoom } from '#shared/strategy/statement/gap/close-gap.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { gapOf, goalOf, type Gap } from '#shared/strategy/statement/goal.ts'
import { figure, step } from '#shared/strategy/statement/make.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { createRandom } from '#test/torture/random.ts'
import { aSide } from './sample-side.ts'

/**
 * Tests the search for what closes the gap. Only an answer may prove that the goal is met, and no
 * more forecasts may run than announced.
 */

const seed = Number(process.env['SEED'] ?? 20_261_122)
const goalFor = (amount: number) => goalOf(aSide(), [], { typedGoal: amount, shareOfPay: 70 }, null)
const dollars = (amount: number): Figure => {
  const made = figure({
    id: `income/${amount}`,
    tax: 'after',
    steps: [step('+', amount, { from: 'constant', what: 'income' })],
    sentence: '',
    basis: '',
  })
  if (made === null) throw new Error('no figure')
  return made
}
const said = (month: number, goal = 4_500): { readonly income: Figure; readonly gap: Gap } => {
  const income = dollars(month)
  const gap = gapOf(income, goalFor(goal))
  if (gap === null) throw new Error('no gap')
  return { income, gap }
}
const room: SearchRoom = {
  now: { at: 9, ...said(4_000) },
  most: 38.7,
  step: 0.1,
  asks: 6,
}
const service = (income: (at: number) => number | null | 'stopped') => {
  const asked: number[] = []
  const ask: Ask = async (at) => {
    asked.push(at)
    const month = income(at)
    return month === null || month === 'stopped' ? month : said(month)
  }
  return { asked, ask }
}
const isEnough = (month: number): boolean => Math.round(month) >= 4_500

describe('the search along a lever', () => {
  test('finds the value to within a tenth with three answers if the service is linear, and knows that a tenth less is not enough', async () => {
    const { ask, asked } = service((at) => 4_000 + (at - 9) * 38)
    expect(await searchLever(room, ask)).toMatchObject({
      kind: 'reaches',
      found: { at: 22.2 },
      smallest: true,
    })
    expect(asked).toEqual([38.7, 22.2, 22.1])
    const late = service((at) => 4_000 + (at - 9) * 20)
    expect(await searchLever(room, late.ask)).toMatchObject({ found: { at: 34 }, smallest: true })
    expect(late.asked).toEqual([38.7, 34, 33.9])
  })

  test('compares an answer that changes the goal with the new goal, not with the previous one', async () => {
    const higher: Ask = async (at) => said(4_000 + (at - 9) * 38, 9_000)
    expect(await searchLever(room, higher)).toMatchObject({ kind: 'tooFar', top: { at: 38.7 } })
    const lower: Ask = async () => said(4_000, 3_900)
    expect(await searchLever(room, lower)).toMatchObject({ kind: 'reaches' })
  })

  test(`finds the value for any service that only rises, with no more answers than announced (seed ${seed})`, async () => {
    const random = createRandom(seed)
    for (let round = 0; round < 500; round += 1) {
      const bend = 0.2 + random() * 4
      const lift = 100 + random() * 4_000
      const most = 10 + random() * 60
      const income = (at: number): number => 4_000 + lift * ((at - 9) / (most - 9)) ** bend
      const asks = 1 + Math.floor(random() * 12)
      const { ask, asked } = service(income)
      const found = await searchLever({ ...room, most, asks }, ask)
      expect(asked.length, `round ${round}`).toBeLessThanOrEqual(asks)
      expect(found, `round ${round}`).toMatchObject({ asked: asked.length })
      if (found.kind === 'reaches') {
        expect(asked).toContain(found.found.at)
        expect(isEnough(income(found.found.at)), `round ${round}`).toBe(true)
        if (found.smallest) {
          const before = Math.round(found.found.at * 10 - 1) / 10
          expect(isEnough(income(before)), `round ${round}`).toBe(false)
        }
        if (asks === 12) expect(found.smallest, `round ${round}`).toBe(true)
      } else expect(Math.round(Math.max(...asked.map(income)))).toBeLessThan(4_500)
    }
  })

  test(`never claims what no answer shows, for services that rise and fall (seed ${seed})`, async () => {
    const random = createRandom(seed)
    for (let round = 0; round < 500; round += 1) {
      const noise = new Map<number, number>()
      const income = (at: number): number => {
        const known = noise.get(at) ?? 3_000 + random() * 3_000
        noise.set(at, known)
        return known
      }
      const { ask, asked } = service(income)
      const found = await searchLever(room, ask)
      expect(asked.length, `round ${round}`).toBeLessThanOrEqual(room.asks)
      expect(new Set(asked).size, `round ${round}`).toBe(asked.length)
      if (found.kind !== 'reaches') continue
      const month = noise.get(found.found.at) ?? 0
      expect(exportFigure(found.found.income), `round ${round}`).toBe(Math.round(month))
      expect(isEnough(month)).toBe(true)
    }
  })

  test('needs only one answer to report that even the highest value does not reach the goal', async () => {
    const { ask, asked } = service((at) => 4_000 + at)
    expect(await searchLever(room, ask)).toMatchObject({
      kind: 'tooFar',
      top: { at: 38.7 },
      asked: 1,
    })
    expect(asked).toHaveLength(1)
  })

  test('ends if a service call fails or is canceled, or if an answer lacks the figures', async () => {
    const failing = service((at) => (at > 30 ? 5_000 : 'stopped'))
    expect(await searchLever(room, failing.ask)).toEqual({ kind: 'stopped', asked: 2 })
    const silent = service(() => null)
    expect(await searchLever(room, silent.ask)).toEqual({ kind: 'notSaid', asked: 1 })
    const once = service((at) => (at > 30 ? 5_000 : null))
    expect(await searchLever(room, once.ask)).toMatchObject({
      found: { at: 38.7 },
      smallest: false,
    })
  })

  test('requests nothing if the lever has no room', async () => {
    const { ask, asked } = service(() => 9_000)
    expect(await searchLever({ ...room, most: 9 }, ask)).toMatchObject({ kind: 'tooFar', asked: 0 })
    expect(asked).toEqual([])
  })
})
