import { expect, test } from 'vitest'
import { createLaterList, mostHeld } from '#electron/core/express/later-list.ts'
import type { Clock } from '#electron/core/ports.ts'

/** A clock whose sleepers wake when they are told to, and in which no time passes. */
const sleepyClock = () => {
  const sleepers: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: () => new Promise((resolve) => sleepers.push(resolve)),
  }
  const wake = async (): Promise<void> => {
    for (const sleeper of sleepers.splice(0)) sleeper()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, wake }
}

const listOf = (most: number) => {
  const { clock, wake } = sleepyClock()
  const list = createLaterList<string>(most, clock)
  const done: string[] = []
  const add = (name: string, heldChars = 1): void =>
    list.add(() => {
      done.push(name)
      return name
    }, heldChars)
  return { list, wake, done, add }
}

test('nothing is done while somebody may wait, everything a little later', async () => {
  const { list, wake, done, add } = listOf(3)
  add('a')
  add('b')
  expect(done).toEqual([])
  await wake()
  expect(done).toEqual(['a', 'b'])
  expect(list.all()).toEqual(['b', 'a'])
  add('c')
  await wake()
  await wake()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('whoever asks has it at once, newest first', () => {
  const { list, add } = listOf(3)
  for (const name of ['a', 'b', 'c']) add(name)
  expect(list.all()).toEqual(['c', 'b', 'a'])
})

test('what is pushed off the list is never done', () => {
  const { list, done, add } = listOf(2)
  for (const name of ['a', 'b', 'c', 'd']) add(name)
  expect(list.all()).toEqual(['d', 'c'])
  expect(done).toEqual(['c', 'd'])
})

test('what is cleared is never done', async () => {
  const { list, wake, done, add } = listOf(3)
  add('a')
  list.clear()
  await wake()
  expect([done, list.all()]).toEqual([[], []])
})

test('more text than is kept alive is worked through at once, the oldest first', () => {
  const { done, add } = listOf(9)
  add('small')
  add('large', mostHeld)
  add('small too')
  expect(done).toEqual(['small', 'large'])
})
