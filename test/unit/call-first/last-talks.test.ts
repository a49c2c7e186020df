import { expect, test } from 'vitest'
import { lastTalks } from '#electron/core/call-first/kept-forecasts.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { aSummary } from '#test/support/samples/scripted-world.ts'

const now = new Date(2026, 10, 27, 12)
const at = (day: number) => new Date(2026, 10, day, 9).toISOString()
const carol = { participantId: 'P-1', name: 'Carol Reyes', dateOfBirth: '1959-03-02' }
const talk = (items: readonly RecordSummary[], subject: RecordSummary['subject'] = carol) =>
  lastTalks(items, 'training', now)({ subject })
const result = (day: number, over: Partial<RecordSummary> = {}) =>
  aSummary({ id: `of-${day}`, subject: carol, savedAt: at(day), ...over })

test('the last talk is the participant’s newest receipt or newest forecast from before today', () => {
  expect(talk([])).toBeNull()
  expect(talk([result(20), result(25), result(27)])).toBe(at(25))
  expect(talk([result(20), result(27, { kind: 'receipt', outcome: 'accepted' })])).toBe(at(27))
  expect(talk([result(20), result(25, { forAll: true })])).toBe(at(20))
})

test('running the same forecast again on a later day counts as a talk; running it today does not', () => {
  expect(talk([result(20, { runs: 2, lastRunAt: at(25) })])).toBe(at(25))
  expect(talk([result(20, { runs: 2, lastRunAt: at(27) })])).toBe(at(20))
})

test('a talk with somebody else who has the same id does not count; without ids, talks are matched by name and date of birth', () => {
  const other = { ...carol, dateOfBirth: '2031-03-02' }
  expect(talk([result(20), result(25, { subject: other })])).toBe(at(20))
  const noId = { ...carol, participantId: '' }
  expect(talk([result(25, { subject: noId })], noId)).toBe(at(25))
  expect(talk([result(25, { subject: noId })], { ...other, participantId: '' })).toBeNull()
})
