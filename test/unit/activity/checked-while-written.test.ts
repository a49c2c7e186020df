import { expect, test } from 'vitest'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { valueOf } from '#test/support/results.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'

const open = {
  action: 'open',
  outcome: 'done',
  environmentId: 'training',
  participantId: 'P-100',
} as const

test('a log that is checked while records are written is never reported as changed', async () => {
  const log = await createActivityHouse(createSystemClock()).open()
  const over = new AbortController()
  const writing = (async () => {
    while (!over.signal.aborted) {
      valueOf(await log.recordDurably(open))
      await new Promise(setImmediate)
    }
  })()
  const until = performance.now() + 1500
  const found: unknown[] = []
  while (performance.now() < until) found.push(...valueOf(await log.verify()).problems)
  over.abort()
  await writing
  expect(found).toEqual([])
  expect(log.count()).toBeGreaterThan(100)
  await log.close()
})
