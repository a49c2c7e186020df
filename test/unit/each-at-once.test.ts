import { expect, test } from 'vitest'
import { eachAtOnce } from '#shared/each-at-once.ts'

test('each item is processed once, in order, and as many at once as allowed', async () => {
  const begun: number[] = []
  let now = 0
  let most = 0
  await eachAtOnce([1, 2, 3, 4, 5, 6, 7].values(), 3, async (item) => {
    begun.push(item)
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
  })
  expect([begun, most, now]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3, 0])
})

test('an empty list does nothing, and the first of several failures is reported', async () => {
  await eachAtOnce([], 4, () => Promise.reject(new Error('nobody asks')))
  await expect(
    eachAtOnce([1, 2], 4, (item) => Promise.reject(new Error(`item ${item}`))),
  ).rejects.toThrow('item 1')
})
