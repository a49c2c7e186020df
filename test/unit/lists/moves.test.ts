import { expect, test } from 'vitest'
import { createThrottles } from '#electron/core/platform/events.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

/** A clock whose waits end when the test says so. */
const slowClock = () => {
  const clock = createManualClock()
  const waits: { readonly ms: number; readonly end: () => void }[] = []
  const sleep = (ms: number): Promise<void> => new Promise((end) => void waits.push({ ms, end }))
  const endWait = async (): Promise<void> => {
    const wait = waits.shift()
    clock.advance(wait?.ms ?? 0)
    wait?.end()
    await Promise.resolve()
  }
  return { clock: { ...clock, sleep }, advance: (ms: number) => clock.advance(ms), waits, endWait }
}

test('the first change is reported at once; changes shortly afterwards are reported together, a little later', async () => {
  const { clock, advance, waits, endWait } = slowClock()
  const told: string[] = []
  const moves = createThrottles(clock, (id) => told.push(id), 200)
  moves('one')
  expect(told).toEqual(['one'])
  advance(50)
  moves('one')
  moves('one')
  expect(waits.map(({ ms }) => ms)).toEqual([150])
  expect(told).toEqual(['one'])
  await endWait()
  expect(told).toEqual(['one', 'one'])
  moves('one')
  expect(waits.map(({ ms }) => ms)).toEqual([200])
  await endWait()
  advance(200)
  moves('one')
  expect(told).toEqual(['one', 'one', 'one', 'one'])
  expect(waits).toEqual([])
})

test('later changes are reported exactly when the interval ends', () => {
  const { clock, advance, waits } = slowClock()
  const moves = createThrottles(clock, () => undefined, 200)
  moves('one')
  advance(199)
  moves('one')
  expect(waits.map(({ ms }) => ms)).toEqual([1])
})

test('changes of one list are reported without waiting for another list', () => {
  const { clock } = slowClock()
  const told: string[] = []
  const moves = createThrottles(clock, (id) => told.push(id), 200)
  for (const id of ['one', 'two', 'one']) moves(id)
  expect(told).toEqual(['one', 'two'])
})
