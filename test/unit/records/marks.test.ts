import { expect, test } from 'vitest'
import { createMarks, markWords, type Mark } from '#shared/records/marks.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { PlacedWhom } from '#shared/records/same-whom.ts'
import { aSummary } from '#test/support/samples/scripted-world.ts'

const at = (day: number) => new Date(2026, 10, day, 12).toISOString()
const date = (iso: string) => `Nov ${new Date(iso).getDate()}`
const carol = { participantId: 'P-1', name: 'Carol Reyes', dateOfBirth: '1959-03-02' }
const environment = { id: 'env', name: 'Env', kind: 'uat', place: 'here' } as const
const whom = { subject: carol, environment }

type Sent = NonNullable<RecordSummary['sent']>
const receipt = (
  operation: Sent['operation'],
  day: number,
  planIds = ['ACME'],
  over: Partial<RecordSummary> = {},
): RecordSummary =>
  aSummary({
    id: `${operation}-${day}-${planIds.join()}`,
    kind: 'receipt',
    outcome: 'accepted',
    subject: carol,
    environment,
    savedAt: at(day),
    sent: { operation, planIds, at: at(day), number: '' },
    ...over,
  })
const words = (
  items: readonly RecordSummary[],
  planIds: readonly string[] | null = ['ACME'],
  about: PlacedWhom = whom,
) => createMarks(items)(about, planIds).map((mark: Mark) => markWords(mark, date))

test('the newest accepted receipt is shown, and a later opt-out replaces it', () => {
  expect(words([])).toEqual([])
  expect(words([receipt('enroll', 20)])).toEqual(['Enrolled Nov 20'])
  expect(words([receipt('enroll', 20), receipt('implement', 21)])).toEqual(['Implemented Nov 21'])
  expect(words([receipt('optout', 22), receipt('enroll', 20)])).toEqual(['Opted out Nov 22'])
  expect(words([receipt('optout', 22), receipt('enroll', 23)])).toEqual(['Enrolled Nov 23'])
})

test('a refused receipt is not shown, and a receipt settled as gone through counts as accepted', () => {
  for (const outcome of ['declined', 'rejected', 'notSent'] as const)
    expect(words([receipt('enroll', 20, ['ACME'], { outcome })])).toEqual([])
  const settled = { wentThrough: true, by: 'kim', at: at(21), saidBy: null, transactionId: '' }
  expect(words([receipt('enroll', 20, ['ACME'], { settled })])).toEqual(['Enrolled Nov 20'])
})

test('a receipt in doubt is shown first, followed by the newest accepted receipt', () => {
  const doubt = receipt('optout', 22, ['ACME'], { outcome: 'inDoubt' })
  expect(words([receipt('enroll', 20), doubt])).toEqual([
    'Opt-out in doubt since Nov 22',
    'Enrolled Nov 20',
  ])
})

test('plans are named if a receipt is about only some of them', () => {
  expect(words([receipt('enroll', 20, ['B', 'acme'])], ['ACME', 'B'])).toEqual(['Enrolled Nov 20'])
  expect(words([receipt('enroll', 20)], ['ACME', 'B'])).toEqual(['Enrolled Nov 20 (ACME)'])
  const some = [receipt('enroll', 20, ['ACME', 'B']), receipt('optout', 22, ['B'])]
  expect(words(some, ['ACME', 'B'])).toEqual(['Opted out Nov 22 (B)', 'Enrolled Nov 20 (ACME)'])
  expect(words(some, null)).toEqual(['Opted out Nov 22 (B)', 'Enrolled Nov 20 (ACME)'])
  expect(words([receipt('enroll', 20)], null)).toEqual(['Enrolled Nov 20'])
})

test('a receipt from another person, service or environment gives no mark, but one from an unknown address does', () => {
  const of = (over: Partial<RecordSummary>) => words([receipt('enroll', 20, ['ACME'], over)])
  expect(of({ subject: { ...carol, participantId: 'P-2' } })).toEqual([])
  expect(of({ subject: { ...carol, dateOfBirth: '1960-01-01' } })).toEqual([])
  expect(of({ environment: { ...environment, id: 'training' } })).toEqual([])
  expect(of({ environment: { ...environment, place: 'elsewhere' } })).toEqual([])
  const { place: _place, ...unknown } = environment
  expect(of({ environment: unknown })).toEqual(['Enrolled Nov 20'])
})

test('an opt-out by telephone is matched by id alone, whatever name the agent heard', () => {
  const heard = { participantId: 'p-1', name: 'Carol Hall', firstName: 'Carol', lastName: 'Hall' }
  expect(words([receipt('optout', 22, ['ACME'], { subject: heard })])).toEqual(['Opted out Nov 22'])
  expect(words([receipt('enroll', 22, ['ACME'], { subject: heard })])).toEqual([])
})

test('a receipt that may belong to either of two people with the same id marks neither, but an opt-out of that id marks both', () => {
  const { dateOfBirth: _born, ...undated } = carol
  const bob = { ...carol, dateOfBirth: '1990-01-01' }
  const forecastOf = (subject: RecordSummary['subject']) =>
    aSummary({ id: `of ${subject.dateOfBirth}`, kind: 'forecast', subject, environment })
  const sent = receipt('enroll', 20, ['ACME'], { subject: undated })
  const items = [forecastOf(carol), forecastOf(bob), sent]
  const marked = (subject: RecordSummary['subject'], all = items) =>
    words(all, ['ACME'], { subject, environment })
  expect([marked(carol), marked(bob)]).toEqual([[], []])
  expect(marked(undated)).toEqual(['Enrolled Nov 20'])
  expect(marked(carol, [forecastOf(carol), sent])).toEqual(['Enrolled Nov 20'])
  const left = receipt('optout', 22, ['ACME'], { subject: undated })
  expect([marked(carol, [...items, left]), marked(bob, [...items, left])]).toEqual([
    ['Opted out Nov 22'],
    ['Opted out Nov 22'],
  ])
})
