import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  BodyFailure,
  decodeContent,
  decodeText,
} from '#electron/adapters/transport/response-body.ts'

const plain = Buffer.from('{"a":"ä"}')
const text = (bytes: Buffer): string => bytes.toString('utf8')
const decoded = async (bytes: Buffer, encodings: string): Promise<string> =>
  text(await decodeContent(bytes, encodings, 1000, new AbortController().signal))

describe('encodings of an answer', () => {
  test('are decoded from the last to the first, however they are written', async () => {
    expect(await decoded(brotliCompressSync(gzipSync(plain)), ' GZIP , identity,, br ')).toBe(
      text(plain),
    )
    expect(await decoded(gzipSync(brotliCompressSync(plain)), 'br, x-gzip')).toBe(text(plain))
    for (const bytes of [deflateSync(plain), deflateRawSync(plain)])
      expect(await decoded(bytes, 'deflate')).toBe(text(plain))
    for (const none of ['', 'identity', ' Identity, '])
      expect(await decoded(plain, none)).toBe(text(plain))
  })

  test('leave an empty answer empty', async () => {
    for (const name of ['gzip', 'br', 'deflate'])
      expect(await decoded(Buffer.alloc(0), name)).toBe('')
    expect(await decoded(gzipSync(''), 'gzip')).toBe('')
  })

  test('that are unknown, broken, or too large when decoded are reported as failures', async () => {
    const kindOf = (bytes: Buffer, encodings: string) =>
      decodeContent(bytes, encodings, 5, new AbortController().signal).then(
        () => 'read',
        (cause: unknown) =>
          cause instanceof BodyFailure ? `${cause.name} ${cause.kind}` : 'another',
      )
    expect(await kindOf(plain, 'zz')).toBe('BodyFailure unreadable')
    expect(await kindOf(Buffer.alloc(0), 'zz')).toBe('BodyFailure unreadable')
    expect(await kindOf(plain, 'gzip')).toBe('BodyFailure unreadable')
    expect(await kindOf(gzipSync('123456'), 'gzip')).toBe('BodyFailure tooLarge')
    expect(await kindOf(gzipSync('12345'), 'gzip')).toBe('read')
  })

  test('are at most two', async () => {
    const thrice = gzipSync(gzipSync(gzipSync(plain)))
    await expect(decoded(thrice, 'gzip, gzip, gzip')).rejects.toMatchObject({
      name: 'BodyFailure',
      kind: 'unreadable',
      message: '3 content encodings, one over the other',
    })
    expect(await decoded(gzipSync(gzipSync(plain)), 'gzip, identity, gzip')).toBe(text(plain))
  })

  test('are not decoded further once nobody waits for the answer', async () => {
    const stop = new AbortController()
    const why = new Error('cancelled')
    for (const [bytes, encodings] of [
      [gzipSync(gzipSync(plain)), 'gzip, gzip'],
      [gzipSync(plain), 'gzip'],
    ] as const) {
      const decoding = decodeContent(bytes, encodings, 1000, stop.signal)
      stop.abort(why)
      await expect(decoding).rejects.toBe(why)
    }
  })
})

/** A different content type each time, because results are cached by type. */
let seen = 0
const unseen = (type: string): string => `${type}; v=${(seen += 1)}`

describe('the text of an answer', () => {
  const latin = Buffer.from('Müller', 'latin1')

  test('is decoded in the character set that the answer names', () => {
    for (const type of [
      unseen('text/plain; charset=iso-8859-1'),
      unseen('text/plain;CHARSET = "ISO-8859-1"'),
    ]) {
      for (let again = 0; again < 2; again += 1)
        expect(decodeText(latin, type, true)).toBe('Müller')
    }
    expect(
      decodeText(Buffer.from('Müller', 'utf16le'), unseen('text/plain; charset=utf-16le'), true),
    ).toBe('Müller')
    // Bytes that are also valid UTF-8 mean other characters in the named character set.
    expect(decodeText(Buffer.from('ü'), unseen('text/plain; charset=windows-1252'), true)).toBe(
      'Ã¼',
    )
  })

  test('is decoded as UTF-8 if the answer names no character set, an unknown one, or UTF-8', () => {
    for (const type of [
      '',
      ...[
        'application/json',
        'text/plain; charset=klingon',
        'text/plain; charset=utf8',
        'text/plain; charset=UTF-8',
      ].map(unseen),
    ]) {
      expect(decodeText(Buffer.from('Müller'), type, true)).toBe('Müller')
      expect(() => decodeText(latin, type, true)).toThrow(BodyFailure)
      expect(() => decodeText(latin, type, true)).toThrow(/^the body is not [a-z0-9-]+ text$/)
      expect(decodeText(latin, type, false)).toBe('M\uFFFDller')
    }
  })

  test('has no byte order mark, and loses nothing that only resembles one', () => {
    expect(decodeText(Buffer.from('\uFEFF{}'), '', true)).toBe('{}')
    for (const whole of ['\uFEC0x', '\uFBFFx', 'ûx', '\u1EFFx', 'a¿', '\uFFFDx', ''])
      expect(decodeText(Buffer.from(whole), '', true)).toBe(whole)
  })

  test('is reported with the reason if it cannot be decoded', () => {
    const failure = (): unknown => {
      try {
        return decodeText(latin, '', true)
      } catch (cause) {
        return cause
      }
    }
    expect(failure()).toMatchObject({
      name: 'BodyFailure',
      kind: 'unreadable',
      message: 'the body is not utf-8 text',
    })
  })
})
