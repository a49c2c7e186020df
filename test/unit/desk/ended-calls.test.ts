import { expect, test } from 'vitest'
import { createEndedCalls, type KeptCall } from '#electron/core/desk/ended-calls.ts'
import { valueOf } from '#test/support/results.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const callAt = (endedAt: string): KeptCall => ({
  call: {
    startedAt: '2026-11-20T12:58:30.000Z',
    textsVersion: 0,
    caller: 'participant',
    checksPassed: ['birth'],
    checkTexts: [],
    checksFailed: [],
    reasonCode: 'fee',
    reasonText: '',
    note: '',
  },
  wrapUp: {
    disposition: 'notNow',
    dispositionText: 'Will call again',
    note: '',
    contradicts: false,
    endedAt,
  },
  environment: { id: 'acme', name: 'Acme', kind: 'uat' },
  user: 'kim',
})
const hour = (count: number): string => `2026-11-20T${String(count).padStart(2, '0')}:00:00.000Z`

const setUp = () => {
  const house = recordHouse()
  const calls = () => createEndedCalls({ store: house.store(), logger: house.logger })
  const names = () => house.rows('SELECT id FROM ended_calls').map(({ id }) => id)
  return { ...house, calls, names }
}
const hoursOf = async (calls: ReturnType<typeof createEndedCalls>, to = 24): Promise<number[]> => {
  const found = valueOf(
    await calls.between(hour(0), to === 24 ? '2026-11-21T00:00:00.000Z' : hour(to)),
  )
  return found.map(({ wrapUp }) => Number(wrapUp.endedAt.slice(11, 13))).toSorted((a, b) => a - b)
}

test('calls on one day share one record, whichever run of the program added them', async () => {
  const { calls, names } = setUp()
  for (const each of [1, 2, 3]) valueOf(await calls().add(callAt(hour(each))))
  const both = calls()
  await Promise.all([4, 5].map(async (each) => valueOf(await both.add(callAt(hour(each))))))
  expect(names()).toEqual(['ended-calls-2026-11-20'])
  for (const reader of [both, calls()]) expect(await hoursOf(reader)).toEqual([1, 2, 3, 4, 5])
  expect(await hoursOf(calls(), 3)).toEqual([1, 2])
})

test('a damaged record stays unchanged, and the day’s later calls are saved in another record', async () => {
  const { run, rows, calls, names, lines } = setUp()
  valueOf(await calls().add(callAt(hour(1))))
  run("UPDATE ended_calls SET body = x'00'")
  const later = calls()
  for (const each of [2, 3]) valueOf(await later.add(callAt(hour(each))))
  expect(rows("SELECT id FROM ended_calls WHERE body = x'00'")).toHaveLength(1)
  expect(names()).toHaveLength(2)
  for (const reader of [later, calls()]) expect(await hoursOf(reader)).toEqual([2, 3])
  expect(lines.join('\n')).toContain('records.damaged')
})

test('calls from a session without a key can be read, and are saved with the others once the key is back', async () => {
  const { secrets, keyIsBack, calls, names, lines } = setUp()
  valueOf(await calls().add(callAt(hour(1))))
  secrets.setReachable(false)
  const session = calls()
  for (const each of [2, 3]) valueOf(await session.add(callAt(hour(each))))
  expect(await hoursOf(session)).toEqual([2, 3])
  expect(names()).toHaveLength(1)
  expect(lines).toEqual(['made a new key for saved results'])
  keyIsBack()
  valueOf(await session.add(callAt(hour(4))))
  for (const reader of [session, calls()]) expect(await hoursOf(reader)).toEqual([1, 2, 3, 4])
})

test('a call that cannot be saved on a full disk is reported, and does not hide the other calls', async () => {
  const { failNextWrite, calls } = setUp()
  const today = calls()
  valueOf(await today.add(callAt(hour(1))))
  failNextWrite()
  expect(await today.add(callAt(hour(2)))).toMatchObject({ error: { code: 'records.diskFull' } })
  valueOf(await today.add(callAt(hour(3))))
  for (const reader of [today, calls()]) expect(await hoursOf(reader)).toEqual([1, 3])
})
