import { describe, expect, test } from 'vitest'
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
