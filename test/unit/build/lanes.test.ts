import { expect, test } from 'vitest'
import { runInLanes } from '../../../build/lib/lanes.mjs'

/** Runs steps that end when they are told to; what had begun at each moment, and what was under way. */
const watch = (steps: readonly string[], cores: number) => {
  const begun: string[] = []
  const open = new Map<string, () => void>()
  const all = runInLanes(
    steps,
    (step) => step.startsWith('waits'),
    async (step) => {
      begun.push(step)
      await new Promise<void>((resolve) => open.set(step, resolve))
      open.delete(step)
    },
    cores,
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    all,
    begun,
    underWay: () => [...open.keys()].toSorted(),
    end: async (step: string) => {
      open.get(step)?.()
      await settle()
    },
  }
}
const steps = ['works 1', 'works 2', 'waits 1', 'waits 2', 'waits 3', 'works 3']

test('one step that works runs at a time, and beside it at most two that wait, each kind in its order', async () => {
  const lanes = watch(steps, 2)
  expect(lanes.underWay()).toEqual(['waits 1', 'waits 2', 'works 1'])
  await lanes.end('waits 2')
  expect(lanes.underWay()).toEqual(['waits 1', 'waits 3', 'works 1'])
  await lanes.end('waits 1')
  await lanes.end('waits 3')
  expect(lanes.underWay()).toEqual(['works 1'])
  await lanes.end('works 1')
  expect(lanes.underWay()).toEqual(['works 2'])
  await lanes.end('works 2')
  await lanes.end('works 3')
  await lanes.all
  expect(lanes.begun.toSorted()).toEqual(steps.toSorted())
})

test('on one core they run one after the other, as given', async () => {
  const lanes = watch(steps, 1)
  for (const step of steps) {
    expect(lanes.underWay()).toEqual([step])
    await lanes.end(step)
  }
  await lanes.all
  expect(lanes.begun).toEqual(steps)
})

test('a step that fails is told', async () => {
  await expect(runInLanes(['one'], () => false, () => Promise.reject(new Error('no')), 2)).rejects.toThrow('no')
})
