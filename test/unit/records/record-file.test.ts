import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, sealingKey, unseal } from '#electron/core/records/aead.ts'
import { openHeader, openRecord, sealRecord } from '#electron/core/records/record-file.ts'

const master = { id: randomBytes(16), key: randomBytes(32) }
const header = Buffer.from('header')
const body = Buffer.from('the body of a small record')
const file = { revision: 3, header, body }
const sealed = sealRecord(master, 'id-1', file)
const codeOf = (result: { ok: boolean; error?: { code: string } }) =>
  result.ok ? 'ok' : result.error?.code

const headerStart = 93
const headerLength = header.length + 28

describe('record file', () => {
  it('opens what it sealed, header alone from the start of the file', () => {
    expect(openRecord(master, 'id-1', sealed)).toEqual({ ok: true, value: file })
    expect(openHeader(master, 'id-1', sealed.subarray(0, headerStart + headerLength))).toEqual({
      ok: true,
      value: { revision: 3, header },
    })
    expect(openHeader(master, 'id-1', sealed.subarray(0, headerStart + 10))).toEqual({
      ok: true,
      value: null,
    })
  })

  it('opens with no single bit changed, and never throws', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      for (const bit of [1, 16, 128, 255]) {
        const changed = Buffer.from(sealed)
        changed[index] = (changed[index] ?? 0) ^ bit
        const expected =
          index === 4
            ? /newerVersion|damaged/
            : index >= 5 && index < 21
              ? /keyUnreachable/
              : /damaged/
        expect(codeOf(openRecord(master, 'id-1', changed))).toMatch(expected)
        const headerOnly = openHeader(master, 'id-1', changed)
        if (headerOnly.ok && headerOnly.value !== null)
          expect(headerOnly.value.header).toEqual(header)
      }
    }
  })

  it('opens at no other length', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(codeOf(openRecord(master, 'id-1', sealed.subarray(0, length)))).toBe('records.damaged')
    }
    expect(codeOf(openRecord(master, 'id-1', Buffer.concat([sealed, Buffer.from([0])])))).toBe(
      'records.damaged',
    )
  })

  it('opens under no other id, key or revision, and not with sections swapped', () => {
    expect(codeOf(openRecord(master, 'id-2', sealed))).toBe('records.damaged')
    expect(codeOf(openRecord({ ...master, key: randomBytes(32) }, 'id-1', sealed))).toBe(
      'records.damaged',
    )
    expect(codeOf(openRecord({ ...master, id: randomBytes(16) }, 'id-1', sealed))).toBe(
      'records.keyUnreachable',
    )
    const same = sealRecord(master, 'id-1', { revision: 3, header: body, body: header })
    const start = Buffer.from(same.subarray(0, headerStart))
    const split = headerStart + body.length + 28
    start.writeUInt32LE(header.length + 28, 85)
    start.writeUInt32LE(body.length + 28, 89)
    const swapped = Buffer.concat([start, same.subarray(split), same.subarray(headerStart, split)])
    expect(codeOf(openRecord(master, 'id-1', swapped))).toBe('records.damaged')
    const older = sealRecord(master, 'id-1', { ...file, revision: 2 })
    const mixed = Buffer.concat([sealed.subarray(0, headerStart), older.subarray(headerStart)])
    expect(codeOf(openRecord(master, 'id-1', mixed))).toBe('records.damaged')
  })

  it('never uses an IV or data key twice', () => {
    expect(sealRecord(master, 'id-1', file).subarray(25)).not.toEqual(sealed.subarray(25))
    const key = sealingKey(randomBytes(32))
    expect(
      new Set(
        Array.from({ length: 1000 }, () =>
          Buffer.from(seal(key, body, '').subarray(0, 12)).toString('hex'),
        ),
      ).size,
    ).toBe(1000)
  })

  it('refuses short tags', () => {
    const key = sealingKey(randomBytes(32))
    const whole = seal(key, body, 'c')
    expect(unseal(key, whole, 'c')).toEqual(body)
    expect(unseal(key, whole.subarray(0, 16), 'c')).toBeNull()
    expect(unseal(key, whole, 'd')).toBeNull()
  })
})
