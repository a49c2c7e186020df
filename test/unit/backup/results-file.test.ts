import { hash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  isSealedFile,
  readResultsFile,
  writeResultsFile,
} from '#electron/core/backup/results-file.ts'
import type { Saved } from '#electron/core/records/saved/saved-form.ts'
import { pack } from '#shared/ipc/pack.ts'
import { ok, type Result } from '#shared/result.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { caseRecord, forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'

const madeAt = '2026-11-28T06:00:00.000Z'
const results: readonly Saved[] = [
  { record: forecastRecord('f-1'), verbatim: '{"a":1}' },
  { record: caseRecord('c-1'), verbatim: '' },
  { record: receiptRecord('r-1', 'accepted'), verbatim: 'é\u2028' },
]
const each = async function* (all: readonly Saved[]): AsyncGenerator<Result<Saved>> {
  for (const saved of all) yield ok(saved)
}
const made = async (passphrase = '', all = results) =>
  valueOf(await writeResultsFile(each(all), madeAt, passphrase))

/**
 * A file without a passphrase and with a correct digest of `packed`, as an attacker could write it.
 */
const forged = (packed: readonly Uint8Array[], claimed = packed.length, head: object = {}) => {
  const payload = Buffer.concat(
    packed.flatMap((bytes) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
  const line = {
    format: 'glidepath results',
    version: 1,
    madeAt,
    results: claimed,
    protection: { kind: 'none', sha256: hash('sha256', payload) },
    ...head,
  }
  return Uint8Array.from(Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), payload]))
}
const packed = (value: unknown) => brotliCompressSync(pack(value))
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const good = packed({ record: caseRecord('c-1'), verbatim: '' })

test('a file is read exactly as it was written, sealed or not', async () => {
  for (const passphrase of ['', 'correct horse']) {
    const file = await made(passphrase)
    expect(valueOf(await readResultsFile(file, passphrase))).toEqual({ madeAt, results })
    expect(valueOf(isSealedFile(file.subarray(0, 2000)))).toBe(passphrase !== '')
  }
})

test('a passphrase works from every keyboard, and one wrong letter is refused', async () => {
  const file = await made('Caf\u00e9 au lait')
  expect(codeOf(await readResultsFile(file, 'Cafe\u0301 au lait'))).toBe('ok')
  expect(codeOf(await readResultsFile(file, 'Cafe au lait'))).toBe('input.invalid')
})

test.each(['', 'correct horse'])(
  'a file with any changed byte is refused (passphrase %j)',
  async (passphrase) => {
    const file = await made(passphrase, results.slice(1, 2))
    const head = file.indexOf(10)
    // scrypt takes a quarter of a second, so only some bytes of a sealed file are changed.
    const step = passphrase === '' ? 1 : 149
    for (let at = 0; at < file.length; at += step) {
      const changed = file.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const read = await readResultsFile(changed, passphrase)
      if (read.ok)
        expect([at, at < head, read.value.results]).toEqual([at, true, results.slice(1, 2)])
    }
  },
)

test('a file cut anywhere is refused', async () => {
  const file = await made()
  for (let length = 0; length < file.length; length += 97)
    expect(codeOf(await readResultsFile(file.slice(0, length), ''))).toBe('backup.unreadable')
  expect(codeOf(await readResultsFile(file.slice(0, -1), ''))).toBe('backup.unreadable')
})

describe('a hostile file is refused', () => {
  const deep = (levels: number) => {
    let bytes = pack(null)
    for (let level = 0; level < levels; level += 1)
      bytes = Uint8Array.from(Buffer.concat([Uint8Array.of(0x91), bytes]))
    return bytes
  }
  const nested = (levels: number) => {
    let bytes: Uint8Array = Uint8Array.of(0xc0)
    for (let level = 0; level < levels; level += 1) {
      const head = Buffer.alloc(6)
      head[0] = 0xc9
      head.writeUInt32BE(bytes.length, 1)
      head[5] = 2
      bytes = Buffer.concat([head, bytes])
    }
    return bytes
  }
  test.each<[string, () => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['no head', () => new Uint8Array(5000).fill(65)],
    ['another JSON', () => Buffer.from('{"a":1}\n')],
    ['a list', () => Buffer.from('[]\n')],
    ['a deep head', () => Buffer.from(`${'['.repeat(1000)}\n`)],
    ['no results', () => forged([])],
    ['more than it says', () => forged([good], 2)],
    ['fewer than it says', () => forged([good, good], 1)],
    ['a result twice', () => forged([good, good])],
    ['too many', () => forged([good], 20_001)],
    ['no Brotli', () => forged([Uint8Array.of(1, 2, 3)])],
    ['no MessagePack', () => forged([brotliCompressSync(Uint8Array.of(0xc1))])],
    ['no result', () => forged([packed({ record: {}, verbatim: '' })])],
    ['a record without its text', () => forged([packed({ record: caseRecord('c-1') })])],
    [
      'an id that no channel takes',
      () => forged([packed({ record: caseRecord('c'.repeat(201)), verbatim: '' })]),
    ],
    ['a deep value', () => forged([brotliCompressSync(deep(2000))])],
    ['extensions in extensions', () => forged([brotliCompressSync(nested(20_000))])],
    ['a bomb', () => forged([brotliCompressSync(Buffer.alloc(200_000_000), fast)])],
    [
      'a dear passphrase',
      () =>
        forged([good], 1, {
          protection: {
            kind: 'passphrase',
            kdf: 'scrypt',
            N: 2 ** 30,
            r: 8,
            p: 2,
            salt: 'A'.repeat(43),
          },
        }),
    ],
    ['a huge file', () => new Uint8Array(65 * 1024 * 1024)],
    ['__proto__', () => forged([packed({ record: { ['__proto__']: 2 }, verbatim: '' })])],
  ])('%s', { timeout: 60_000 }, async (_what, file) => {
    const read = await readResultsFile(file(), 'any')
    expect(codeOf(read)).toBe('backup.unreadable')
    if (!read.ok) expect(read.error.message).toMatch(/\.$/)
  })

  test('a file of a newer version is refused, and the message says so', async () => {
    const read = await readResultsFile(forged([good], 1, { version: 2 }), '')
    expect(!read.ok && read.error.message).toBe(
      'This file was made by a newer version of Glidepath.',
    )
  })
})
