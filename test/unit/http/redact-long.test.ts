import { describe, expect, test } from 'vitest'
import { mostParsed, withoutSecrets } from '#electron/core/http/redact.ts'

/** Tests that long texts are searched without parsing, with the same result. */

const filler = (sign: string) => sign.repeat(mostParsed)
const token = 'tok/en-77"x'
const secrets = [token, 'sid-4411', '12345678']

describe('secrets in a long text', () => {
  test.each([
    ['a string', JSON.stringify({ a: `x ${token} y` })],
    ['a name', JSON.stringify({ [token]: 1 })],
    ['unusual escapes', `{"a":"tok\\/en-77\\u0022x and sid-4411"}`],
    ['a text within a text', JSON.stringify({ a: JSON.stringify({ b: token }) })],
    ['a list', JSON.stringify(['sid-4411', 'sid-4411x', 'sid-4411'])],
    ['digits', '{"SID":"12345678","Balance":12345678}'],
    ['no JSON', `Authorization: ${token}; sid-4411 12345678`],
    ['quotation marks that no JSON has', `a " b sid-4411 " ${token} "`],
  ])('are removed like those in a short one: %s', (_name, text) => {
    const long = text.startsWith('{') || text.startsWith('[') ? ' ' : 'z '
    const cleaned = withoutSecrets(`${text}${filler(long)}`, secrets)
    expect(cleaned.trimEnd().replace(/(?:z ?)+$/, '')).toBe(withoutSecrets(text, secrets))
  })

  test('are removed from JSON that is cut off, outside strings and inside', () => {
    const text = `{"a":sid-4411,"b":"${filler('y')}","c":"sid-4411`
    expect(withoutSecrets(text, secrets)).not.toContain('sid-4411')
  })
})
