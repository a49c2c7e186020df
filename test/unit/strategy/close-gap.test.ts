import { describe, expect, test } from 'vitest'
import type { Strategy } from '#shared/express/reading.ts'
import {
  ageByTable,
  isEnough,
  searchLever,
  type Ask,
  type SearchRoom,
} from '#shared/strategy/outlook/close-gap.ts'
import { createRandom } from '#test/torture/random.ts'
import { emptyPercentile, emptyStrategy } from './sample-forecast.ts'

/**
 * The search for what closes the gap: only an answer may say that the need is met, and no more is asked than announced.
 */

const seed = Number(process.env['SEED'] ?? 20_261_122)
const room: SearchRoom = {
  now: { at: 9, month: 4_000, between: false },
  most: 38.7,
  step: 0.1,
  need: 4_500,
  asks: 6,
}
const service = (income: (at: number) => number | null | 'stopped') => {
  const asked: number[] = []
  const ask: Ask = async (at) => {
    asked.push(at)
    const month = income(at)
    return month === null || month === 'stopped' ? month : { month, between: false }
  }
  return { asked, ask }
}

describe('the search of a lever', () => {
  test('a straight service is solved to the tenth in three answers, and the tenth before is known not to do', async () => {
    const { ask, asked } = service((at) => 4_000 + (at - 9) * 38)
    expect(await searchLever(room, ask)).toMatchObject({
      kind: 'reaches',
      at: 22.2,
      smallest: true,
    })
    expect(asked).toEqual([38.7, 22.2, 22.1])
  })

  test('an answer that moves the need reaches it by its own, not by the one before', async () => {
    const higher: Ask = async (at) => ({
      month: 4_000 + (at - 9) * 38,
      between: false,
      need: 9_000,
    })
    expect(await searchLever(room, higher)).toMatchObject({ kind: 'tooFar', best: { at: 38.7 } })
    const lower: Ask = async () => ({ month: 4_000, between: false, need: 3_900 })
    expect(await searchLever(room, lower)).toMatchObject({ kind: 'reaches', month: 4_000 })
  })

  test(`rising services of every bend: what reaches was answered so, in no more answers than told (seed ${seed})`, async () => {
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
        expect(asked).toContain(found.at)
        expect(isEnough(income(found.at), room.need), `round ${round}`).toBe(true)
        if (found.smallest) {
          const before = Math.round(found.at * 10 - 1) / 10
          expect(isEnough(income(before), room.need), `round ${round}`).toBe(false)
        }
        if (asks === 12) expect(found.smallest, `round ${round}`).toBe(true)
      } else expect(Math.max(...asked.map(income))).toBeLessThan(room.need)
    }
  })

  test(`services that rise and fall: never claims what was not answered (seed ${seed})`, async () => {
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
      if (found.kind === 'reaches')
        expect([...noise], `round ${round}`).toContainEqual([found.at, found.month])
      if (found.kind === 'reaches') expect(isEnough(found.month, room.need)).toBe(true)
    }
  })

  test('one answer says how far the highest goes, if it does not reach the need', async () => {
    const { ask, asked } = service((at) => 4_000 + at)
    expect(await searchLever(room, ask)).toEqual({
      kind: 'tooFar',
      best: { at: 38.7, month: 4_038.7, between: false },
      asked: 1,
    })
    expect(asked).toHaveLength(1)
    const falling = service((at) => 4_000 - at)
    expect(await searchLever(room, falling.ask)).toMatchObject({ best: { at: 9, month: 4_000 } })
  })

  test('a call that fails or is cancelled ends it, and so does an answer that does not say', async () => {
    const failing = service((at) => (at > 30 ? 5_000 : 'stopped'))
    expect(await searchLever(room, failing.ask)).toEqual({ kind: 'stopped', asked: 2 })
    const silent = service(() => null)
    expect(await searchLever(room, silent.ask)).toEqual({ kind: 'notSaid', asked: 1 })
    const once = service((at) => (at > 30 ? 5_000 : null))
    expect(await searchLever(room, once.ask)).toMatchObject({ at: 38.7, smallest: false })
  })

  test('without room nothing is asked', async () => {
    const { ask, asked } = service(() => 9_000)
    expect(await searchLever({ ...room, most: 9 }, ask)).toMatchObject({ kind: 'tooFar', asked: 0 })
    expect(asked).toEqual([])
  })
})

describe('the answer’s own table of retirement ages', () => {
  const choice = { cautious: 10, typical: 50 }
  const table = (rows: Readonly<Record<number, number>>) =>
    Object.entries(rows).map(([RetirementAge, Income]) => ({ RetirementAge, Income }))
  const strategy = (poor: Readonly<Record<number, number>>): Strategy => ({
    ...emptyStrategy('Current'),
    retirementAge: 65,
    percentiles: [
      { ...emptyPercentile(10, 48_000), retirementIncomeAtVariousRetirementAges: table(poor) },
      // Typical markets would reach it at once, but the table of the cautious percentile counts.
      {
        ...emptyPercentile(50, 60_000),
        retirementIncomeAtVariousRetirementAges: table({ 65: 100, 70: 900 }),
      },
    ],
  })

  test('the earliest age counts, read from the poor markets’ own table by its proportions', () => {
    const rising = strategy({ 65: 10, 67: 11, 69: 12 })
    expect(ageByTable(rising, 65, 75, 4_400, choice)).toMatchObject({
      kind: 'reaches',
      at: 67,
      between: false,
      smallest: true,
    })
    expect(ageByTable(rising, 65, 75, 4_600, choice)).toMatchObject({ at: 68, between: true })
  })

  test('what it does not reach, or does not say, is told so', () => {
    expect(ageByTable(strategy({ 65: 10, 67: 11, 69: 12 }), 65, 75, 9_000, choice)).toMatchObject({
      kind: 'tooFar',
      best: { at: 69 },
    })
    expect(ageByTable(strategy({}), 65, 75, 4_400, choice)).toEqual({ kind: 'notSaid', asked: 0 })
  })
})
