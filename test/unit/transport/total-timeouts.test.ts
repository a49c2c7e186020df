import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTotalTimeouts } from '#electron/adapters/total-timeouts.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const start = () => {
  const over: string[] = []
  const timeouts = createTotalTimeouts()
  return { over, begin: (name: string, ms: number) => timeouts.begin(ms, () => over.push(name)) }
}

test('each is over after its own time, neither earlier nor later', () => {
  const { over, begin } = start()
  begin('a', 100)
  vi.advanceTimersByTime(60)
  begin('b', 100)
  begin('short', 20)
  vi.advanceTimersByTime(19)
  expect(over).toEqual([])
  vi.advanceTimersByTime(1)
  expect(over).toEqual(['short'])
  vi.advanceTimersByTime(20)
  expect(over).toEqual(['short', 'a'])
  vi.advanceTimersByTime(59)
  expect(over).toEqual(['short', 'a'])
  vi.advanceTimersByTime(1)
  expect(over).toEqual(['short', 'a', 'b'])
})

test('one that has ended is never over, and the next still is', () => {
  const { over, begin } = start()
  const end = begin('ended', 100)
  vi.advanceTimersByTime(50)
  begin('open', 100)
  end()
  vi.advanceTimersByTime(100)
  expect(over).toEqual(['open'])
  vi.advanceTimersByTime(1_000)
  begin('later', 100)
  vi.advanceTimersByTime(100)
  expect(over).toEqual(['open', 'later'])
})

test('a thousand at once take one timer, and none is left when all are over', () => {
  const { begin } = start()
  const ends = Array.from({ length: 1000 }, () => begin('x', 100))
  expect(vi.getTimerCount()).toBe(1)
  for (const end of ends) end()
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
})
