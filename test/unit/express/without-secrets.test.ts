import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeTransactionText } from '#electron/core/express/text/decode-text.ts'
import { withoutSecrets } from '#electron/core/express/without-secrets.ts'

const token = 'canary-token-55aa77'
const cookie = '"canary=cookie"; p="56\\78\\"'
const secrets = [token, cookie, 'canary-sid-1234']
const clean = (answer: string): string => withoutSecrets(answer, secrets)
const packed = (text: string): string => Buffer.from(text).toString('base64')
const unpacked = (text: string): string => Buffer.from(text, 'base64').toString()
const parsed = (answer: unknown): unknown => JSON.parse(clean(JSON.stringify(answer)))
const escaped = (text: string): string =>
  Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

describe('JSON stays JSON', () => {
  test.each(['', 'a ', '"', '\\', '\\"', '\n', '{"', '["'])('with %j around a secret', (around) => {
    for (const secret of secrets)
      expect(parsed({ a: around + secret + around, n: 1 })).toEqual({
        a: `${around}[removed]${around}`,
        n: 1,
      })
  })

  test('within JSON, also several times', () => {
    const inner = { Cookie: cookie, list: [token, 7, null], other: 'stays' }
    const gone = { Cookie: '[removed]', list: ['[removed]', 7, null], other: 'stays' }
    expect(parsed({ a: JSON.stringify(inner) })).toEqual({ a: JSON.stringify(gone) })
    expect(parsed(JSON.stringify(JSON.stringify(inner)))).toEqual(
      JSON.stringify(JSON.stringify(gone)),
    )
  })

  test('where the service writes each character as a number, and in names', () => {
    expect(JSON.parse(clean(`{"a":"${escaped(cookie)}!"}`))).toEqual({ a: '[removed]!' })
    expect(parsed({ [token]: [cookie] })).toEqual({ '[removed]': ['[removed]'] })
  })

  test('in base64, where the rest of the text stays', () => {
    const document = `<T a="1">${cookie} ä</T>`
    const { a } = JSON.parse(clean(JSON.stringify({ a: packed(document) }))) as { a: string }
    expect(unpacked(a)).toBe('<T a="1">[removed] ä</T>')
    expect(clean(`x ${packed(token)} y`)).toBe(`x ${packed('[removed]')} y`)
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(token)]).toString('base64')
    expect(clean(bytes)).toBe('[removed]')
  })
})

test('in base64 at every place of an answer, with every sign of JSON before it, and packed twice', () => {
  const gone = packed('[removed]')
  for (let count = 0; count < 70; count += 1)
    for (const around of [',', 'x'].map((sign) => ' '.repeat(count) + sign.repeat(count) + ' '))
      expect(clean(`${around}${packed(token)} ${around}`)).toBe(`${around}${gone} ${around}`)
  for (const sign of ['n', 't', 'r', 'b', 'f', '"', '\\'])
    expect(clean(`{"a":"\\${sign}${packed(token)}"}`)).toBe(`{"a":"\\${sign}${gone}"}`)
  const slashes = packed(`???>>>???${token}`)
  expect(slashes).toContain('/')
  expect(parsed({ a: slashes })).toEqual({ a: packed('???>>>???[removed]') })
  expect(clean(`{"a":"${slashes.replaceAll('/', '\\/')}"}`)).toBe(
    `{"a":"${packed('???>>>???[removed]')}"}`,
  )
  expect(clean(packed(packed(token)))).toBe(packed(gone))
})

test('all else stays as it came, sign by sign', () => {
  const answer = `\uFEFF{ "a" : "\\/\\u00e9", "b":[1.50,-2E+3,true,false,null], "c":"${packed('<T>no secret in it</T>')}"}\n`
  expect(clean(answer)).toBe(answer)
  // Only a text that held a secret is written anew.
  expect(clean(answer.replace('\\/', token))).toBe(answer.replace('\\/\\u00e9', '[removed]é'))
  for (const text of ['', 'x', '{', '{"a":"cut', '{"a":"\\x"}', '<html>"</html>', '"', '[1,"\\'])
    expect(clean(text)).toBe(text)
})

test('an answer that is not JSON loses them too', () => {
  expect(clean(`{"a":"${token}`)).toBe('{"a":"[removed]')
  expect(clean(`{"a":"Got "${token}""}`)).toBe('{"a":"Got "[removed]""}')
  expect(clean(`{"a":"\\x${token}"}`)).toBe('{"a":"\\x[removed]"}')
  expect(clean(`<p>${encodeURIComponent(cookie)}</p>`)).toBe('<p>[removed]</p>')
})

