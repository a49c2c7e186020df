import { expect, test } from 'vitest'
import { createOverlay } from '#shared/overlay.ts'
import { fail, ok } from '#shared/result.ts'

const refused = fail({ code: 'records.diskFull', message: 'full' })

test('held values are handed over in order, including values added during the handover', async () => {
  const overlay = createOverlay<number | null>()
  overlay.set('a', 1)
  overlay.set('b', null)
  const taken: unknown[] = []
  const done = await overlay.handOver(async (id, value) => {
    if (taken.length === 0) {
      overlay.set('a', 2)
      overlay.set('c', 3)
      overlay.delete('b')
    }
    taken.push([id, value])
    return ok(undefined)
  })
  expect(done).toEqual(ok(undefined))
  expect(taken).toEqual([
    ['a', 1],
    ['a', 2],
    ['c', 3],
  ])
  expect(overlay.size()).toBe(0)
})

test('refused values stay and are reported once, with the first reason; the others are handed over', async () => {
  const overlay = createOverlay<number>()
  for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) overlay.set(id, index)
  const asked: string[] = []
  const done = await overlay.handOver(async (id) => {
    asked.push(id)
    if (id === 'b') return refused
    return id === 'c' ? fail({ code: 'internal', message: 'other' }) : ok(undefined)
  })
  expect(done).toEqual(refused)
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  expect(overlay.ids()).toEqual(['b', 'c'])
})
