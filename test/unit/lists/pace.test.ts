import { expect, test } from 'vitest'
import { createPace, createSpeed } from '#electron/core/lists/sending/brakes.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

const calm = new AbortController().signal

test('requests begin at even intervals, as many a minute as allowed', async () => {
  const clock = createManualClock()
  const pace = createPace(clock, 120)
  for (let turn = 0; turn < 4; turn += 1) await pace.turn(calm)
  expect(clock.slept).toEqual([500, 500, 500])
  clock.advance(200)
  await pace.turn(calm)
  expect(clock.slept.at(-1)).toBe(300)
  clock.advance(499)
  await pace.turn(calm)
  expect(clock.slept.at(-1)).toBe(1)
})

test('requests that arrive at the same time begin one after another', async () => {
  const waited: number[] = []
  const clock = { ...createManualClock(), sleep: async (ms: number) => void waited.push(ms) }
  const pace = createPace(clock, 60)
  await Promise.all([1, 2, 3].map(() => pace.turn(calm)))
  expect(waited).toEqual([1000, 2000])
})

test('after a pause, missed requests are not made up for', async () => {
  const clock = createManualClock()
  const pace = createPace(clock, 60)
  await pace.turn(calm)
  clock.advance(60_000)
  await pace.turn(calm)
  expect(clock.slept).toEqual([])
  await pace.turn(calm)
  expect(clock.slept).toEqual([1000])
})

test('without a limit nobody waits', async () => {
  const clock = createManualClock()
  const pace = createPace(clock, null)
  for (let turn = 0; turn < 3; turn += 1) await pace.turn(calm)
  expect(clock.slept).toEqual([])
})

test('waiting for a turn is rejected if it is canceled', async () => {
  const pace = createPace(createManualClock(), 60)
  const stop = new AbortController()
  await pace.turn(stop.signal)
  stop.abort()
  await expect(pace.turn(stop.signal)).rejects.toThrow()
})

test('the speed is measured over the last minute, and unknown until a row has an outcome', () => {
  const clock = createManualClock()
  const speed = createSpeed(clock, null)
  expect(speed.rowsPerHour()).toBeNull()
  speed.note()
  expect(speed.rowsPerHour()).toBeNull()
  clock.advance(1)
  expect(speed.rowsPerHour()).toBe(3_600_000)
  clock.advance(29_999)
  expect(speed.rowsPerHour()).toBe(120)
  speed.note()
  expect(speed.rowsPerHour()).toBe(240)
  clock.advance(30_000)
  expect(speed.rowsPerHour()).toBe(120)
  clock.advance(1)
  expect(speed.rowsPerHour()).toBe(60)
  clock.advance(30_000)
  expect(speed.rowsPerHour()).toBeNull()
  speed.note()
  clock.advance(1000)
  expect(speed.rowsPerHour()).toBe(60)
})

test('the speed of the first rows does not exceed the limit for a minute', () => {
  const clock = createManualClock()
  const speed = createSpeed(clock, 20)
  speed.note()
  clock.advance(250)
  expect(speed.rowsPerHour()).toBe(1200)
  clock.advance(29_750)
  expect(speed.rowsPerHour()).toBe(120)
})

test('the speed stays right over many thousands of rows', () => {
  const clock = createManualClock()
  const speed = createSpeed(clock, null)
  for (const rows of [10_001, 7, 10_050, 3]) {
    for (let row = 0; row < rows; row += 1) speed.note()
    clock.advance(60_000)
    expect(speed.rowsPerHour()).toBe(rows * 60)
    clock.advance(1)
    expect(speed.rowsPerHour()).toBeNull()
  }
  for (let row = 0; row < 10_001; row += 1) speed.note()
  clock.advance(60_001)
  for (let row = 0; row < 20_000; row += 1) speed.note()
  expect(speed.rowsPerHour()).toBe(1_200_000)
})