test('a short secret is removed as a word of its own, a very short one never', () => {
  const short = (text: string): string => withoutSecrets(text, ['a', 'abc', 'test', 'longer77'])
  expect(short('a abc test latest test1 (test) xlonger77x')).toBe(
    'a abc [removed] latest test1 ([removed]) x[removed]x',
  )
  expect(short('{"latest":"test","n":1}')).toBe('{"latest":"[removed]","n":1}')
  expect(withoutSecrets('{"a":1}', [])).toBe('{"a":1}')
})

test.each(['A', '\\', '"', '{"', '["', '%5c', '&#', ' '])(
  'millions of %j take no long time',
  (part) => {
    const text = part.repeat(4_000_000 / part.length)
    const started = performance.now()
    expect(clean(text)).toBe(text)
    expect(clean(JSON.stringify({ a: text }))).toBe(JSON.stringify({ a: text }))
    expect(performance.now() - started).toBeLessThan(10_000)
  },
)

describe('in forms that only a reader undoes', () => {
  const document = `<T a="1">${'x'.repeat(40)} ${cookie} ${token} canary-sid-1234 ä</T>`
  const wrapped = (text: string, end: string): string =>
    (text.match(/.{1,76}/g) ?? []).join(end) + end
  const zipped = gzipSync(document).toString('base64')
  const readable = (answer: unknown): string => {
    const text = Object.values(z.object({ a: z.string() }).parse(answer)).join('')
    return decodeTransactionText(text).text
  }

  test.each(['\r\n', '\n', ' ', '\t'])('base64 of several lines, ended by %j', (end) => {
    const gone = readable(parsed({ a: wrapped(packed(document), end) }))
    expect(gone).not.toMatch(/canary/)
    expect(gone).toContain('[removed]')
    expect(gone).toContain('ä</T>')
  })

  test.each([
    ['one line', zipped],
    ['several lines', wrapped(zipped, '\r\n')],
  ])('gzip in base64 of %s', (_how, a) => {
    const gone = readable(parsed({ a }))
    expect(gone).not.toMatch(/canary/)
    expect(gone).toContain('[removed]')
    expect(gone).toContain('ä</T>')
  })

  test.each(['tx-', 'trace-', 'rk/', 'a'])('base64 behind %j', (before) => {
    for (const text of [document, `<T>${token}</T>`]) {
      const gone = clean(`{"a":"${before}${packed(text)}"}`)
      expect(gone).toBe('{"a":"[removed]"}')
    }
    expect(clean(`{"a":"${before}${zipped}"}`)).not.toContain(zipped)
  })

  test('UTF-16 in base64', () => {
    const little = Buffer.from(document, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect(clean(`{"a":"${bytes.toString('base64')}"}`)).toBe('{"a":"[removed]"}')
  })

  test('a document without a secret stays as it came, whatever its form', () => {
    const other = `<T a="1">${'Ordinary words, '.repeat(30)}ä</T>`
    const forms = [
      packed(other),
      wrapped(packed(other), '\r\n'),
      gzipSync(other).toString('base64'),
      wrapped(gzipSync(other).toString('base64'), '\r\n'),
      Buffer.from(other, 'utf16le').toString('base64'),
    ]
    for (const a of forms) expect(parsed({ a })).toEqual({ a })
  })

  test('gzip of gigabytes takes no long time, and what cannot be searched is not kept', () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024)).toString('base64')
    const started = performance.now()
    const many = Array.from({ length: 20 }, () => bomb)
    expect(clean(JSON.stringify(many))).toBe(JSON.stringify(many.map(() => '[removed]')))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

test('each call’s own secrets are removed, whatever the last call carried', () => {
  const [first, second, third] = ['first-token-11', 'second-token-22', 'third-session-33'] as const
  const answer = JSON.stringify({ a: first, b: second, c: third })
  const gone = (...secrets: string[]) =>
    secrets.reduce((text, secret) => text.replace(secret, '[removed]'), answer)
  for (const secrets of [
    [first],
    [second],
    [second, third],
    [second],
    [],
    [third, second],
    [first],
  ])
    for (const again of [1, 2])
      expect([again, withoutSecrets(answer, secrets)]).toEqual([again, gone(...secrets)])
  const changing: string[] = [first]
  withoutSecrets(answer, changing)
  changing[0] = second
  expect(withoutSecrets(answer, changing)).toBe(gone(second))
})
