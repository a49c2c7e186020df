import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactJson, withoutSecrets } from '#electron/core/http/redact.ts'

/**
 * Tests how secrets are removed from the service's texts: the service call's own secrets, and text
 * that looks like a secret.
 */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const token = 'canary-token-55aa77'
const cookie = '"canary=cookie"; p="56\\78\\"/'
const secrets = [token, cookie, 'canary-sid-1234']
const clean = (answer: string): string => withoutSecrets(answer, secrets)
const cleanValue = (answer: unknown): unknown => JSON.parse(clean(JSON.stringify(answer)))

describe('an answer from which the service call’s secrets were removed', () => {
  test.each(['', 'a ', '"', '\\', '\\"', '\n', '{"', '["'])(
    'is still JSON if a secret was surrounded by %j',
    (around) => {
      for (const secret of secrets)
        expect(cleanValue({ a: around + secret + around, n: 1 })).toEqual({
          a: `${around}[removed]${around}`,
          n: 1,
        })
    },
  )

  test('contains no secret in a name, in JSON inside JSON, or in escaped characters', () => {
    expect(cleanValue({ [token]: [cookie] })).toEqual({ '[removed]': ['[removed]'] })
    const inner = { Cookie: cookie, list: [token, 7, null], other: 'stays' }
    const gone = { Cookie: '[removed]', list: ['[removed]', 7, null], other: 'stays' }
    expect(cleanValue({ a: JSON.stringify(inner) })).toEqual({ a: JSON.stringify(gone) })
    const asNumbers = JSON.stringify(cookie)
      .slice(1, -1)
      .replaceAll('\\"', '\\u0022')
      .replaceAll('=', '\\u003D')
      .replaceAll('/', '\\/')
    expect(JSON.parse(clean(`{"a":"${asNumbers}!"}`))).toEqual({ a: '[removed]!' })
  })

  test('is otherwise the same, character by character', () => {
    const answer = `\uFEFF{ "a" : "\\/\\u00e9", "b":[1.50,-2E+3,true,false,null], "c":"x"}\n`
    expect(clean(answer)).toBe(answer)
    const json = answer.slice(1)
    expect(clean(json.replace('\\/', token))).toBe(json.replace('\\/\\u00e9', '[removed]é'))
    for (const text of ['', 'x', '{', '{"a":"cut', '{"a":"\\x"}', '<html>"</html>', '"'])
      expect(clean(text)).toBe(text)
  })

  test('keeps its numbers, even if they equal one of a session’s values', () => {
    const numbers = '{"Value":12345678,"a":[12345678.5,112345678],"b":"is 12345678"}'
    expect(withoutSecrets(numbers, ['12345678'])).toBe(
      numbers.replace('is 12345678', 'is [removed]'),
    )
  })

  test('contains no secret even if it is not JSON', () => {
    expect(clean(`{"a":"${token}`)).toBe('{"a":"[removed]')
    expect(clean(`<p>Got "${token}"</p>`)).toBe('<p>Got "[removed]"</p>')
  })

  test('may still contain a short secret within another word, and a very short one anywhere', () => {
    const short = (text: string): string => withoutSecrets(text, ['a', 'abc', 'test', 'longer77'])
    expect(short('a abc test latest test1 (test) xlonger77x')).toBe(
      'a abc [removed] latest test1 ([removed]) x[removed]x',
    )
    expect(short('{"latest":"test","n":1}')).toBe('{"latest":"[removed]","n":1}')
    expect(withoutSecrets('{"a":1}', [])).toBe('{"a":1}')
  })

  test('contains no secret even after many million escapes', () => {
    const text = `{"a":"${'\\"'.repeat(12_000_000)}","b":"${token}"}`
    expect(clean(text).endsWith('","b":"[removed]"}')).toBe(true)
  })

  test(`contains no secret in any string of any JSON (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.string({ minLength: 8, maxLength: 40 }),
        fc.boolean(),
        (value, secret, isNested) => {
          const inner = { value, [`x${secret}`]: `near ${secret}.` }
          const answer = JSON.stringify(isNested ? { inner: JSON.stringify(inner) } : inner)
          const cleaned = withoutSecrets(answer, [secret])
          expect(() => void JSON.parse(cleaned)).not.toThrow()
          const texts: string[] = []
          JSON.parse(cleaned, (name, each: unknown) => {
            texts.push(name, typeof each === 'string' ? each : '')
          })
          expect(texts.filter((each) => each.includes(secret))).toEqual([])
        },
      ),
      { seed, numRuns: 1000 },
    )
  })
})

test.each([
  ['Authorization: Bearer abcdef123456.x-y', 'Authorization: Bearer [removed]'],
  ['said basic bWU6c2VjcmV0 here', 'said basic [removed] here'],
  ['Cookie: a=1; b=2\r\nHost: h', 'Cookie: [removed]\r\nHost: h'],
  ['set-cookie:a=1', 'set-cookie:[removed]'],
  ['a=1&Client_Secret=v%26&b=2', 'a=1&Client_Secret=[removed]&b=2'],
  ['Salary must not be above 100,000,000', 'Salary must not be above 100,000,000'],
  ['near <Participants/>', 'near <Participants/>'],
])('the text %s is shown as %s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test.each(['<BatchParticipantInput', '<participantData', '&lt;ParticipantInfo', '<Participant'])(
  'participant XML is removed to its end, if it begins with %s',
  (begin) => {
    expect(redact(`near ${begin} FirstName="Ada">\n</a> and more`)).toBe('near [removed]')
  },
)

test('the given secrets are removed from plain text', () => {
  expect(redact(`say ${token} and ${cookie}.`, secrets)).toBe('say [removed] and [removed].')
})

test.each([
  ...['access_token', 'accessToken', 'refresh_token', 'id_token', 'token', 'client_secret'],
  ...['password', 'Authorization', 'api_key', 'SID', 'Cookie', 'Set-Cookie', 'ParticipantXML'],
])('the value of %s in a JSON body is hidden', (name) => {
  expect(redactJson(`{"${name}":["v-1"],"a":"b"}`)).toBe(`{"${name}":"[removed]","a":"b"}`)
})

test('a body that is not JSON, is very long or is nested very deeply shows only its size', () => {
  expect(redactJson(`Sorry, ${token}`)).toBe('[26 characters that are not JSON]')
  const long = JSON.stringify('x'.repeat(1024 * 1024))
  expect(redactJson(long)).toBe('[1048578 characters that are too long to show]')
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(redactJson(deep)).toBe('[200000 characters that are not JSON]')
})
