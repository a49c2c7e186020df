import { expect, test } from 'vitest'
import { inPlaces } from '../../../build/lib/places.mjs'

/** Tasks that end when they are told to, and who has begun. */
const heldTasks = (names: readonly string[]) => {
  const begun: string[] = []
  const held = names.map((name) => ({ name, ...Promise.withResolvers<string>() }))
  const end = async (name: string, error?: Error): Promise<void> => {
    const one = held.find((each) => each.name === name)
    if (error === undefined) one?.resolve(`${name} ended`)
    else one?.reject(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const tasks = held.map(({ name, promise }) => () => {
    begun.push(name)
    return promise
  })
  return { begun, tasks, end }
}

test('tasks begin in their order, never more at once than there are places, and each one runs', async () => {
  const { begun, tasks, end } = heldTasks(['long', 'second', 'third', 'fourth'])
  const results = inPlaces(2, tasks)
  expect(begun).toEqual(['long', 'second'])
  await end('second')
  expect(begun).toEqual(['long', 'second', 'third'])
  await end('third')
  await end('fourth')
  await end('long')
  expect(await results).toEqual(['long ended', 'second ended', 'third ended', 'fourth ended'])
})

test('after a task that broke no other begins', async () => {
  const { begun, tasks, end } = heldTasks(['first', 'second', 'third'])
  const results = expect(inPlaces(2, tasks)).rejects.toThrow('broken')
  await end('first', new Error('broken'))
  await end('second')
  await results
  expect(begun).toEqual(['first', 'second'])
})

test('nothing to do is done at once', async () => {
  expect(await inPlaces(3, [])).toEqual([])
})
