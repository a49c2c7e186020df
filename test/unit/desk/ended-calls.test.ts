import { expect, test } from 'vitest'
import { createEndedCalls, type KeptCall } from '#electron/core/desk/ended-calls.ts'
import { createKeyRing } from '#electron/core/records/key-ring.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { valueOf } from '#test/support/results.ts'

const callAt = (endedAt: string): KeptCall => ({
  call: {
    startedAt: '2026-11-20T12:58:30.000Z',
    textsVersion: 0,
    checksPassed: ['birth'],
    checkTexts: [],
    reasonCode: 'fee',
    reasonText: '',
    note: '',
  },
  wrapUp: { disposition: 'notNow', dispositionText: 'Will call again', note: '', endedAt },
  environment: { id: 'acme', name: 'Acme', kind: 'uat' },
  user: 'kim',
})
const hour = (count: number): string => `2026-11-20T${String(count).padStart(2, '0')}:00:00.000Z`

const setUp = () => {
  const disk = createMemoryFiles()
  const secrets = createStatefulSecrets()
  const clock = createManualClock()
  const { logger, lines } = createListeningLogger()
  const run = () => {
    const keyRing = createKeyRing({ files: disk.files, secrets: secrets.store, clock, logger })
    return createEndedCalls({ files: disk.files, keyRing, logger })
  }
  const names = () => [...disk.contents.keys()].filter((name) => name.startsWith('sealed/'))
  return { disk, secrets, clock, lines, run, names }
}
const hoursOf = async (calls: ReturnType<typeof createEndedCalls>, to = 24): Promise<number[]> => {
  const found = valueOf(
    await calls.between(hour(0), to === 24 ? '2026-11-21T00:00:00.000Z' : hour(to)),
  )
  return found.map(({ wrapUp }) => Number(wrapUp.endedAt.slice(11, 13))).toSorted((a, b) => a - b)
}

test('the calls of a day are in one record, whichever run of the program they were in', async () => {
  const { run, names } = setUp()
  for (const each of [1, 2, 3]) valueOf(await run().add(callAt(hour(each))))
  const both = run()
  await Promise.all([4, 5].map(async (each) => valueOf(await both.add(callAt(hour(each))))))
  expect(names()).toEqual(['sealed/ended-calls-2026-11-20.gpr'])
  for (const reader of [both, run()]) expect(await hoursOf(reader)).toEqual([1, 2, 3, 4, 5])
  expect(await hoursOf(run(), 3)).toEqual([1, 2])
})

test('a damaged record stays unchanged, and the day continues in another record', async () => {
  const { disk, run, names, lines } = setUp()
  valueOf(await run().add(callAt(hour(1))))
  const [name = ''] = names()
  const cut = disk.contents.get(name)?.slice(0, 150) ?? new Uint8Array()
  disk.contents.set(name, cut)
  const later = run()
  for (const each of [2, 3]) valueOf(await later.add(callAt(hour(each))))
  expect(disk.contents.get(name)).toEqual(cut)
  expect(names()).toHaveLength(2)
  for (const reader of [later, run()]) expect(await hoursOf(reader)).toEqual([2, 3])
  expect(lines.join('\n')).toContain('records.damaged')
})

test('calls from a session without a key are kept, and join the others once there is a key', async () => {
  const { secrets, clock, run, names, lines } = setUp()
  valueOf(await run().add(callAt(hour(1))))
  secrets.setReachable(false)
  const session = run()
  for (const each of [2, 3]) valueOf(await session.add(callAt(hour(each))))
  expect(await hoursOf(session)).toEqual([2, 3])
  expect(names()).toHaveLength(1)
  expect(lines).toEqual(['made a new key for saved results'])
  secrets.setReachable(true)
  clock.advance(31_000)
  valueOf(await session.add(callAt(hour(4))))
  for (const reader of [session, run()]) expect(await hoursOf(reader)).toEqual([1, 2, 3, 4])
})

test('a call that a full disk refused is reported as lost, and hides no other', async () => {
  const { disk, run } = setUp()
  const calls = run()
  valueOf(await calls.add(callAt(hour(1))))
  disk.failNextWrite()
  expect(await calls.add(callAt(hour(2)))).toMatchObject({ error: { code: 'records.diskFull' } })
  valueOf(await calls.add(callAt(hour(3))))
  for (const reader of [calls, run()]) expect(await hoursOf(reader)).toEqual([1, 3])
})
