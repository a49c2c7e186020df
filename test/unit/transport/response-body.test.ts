import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { BodyFailure, readBody } from '#electron/adapters/transport/response-body.ts'

const plain = Buffer.from('{"a":"ä"}')
const text = (bytes: Buffer): string => bytes.toString('utf8')

const read = (
  bytes: Buffer,
  {
    encodings = '',
    type = '',
    maxBytes = 1000,
    strict = true,
    signal = new AbortController().signal,
  } = {},
) =>
  readBody(
    bytes,
    { 'content-encoding': encodings, 'content-type': type },
    { maxBytes, strict, signal },
  )
/** The text of an answer whose headers are right. */
const decoded = async (bytes: Buffer, encodings: string): Promise<string> => {
  const body = await read(bytes, { encodings })
  expect(body.remark).toBe('')
  return body.text
}

describe('an answer’s encodings', () => {
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

  test('that are broken, or too large when decoded, are reported as failures', async () => {
    const kindOf = (bytes: Buffer, encodings: string) =>
      read(bytes, { encodings, maxBytes: 5 }).then(
        () => 'read',
        (cause: unknown) =>
          cause instanceof BodyFailure ? `${cause.name} ${cause.kind}` : 'another',
      )
    const broken = gzipSync('12345').subarray(0, 12)
    expect(await kindOf(broken, 'gzip')).toBe('BodyFailure unreadable')
    expect(await kindOf(broken, '')).toBe('BodyFailure unreadable')
    expect(await kindOf(brotliCompressSync('12345'), 'zz')).toBe('BodyFailure unreadable')
    expect(await kindOf(gzipSync('123456'), 'gzip')).toBe('BodyFailure tooLarge')
    expect(await kindOf(gzipSync('123456'), '')).toBe('BodyFailure tooLarge')
    expect(await kindOf(gzipSync('12345'), 'gzip')).toBe('read')
  })

  test.each(['UTF-8', 'none', 'gzip', 'br', 'deflate', 'utf-8, gzip', '8bit'])(
    'are ignored with a remark if the body is plain: %s',
    async (encodings) => {
      const { text: found, remark } = await read(plain, { encodings })
      expect(found).toBe(text(plain))
      expect(remark).toMatch(/^The answer was announced as “/)
    },
  )

  test.each(['', 'identity', 'UTF-8', 'br', 'deflate', 'x'])(
    'are recognized with a remark if the body is gzip: %s',
    async (encodings) => {
      const { text: found, bytes, remark } = await read(gzipSync(plain), { encodings })
      expect([found, bytes]).toEqual([text(plain), plain.length])
      expect(remark).toBe('The answer is gzip, which was not announced.')
    },
  )

  test('are at most two', async () => {
    const thrice = gzipSync(gzipSync(gzipSync(plain)))
    await expect(decoded(thrice, 'gzip, gzip, gzip')).rejects.toMatchObject({
      name: 'BodyFailure',
      kind: 'unreadable',
      message: '3 content encodings, one over the other',
    })
    expect(await decoded(gzipSync(gzipSync(plain)), 'gzip, identity, gzip')).toBe(text(plain))
  })

  test('are not decoded further once nobody is waiting for the answer', async () => {
    const stop = new AbortController()
    const why = new Error('cancelled')
    for (const [bytes, encodings] of [
      [gzipSync(gzipSync(plain)), 'gzip, gzip'],
      [gzipSync(plain), 'gzip'],
    ] as const) {
      const decoding = read(bytes, { encodings, signal: stop.signal })
      stop.abort(why)
      await expect(decoding).rejects.toBe(why)
    }
  })
})

describe('the text of an answer', () => {
  const latin = Buffer.from('Müller', 'latin1')
  const textOf = async (bytes: Buffer, type: string, strict = true) =>
    (await read(bytes, { type, strict })).text

  test('is decoded in the character set that the answer names', async () => {
    for (const type of ['text/plain; charset=iso-8859-1', 'text/plain;CHARSET = "ISO-8859-1"'])
      expect(await textOf(latin, type)).toBe('Müller')
    const wide = Buffer.from('Müller', 'utf16le')
    expect(await textOf(wide, 'text/plain; charset=utf-16le')).toBe('Müller')
    // Bytes that are also valid UTF-8 mean other characters in the named character set.
    expect(await textOf(Buffer.from('ü'), 'text/plain; charset=windows-1252')).toBe('Ã¼')
  })

  test.each([
    '',
    'application/json',
    'text/plain; charset=klingon',
    'text/plain; charset=utf8',
    'text/plain; charset=UTF-8',
  ])(
    'is decoded as UTF-8 if the answer names no character set, an unknown one, or UTF-8: %s',
    async (type) => {
      expect(await textOf(Buffer.from('Müller'), type)).toBe('Müller')
      const refused = textOf(latin, type)
      await expect(refused).rejects.toMatchObject({ name: 'BodyFailure', kind: 'unreadable' })
      await expect(refused).rejects.toThrow(/^the body is not [a-z0-9-]+ text$/)
      expect(await textOf(latin, type, false)).toBe('M\uFFFDller')
    },
  )

  test.each(['', 'application/json; charset=utf-8', 'text/plain; charset=iso-8859-1'])(
    'is UTF-16 after its byte order mark, with a remark: %s',
    async (type) => {
      const wide = Buffer.from('\uFEFF{"a":"Müller"}', 'utf16le')
      for (const bytes of [wide, Buffer.from(wide).swap16()])
        expect(await read(bytes, { type })).toMatchObject({
          text: '{"a":"Müller"}',
          remark: 'The answer is UTF-16, which was not announced.',
        })
    },
  )

  test('has no byte order mark, but keeps text that only resembles one', async () => {
    expect(await textOf(Buffer.from('\uFEFF{}'), '')).toBe('{}')
    for (const whole of ['\uFEC0x', '\uFBFFx', 'ûx', '\u1EFFx', 'a¿', '\uFFFDx', ''])
      expect(await textOf(Buffer.from(whole), '')).toBe(whole)
  })
})
