import { expect, test } from 'vitest'
import { clientsOf, clientWith, entriesOf } from '#shared/records/clients.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { aSummary } from '#test/support/samples/scripted-world.ts'

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`
const line = (
  id: string,
  subject: RecordSummary['subject'],
  more: Partial<RecordSummary> & { readonly file?: string } = {},
) => {
  const { file = '', ...over } = more
  return aSummary({
    id,
    subject,
    savedAt: day(1),
    likeness: { body: '', file, service: '' },
    ...over,
  })
}
const idsOf = (items: readonly RecordSummary[]) =>
  clientsOf(items).map((client) => client.items.map(({ id }) => id))

const ann = { participantId: 'P-1', name: 'Ann Lee', lastName: 'Lee', dateOfBirth: '1970-01-01' }

test('clients and their results are listed newest first, and a client keeps its key while results are added', () => {
  const items = [
    line('a', ann, { savedAt: day(1) }),
    line('b', { participantId: 'P-2', name: 'Bo Diaz' }, { savedAt: day(2) }),
  ]
  expect(idsOf(items)).toEqual([['b'], ['a']])
  const more = [...items, line('c', ann, { savedAt: day(3) })]
  expect(idsOf(more)).toEqual([['c', 'a'], ['b']])
  expect(clientsOf(more)[0]?.key).toBe('a')
})

test('two people with the same id are two clients, and a result that fits both belongs to neither', () => {
  const born = (dateOfBirth: string) => ({ ...ann, dateOfBirth })
  const { dateOfBirth: _unknown, ...unborn } = ann
  expect(
    idsOf([
      ...[line('a', born('1970-01-01')), line('b', born('1999-09-09')), line('c', unborn)],
      line('d', born('1970-01-01')),
    ]).map((ids) => ids.toSorted().join()),
  ).toEqual(expect.arrayContaining(['a,d', 'b', 'c']))
})

test('the same person at two services is two clients', () => {
  const uat = { id: 'uat', name: 'UAT', kind: 'uat' as const }
  expect(idsOf([line('a', ann), line('b', ann, { environment: uat })])).toHaveLength(2)
})

test('without ids, the file, or name and date of birth, identify the client', () => {
  const nameless = { participantId: '', name: '' }
  const named = { participantId: '', name: 'Ann Lee' }
  const born = { ...named, dateOfBirth: '1970-01-01' }
  const found = idsOf([
    ...[line('a', named, { file: 'one' }), line('b', born, { file: 'two' }), line('c', named)],
    ...[line('d', born, { file: 'one' }), line('e', named), line('f', nameless)],
    line('g', nameless),
  ]).map((ids) => ids.toSorted().join())
  expect(found.toSorted()).toEqual(['a,b,d', 'c', 'e', 'f,g'])
})

test('a scenario is listed under the forecast of its file that came before it', () => {
  const forecast = (id: string, at: number, more: Parameters<typeof line>[2] = {}) =>
    line(id, ann, { savedAt: day(at), file: 'one', ...more })
  const [client] = clientsOf([
    ...[forecast('first', 1), forecast('plan', 2, { changed: true }), forecast('second', 3)],
    ...[
      forecast('later', 4, { changed: true }),
      forecast('early', 5, { changed: true, file: 'x' }),
    ],
  ])
  const entries = client === undefined ? [] : entriesOf(client)
  expect(
    entries.map(({ item, scenarios }) => [item.id, ...scenarios.map(({ id }) => id)].join()),
  ).toEqual(['early', 'second,later', 'first,plan'])
})

test('the client with a result is the one in the list of all clients', () => {
  const items = [
    line('a', ann, { savedAt: day(1) }),
    line('b', { ...ann, dateOfBirth: '1999-09-09' }, { savedAt: day(2) }),
    line('c', { participantId: '', name: 'Bo Diaz' }, { file: 'f', savedAt: day(3) }),
    line('d', { participantId: '', name: 'B. Diaz' }, { file: 'f', savedAt: day(4) }),
    line('e', {
      participantId: 'p-1',
      name: 'Ann Lee',
      lastName: 'Lee',
      dateOfBirth: '1970-01-01',
    }),
  ]
  for (const client of clientsOf(items))
    for (const { id } of client.items) expect(clientWith(items, id)).toEqual(client)
  expect(clientWith(items, 'other')).toBeUndefined()
})
