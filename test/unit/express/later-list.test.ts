import { expect, test } from 'vitest'
import { createLaterList, mostHeld } from '#electron/core/http/traffic/later-list.ts'
import type { Clock } from '#electron/core/ports.ts'

/** A clock whose time passes only on demand. */
const sleepyClock = () => {
  let now = 0
  let sleepers: { readonly until: number; readonly wake: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ until: now + ms, wake })),
  }
  /** Lets time pass, a quarter of a second at once. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = now + ms; now < end;) {
      now = Math.min(end, now + 250)
      const due = sleepers.filter(({ until }) => until <= now)
      sleepers = sleepers.filter(({ until }) => until > now)
      for (const { wake } of due) wake()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { clock, pass }
}

const listOf = (most: number) => {
  const { clock, pass } = sleepyClock()
  const list = createLaterList<string>(most, clock)
  const done: string[] = []
  const add = (name: string, heldChars = 1): void =>
    list.add(() => {
      done.push(name)
      return name
    }, heldChars)
  return { list, pass, done, add }
}

test('nothing is done while somebody may wait, everything within two seconds', async () => {
  const { list, pass, done, add } = listOf(3)
  add('a')
  await pass(1_500)
  add('b')
  expect(done).toEqual([])
  await pass(500)
  expect(done).toEqual(['a', 'b'])
  expect(list.all()).toEqual(['b', 'a'])
  add('c')
  await pass(2_250)
  expect(done).toEqual(['a', 'b', 'c'])
})

test('much text is not kept for so long', async () => {
  const { pass, done, add } = listOf(3)
  add('large', mostHeld / 2)
  await pass(500)
  expect(done).toEqual(['large'])
})

test('a list that is full goes on with the newest, however often', async () => {
  const { list, pass, add } = listOf(3)
  for (let number = 1; number <= 20; number += 1) {
    add(String(number))
    if (number % 7 === 0) await pass(2_250)
  }
  expect(list.all()).toEqual(['20', '19', '18'])
})

test('a caller gets it at once, newest first', () => {
  const { list, add } = listOf(3)
  for (const name of ['a', 'b', 'c']) add(name)
  expect(list.all()).toEqual(['c', 'b', 'a'])
})

test('work that falls off the list is never done', () => {
  const { list, done, add } = listOf(2)
  for (const name of ['a', 'b', 'c', 'd']) add(name)
  expect(list.all()).toEqual(['d', 'c'])
  expect(done).toEqual(['c', 'd'])
})

test('cleared work is never done', async () => {
  const { list, pass, done, add } = listOf(3)
  add('a')
  list.clear()
  await pass(3_000)
  expect([done, list.all()]).toEqual([[], []])
})

test('more text than is kept alive is worked through at once, the oldest first', () => {
  const { done, add } = listOf(9)
  add('small')
  add('large', mostHeld)
  add('small too')
  expect(done).toEqual(['small', 'large'])
})
