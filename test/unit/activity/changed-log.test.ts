import { expect, test } from 'vitest'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import type { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { valueOf } from '#test/support/results.ts'

/** What a log is still worth after somebody changed it. */

const name = 'activity/activity-2026.jsonl'
const open = { action: 'open', outcome: 'done' } as const
const textOf = (disk: ReturnType<typeof createMemoryFiles>): string =>
  Buffer.from(disk.contents.get(name) ?? []).toString('utf8')

test('a log says what it knows of one submission, by records with a right code only', async () => {
  const { disk, open: start } = createActivityHouse()
  const id = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'
  const first = await start()
  for (const outcome of ['intended', 'sending', 'inDoubt'] as const)
    valueOf(await first.recordDurably({ action: 'submission', outcome, id }))
  first.record({ ...open, id })
  const known = { states: new Set(['intended', 'sending', 'inDoubt']), isWhole: true }
  expect(valueOf(await first.statesOf(id))).toEqual(known)
  expect(valueOf(await first.statesOf(id.replace('7', '8')))).toEqual({
    states: new Set(),
    isWhole: true,
  })
  await first.close()
  disk.contents.set(name, Buffer.from(textOf(disk).replace('"inDoubt"', '"notSent"')))
  const second = await start()
  expect(valueOf(await second.statesOf(id))).toEqual({
    states: new Set(['intended', 'sending']),
    isWhole: false,
  })
  await second.close()
})

test('a log reports in every later check that its head was gone or damaged, because the log may have been cut then', async () => {
  const head = 'activity/activity-head.json'
  for (const spoil of ['gone', 'bad'] as const) {
    const house = createActivityHouse()
    const first = await house.open()
    for (let index = 0; index < 6; index += 1) first.record(open)
    await first.close()
    const cut = textOf(house.disk).split('\n').slice(0, 3).join('\n')
    house.disk.contents.set(name, Buffer.from(`${cut}\n`))
    if (spoil === 'gone') house.disk.contents.delete(head)
    else house.disk.contents.set(head, Buffer.from('x'))

    const second = await house.open()
    const message: unknown = expect.stringMatching(
      /^On \d{4}-\d\d-\d\d the count .* began anew with 3\./,
    )
    const found = { state: 'tampered', problems: [{ kind: 'earlierHead', message }] }
    valueOf(await second.recordDurably(open))
    expect(valueOf(await second.verify())).toMatchObject(found)
    await second.close()
    for (let start = 0; start < 2; start += 1) {
      const later = await house.open()
      await expect.poll(later.lastCheck).toMatchObject(found)
      expect(valueOf(await later.verify())).toMatchObject(found)
      await later.close()
    }
  }
})
