import { expect, test } from 'vitest'
import {
  holdToken,
  secondsLeft,
  tokenStateOf,
} from '#electron/core/environments/credentials/token/token-source.ts'

/** Tests the remaining life of a token, by two clocks, to the millisecond. */

const clockAt = (wall: number, monotonic: number) => ({
  now: () => wall,
  monotonic: () => monotonic,
  sleep: async () => undefined,
})
const start = Date.UTC(2026, 10, 20, 12)
const held = holdToken('t', 'place', 3_600, clockAt(start, 5_000))

test("a token's remaining life is measured by the clock that has moved further", () => {
  expect(secondsLeft(held, clockAt(start + 600_000, 5_000))).toBe(3_000)
  expect(secondsLeft(held, clockAt(start, 605_000))).toBe(3_000)
  expect(secondsLeft(held, clockAt(start - 600_000, 1_205_000))).toBe(2_400)
})

test('a token is valid up to its last millisecond, and then no longer', () => {
  expect(tokenStateOf(held, clockAt(start + 3_599_500, 5_000))).toEqual({
    kind: 'valid',
    obtainedAt: '2026-11-20T12:00:00.000Z',
    validUntil: '2026-11-20T13:00:00.000Z',
    secondsLeft: 0,
  })
  expect(tokenStateOf(held, clockAt(start + 3_600_000, 5_000)).kind).not.toBe('valid')
})
