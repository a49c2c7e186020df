import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { valueOf } from '#test/support/results.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'

const open = {
  action: 'open',
  outcome: 'done',
  environmentId: 'training',
  participantId: 'P-100',
} as const

test('a log checked while it is written to is never called changed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'glidepath-activity-'))
  const house = createActivityHouse(createSystemClock())
  Object.assign(house.disk.files, createFiles(folder))
  const log = await house.open()
  let isOver = false
  const writing = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) valueOf(await log.recordDurably(open))
    }),
  )
  const until = performance.now() + 1500
  const found: unknown[] = []
  while (performance.now() < until) found.push(...valueOf(await log.verify()).problems)
  isOver = true
  await writing
  await log.close()
  await rm(folder, { recursive: true, force: true })
  expect(found).toEqual([])
})
