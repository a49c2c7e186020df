import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, sealingKey, unseal } from '#electron/core/records/aead.ts'
import { openColumn, sealRow } from '#electron/core/records/sealed-row.ts'
import { codeOf, valueOf } from '#test/support/results.ts'

const master = { id: randomBytes(16), key: randomBytes(32) }
const plain = { summary: Buffer.from('summary'), body: Buffer.from('the body of a small record') }
const rowOf = (id: string, revision: number, columns = plain) => ({
  id,
  revision,
  ...sealRow(master, { table: 'results', id, revision }, columns),
})
const row = rowOf('id-1', 3)
const open = (
  changed: Readonly<Record<string, unknown>>,
  column: 'summary' | 'body' = 'body',
  key = master,
) => openColumn(key, 'results', changed, column)

test('each column of a row opens by itself', () => {
  expect(valueOf(open(row, 'summary'))).toEqual(plain.summary)
  expect(valueOf(open(row))).toEqual(plain.body)
  const { body: _body, ...start } = row
  expect(valueOf(open(start, 'summary'))).toEqual(plain.summary)
  expect(codeOf(open(start))).toBe('records.damaged')
})

test('a column with a single changed bit or byte does not open', () => {
  for (const name of ['wrapped_key', 'body', 'key_id'] as const) {
    const whole = row[name] ?? new Uint8Array()
    expect(whole.length).toBeGreaterThan(15)
    for (let index = 0; index < whole.length; index += 1) {
      for (const bit of [1, 16, 128, 255]) {
        const changed = Buffer.from(whole)
        changed[index] = (changed[index] ?? 0) ^ bit
        expect(codeOf(open({ ...row, [name]: changed }))).toBe(
          name === 'key_id' ? 'records.keyUnreachable' : 'records.damaged',
        )
      }
      expect(codeOf(open({ ...row, [name]: whole.subarray(0, index) }))).not.toBe('ok')
    }
  }
  for (const other of [null, 7, 'text'])
    expect(codeOf(open({ ...row, body: other }))).toBe('records.damaged')
})

test('a column does not open in another row, revision, column or table, or with another key', () => {
  const other = rowOf('id-2', 3)
  const older = rowOf('id-1', 2)
  for (const changed of [
    { ...row, id: 'id-2' },
    { ...row, revision: 2 },
    { ...row, body: row.summary },
    { ...row, body: other.body },
    { ...row, body: older.body, wrapped_key: older.wrapped_key },
    { ...other, id: 'id-1' },
  ])
    expect(codeOf(open(changed))).toBe('records.damaged')
  expect(codeOf(openColumn(master, 'lists', row, 'body'))).toBe('records.damaged')
  expect(codeOf(open(row, 'body', { ...master, key: randomBytes(32) }))).toBe('records.damaged')
  expect(codeOf(open(row, 'body', { ...master, id: randomBytes(16) }))).toBe(
    'records.keyUnreachable',
  )
})

test('no IV or data key is used twice', () => {
  expect(rowOf('id-1', 3).wrapped_key).not.toEqual(row.wrapped_key)
  const key = sealingKey(randomBytes(32))
  const ivs = Array.from({ length: 1000 }, () =>
    Buffer.from(seal(key, plain.body, '').subarray(0, 12)).toString('hex'),
  )
  expect(new Set(ivs).size).toBe(1000)
})

test('short tags are refused', () => {
  const key = sealingKey(randomBytes(32))
  const whole = seal(key, plain.body, 'c')
  expect(unseal(key, whole, 'c')).toEqual(plain.body)
  expect(unseal(key, whole.subarray(0, 16), 'c')).toBeNull()
  expect(unseal(key, whole, 'd')).toBeNull()
})
