import { expect, test } from 'vitest'
import { createLate, once } from '#shared/late.ts'

test('a late value is loaded on first use, and only once', async () => {
  let loads = 0
  const late = createLate(async () => {
    loads += 1
    return loads
  })
  expect(loads).toBe(0)
  expect(await Promise.all([late(), late()])).toEqual([1, 1])
  expect(await late()).toBe(1)
})

test('a failed load is reported to its caller, and tried again for the next caller', async () => {
  const outcomes = [new Error('gone'), 'here']
  const late = createLate(async () => {
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  await expect(late()).rejects.toThrow('gone')
  expect(await late()).toBe('here')
})

test('a value made once is made on first use, and stays the same', () => {
  let times = 0
  const made = once(() => {
    times += 1
    return undefined
  })
  expect(times).toBe(0)
  expect([made(), made()]).toEqual([undefined, undefined])
  expect(times).toBe(1)
})
