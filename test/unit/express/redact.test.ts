import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { redact } from '#electron/core/http/redact.ts'

/** Redaction of a service's texts, character by character; attacks on it are in service-error.test.ts. */

const hexOf = (char: string): string => (char.codePointAt(0) ?? 0).toString(16)
const bytesOf = (char: string, percent: string): string =>
  [...Buffer.from(char)].map((byte) => `${percent}${byte.toString(16).padStart(2, '0')}`).join('')
const names = new Map([
  ['"', 'quot'],
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ["'", 'apos'],
])
const controls = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
])
/** A character in the encodings of JSON, a page or an address, some of them applied twice. */
const formsOf = (char: string): readonly string[] => [
  char,
  `&#${char.codePointAt(0)};`,
  `&#00${char.codePointAt(0)};`,
  `&#x${hexOf(char)};`,
  `&amp;#${char.codePointAt(0)};`,
  bytesOf(char, '%'),
  bytesOf(char, '%25'),
  ...(hexOf(char).length > 4 ? [] : [`\\u${hexOf(char).padStart(4, '0')}`]),
  ...(names.has(char) ? [`&${names.get(char)};`, `&amp;${names.get(char)};`] : []),
  ...(controls.has(char) ? [`\\${controls.get(char)}`] : []),
  ...(char === ' ' ? ['+'] : []),
]

describe('a secret', () => {
  test.each(Array.from('"&<>\'\n\r\t /.*($|^)[ä€😀'))(
    'with %j in it is found in every form of it',
    (char) => {
      for (const form of formsOf(char))
        expect([form, redact(`x Ab${form}Yz1 y`, [`Ab${char}Yz1`])]).toEqual([
          form,
          'x [removed] y',
        ])
    },
  )

  test.each([
    ...['\\', '\\\\', '%5c', '%255C', '&#92;', '&#092;', '&#x5c;', '&amp;#92;', '\\u005c'],
    ...['\\u0026#92;', '%26%2392%3b', '%26amp%3b%2392%3B'],
  ])('with a backslash in it is found where that is written %s', (form) => {
    expect(redact(`x ab${form}yz y`, ['ab\\yz'])).toBe('x [removed] y')
    expect(redact(`x ${form}ab/yz y`, ['\\ab/yz'])).toBe('x [removed] y')
  })

  test('is taken out from four signs on; other text is left alone', () => {
    expect(redact('abc and abcd', ['abc', 'abcd'])).toBe('abc and [removed]')
    expect(redact('a.cd, axcd, a\\bcd', ['a.cd', 'abcd'])).toBe('[removed], axcd, a\\bcd')
    const alike = 'abu0022cd, abncd, ab+cd'
    expect(redact(alike, ['ab"cd', 'ab\ncd', 'ab/cd'])).toBe(alike)
    expect(redact('say \\"abc', ['"abc'])).toBe('say \\[removed]')
  })

  test('that is a document is found verbatim, in JSON encoded once or twice, and in an address', () => {
    const secret = `${'k"é/'.repeat(2501)}\uD800`
    const json = JSON.stringify(secret).slice(1, -1)
    const twice = JSON.stringify(json).slice(1, -1)
    for (const form of [secret, json, twice, encodeURIComponent(secret.toWellFormed())])
      expect(redact(`x ${form} y`, [secret])).toBe('x [removed] y')
  })
})

test.each([
  ['Authorization: Bearer abcdef123456.x-y', 'Authorization: Bearer [removed]'],
  ['said basic%20bWU6c2VjcmV0 here', 'said basic [removed] here'],
  ['{"x":1,"password":"a\\"b","y":2}', '{"x":1,"password":"[removed]","y":2}'],
  ['{"PASSWORD":"a\\"b","SID":"c\\"d"}', '{"PASSWORD":"[removed]","SID":"[removed]"}'],
  ['{"password" : "cut', '{"password" : "[removed]"'],
  ['{\\"SID\\":\\"v-1\\",\\"x\\":1}', '{\\"SID\\":\\"[removed]\\",\\"x\\":1}'],
  ['{\\\\"sid\\\\": \\\\"v-1\\\\"}', '{\\\\"sid\\\\": \\\\"[removed]\\\\"}'],
  ['{&quot;SID&quot;:&quot;v-1&quot;}', '{&quot;SID&quot;:&quot;[removed]&quot;}'],
  ['%22SID%22%3A%22v-1%22%7D', '%22SID%22%3A%22[removed]%22%7D'],
  ['%5C%22SID%5c%22%3a%5c%22v-1%5c%22', '%5C%22SID%5c%22%3a%5c%22[removed]%5c%22'],
  [
    '&#92;&#34;SID&#92;&#34;:&#92;&#34;v-1&#92;&#34;',
    '&#92;&#34;SID&#92;&#34;:&#92;&#34;[removed]&#92;&#34;',
  ],
  ['Cookie: a=1; b=2\r\nHost: h', 'Cookie: [removed]\r\nHost: h'],
  ['set-cookie:a=1', 'set-cookie:[removed]'],
  ['a=1&Client_Secret=v%26&b=2', 'a=1&Client_Secret=[removed]&b=2'],
  ['Salary must not be above 100,000,000', 'Salary must not be above 100,000,000'],
])('%s is shown as %s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test.each([
  ...['access_token', 'accessToken', 'refresh_token', 'id_token', 'token', 'client_secret'],
  ...['password', 'Authorization', 'api_key', 'SID', 'Cookie', 'Set-Cookie', 'ParticipantXML'],
])('what stands under %s is taken out', (name) => {
  expect(redact(`{"${name}":"v-1"}`)).toBe(`{"${name}":"[removed]"}`)
  expect(redact(`"{\\"${name}\\":\\"v-1\\"}"`)).toBe(`"{\\"${name}\\":\\"[removed]\\"}"`)
})

test.each(['<', '&lt;', '&#60;', '&#x3C;', '\\u003c', '%3C', '%253c'])(
  'participant XML is taken out up to the end, begun with %s',
  (begin) => {
    for (const root of [
      'BatchParticipantInput',
      'participantData',
      'ParticipantInfo',
      'Participant',
    ])
      expect(redact(`near ${begin}${root} FirstName="Ada">\n</a> and more`)).toBe('near [removed]')
    expect(redact(`near ${begin}Participants/>`)).toBe(`near ${begin}Participants/>`)
  },
)

test('base64 is searched, both for forms of secrets and for given ones', () => {
  const packed = (text: string): string => Buffer.from(text).toString('base64')
  expect(redact(`x ${packed('{"password":"a long one"}')} y`)).toBe('x [removed] y')
  expect(redact(`x ${packed('here stands blue moon now')} y`, ['blue moon'])).toBe('x [removed] y')
  const harmless = packed('nothing of anybody in here')
  expect(redact(`x ${harmless} y`)).toBe(`x ${harmless} y`)
})

test('a longer text ends after 64 K characters', () => {
  expect(redact('x '.repeat(40_000))).toBe('x '.repeat(32 * 1024))
})

test('a secret at the end of a long gzip text is removed with it', () => {
  const zipped = gzipSync(`${'Words and '.repeat(20_000)}canary-55aa77`).toString('base64')
  expect(redact(`It said ${zipped}.`, ['canary-55aa77'])).toBe('It said [removed].')
})
