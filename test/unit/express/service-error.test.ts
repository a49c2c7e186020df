import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '#electron/core/express/redact.ts'
import { readServiceError } from '#electron/core/express/service-error.ts'

describe('the message of an error body', () => {
  it.each([
    [{ ErrorMessage: 'Plan unknown' }, 'Plan unknown'],
    [{ Success: false, ErrorMessage: 'Plan unknown', TransactionId: '' }, 'Plan unknown'],
    [{ error: 'invalid_request', error_description: 'No ClientId' }, 'No ClientId (invalid_request)'],
    [{ fault: { faultstring: 'Invalid token', detail: { errorcode: 'keymanagement.x' } } }, 'Invalid token (keymanagement.x)'],
    [{ Message: 'Denied' }, 'Denied'],
    [{ message: 'Denied', code: 17 }, 'Denied (17)'],
    [{ error: { message: 'Deep', code: 'E1' } }, 'Deep (E1)'],
    [{ errors: [{ message: 'One' }, { message: 'Two' }, 'Three'] }, 'One; Two; Three'],
    [{ errors: { Salary: ['too high'], DOB: ['missing', 'wrong'] } }, 'Salary: too high; DOB: missing; wrong'],
    [[{ ErrorMessage: 'A' }, { ErrorMessage: 'A' }], 'A'],
    [{ code: 'E42' }, 'E42'],
    ['just text', 'just text'],
    [{}, ''],
    [[], ''],
    [null, ''],
    [42, ''],
  ])('%j', (body, message) => {
    expect(readServiceError(JSON.stringify(body)).message).toBe(message)
  })

  it.each([
    ['Service down\nstack trace', 'Service down'],
    ['<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head></html>', '502 Bad Gateway'],
    ['<html><body><h1>Proxy error</h1></body></html>', 'Proxy error'],
    ['<html></html>', ''],
    ['', ''],
    ['{"ErrorMessage": "cut', '{"ErrorMessage": "cut'],
  ])('%j', (body, message) => {
    expect(readServiceError(body).message).toBe(message)
  })

  // Each once took its time squared: more than a minute for a page of a megabyte.
  it.each(['<Message ', '<title', '<h1 a="', '<x:faultstring\n'])('is not looked for again and again in a page full of %j', (start) => {
    const page = `<?xml version="1.0"?>${start.repeat(1_000_000 / start.length)}`
    expect(readServiceError(page).message).toBe('')
    expect(readServiceError(`${page.slice(0, 60_000)}><Message a="1">Plan unknown</Message>`).message).toBe('Plan unknown')
  })

  it('is bounded and never throws', () => {
    expect(readServiceError('x'.repeat(100_000)).message.length).toBeLessThanOrEqual(301)
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 12 }), fc.string()), (body) => {
        const { message, details } = readServiceError(body)
        return message.length <= 301 && details.length <= 4001
      }),
      { seed: 20261120, numRuns: 1000 },
    )
  })
})

describe('redaction', () => {
  const xml = '<BatchParticipantInput><Participant UserID="u1" FirstName="Ada"/></BatchParticipantInput>'
  it.each([
    ['Authorization: Bearer abcdef123456.x-y', /abcdef/],
    ['basic bWU6c2VjcmV0', /bWU6/],
    ['{"access_token":"abcdef","x":1}', /abcdef/],
    ['{"client_secret": "q\\"uoted"}', /uoted/],
    ['{"TransactionHTTPEndpoint":{"SID":"sid-value","Cookie":"JSESSIONID=1"}}', /sid-value|JSESSIONID/],
    ['Set-Cookie: JSESSIONID=abc; Path=/', /JSESSIONID/],
    ['grant_type=client_credentials&client_secret=abc%26&x=1', /abc/],
    [JSON.stringify({ ParticipantXML: xml }), /Ada/],
    [`{"ParticipantXML":"${xml.slice(0, 60).replaceAll('"', '\\"')}`, /u1|Ada/],
    [`near '${xml.slice(10)}'`, /u1|Ada/],
    [xml.replaceAll('<', '&lt;'), /Ada/],
  ])('cleans %s', (text, secret) => {
    expect(redact(text)).not.toMatch(secret)
    expect(redact(text)).toContain('[removed]')
  })

  it('takes out given secrets in every form they may be quoted in', () => {
    const secret = 'p/ä"ss\nword'
    for (const form of [secret, JSON.stringify(secret), encodeURIComponent(secret)]) {
      expect(redact(`echo ${form} end`, [secret])).not.toMatch(/ss.{0,3}word/s)
    }
  })

  it.each(['\\', '%5c', '&#92;', '<\\', '"', '\\"SID', '"SID":"', 'A', '&#', '%25'])('takes no long time over %j many times', (part) => {
    const started = performance.now()
    redact(part.repeat(200_000 / part.length), ['<a b="c">\r\n</a>', 'SID;a="b"'])
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('leaves other text alone', () => {
    expect(redact('Salary must not be above 100,000,000')).toBe('Salary must not be above 100,000,000')
  })
})
