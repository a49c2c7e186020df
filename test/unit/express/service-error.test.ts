import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '#electron/core/http/redact.ts'
import { readServiceError } from '#electron/core/http/status-error.ts'

describe('the message of an error body', () => {
  it.each([
    [{ ErrorMessage: 'Plan unknown' }, 'Plan unknown'],
    [{ Success: false, ErrorMessage: 'Plan unknown', TransactionId: '' }, 'Plan unknown'],
    [
      { error: 'invalid_request', error_description: 'No ClientId' },
      'No ClientId (invalid_request)',
    ],
    [
      { fault: { faultstring: 'Invalid token', detail: { errorcode: 'keymanagement.x' } } },
      'Invalid token (keymanagement.x)',
    ],
    [{ Message: 'Denied' }, 'Denied'],
    [{ message: 'Denied', code: 17 }, 'Denied (17)'],
    [{ error: { message: 'Deep', code: 'E1' } }, 'Deep (E1)'],
    [{ errors: [{ message: 'One' }, { message: 'Two' }, 'Three'] }, 'One; Two; Three'],
    [
      { errors: { Salary: ['too high'], DOB: ['missing', 'wrong'] } },
      'Salary: too high; DOB: missing; wrong',
    ],
    [[{ ErrorMessage: 'A' }, { ErrorMessage: 'A' }], 'A'],
    [{ code: 'E42' }, 'E42'],
    ['just text', 'just text'],
    [{}, ''],
    [[], ''],
    [null, ''],
    [42, ''],
    [{ message: 'E1: denied', code: 'E1' }, 'E1: denied'],
    [{ message: 'Denied', detail: null }, 'Denied'],
    [{ ErrorMessage: ' ', Message: 'Plan\n  closed' }, 'Plan closed'],
    [{ Trace: 'abc', Salary: ['too high', ''] }, 'Salary: too high'],
    [['', 'One', '1', '2', '3', '4'], 'One; 1; 2; 3'],
    [
      { A: ['1'], B: ['2'], C: ['3'], D: ['4'], E: ['5'], F: ['6'] },
      'A: 1; B: 2; C: 3; D: 4; E: 5',
    ],
    [{ error: { error: { error: { error: { error: 'Five deep' } } } } }, 'Five deep'],
    [{ error: { error: { error: { error: { error: { error: 'Six' } } } } } }, ''],
    [[[[[['Five deep']]]]], 'Five deep'],
    [[[[[[['Six']]]]]], ''],
  ])('%j', (body, message) => {
    expect(readServiceError(JSON.stringify(body)).message).toBe(message)
  })

  it.each([
    ['Service down\nstack trace', 'Service down'],
    ['\r\n Service down\r\nstack trace', 'Service down'],
    ['<html><title>\n Bad\n gateway \n</title></html>', 'Bad gateway'],
    [
      '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head></html>',
      '502 Bad Gateway',
    ],
    ['<html><body><h1>Proxy error</h1></body></html>', 'Proxy error'],
    ['<html></html>', ''],
    ['', ''],
    ['{"ErrorMessage": "cut', '{"ErrorMessage": "cut'],
  ])('%j', (body, message) => {
    expect(readServiceError(body).message).toBe(message)
  })

  it.each([
    ...['ErrorMessage', 'error_description', 'faultstring', 'Message', 'message', 'fault', 'error'],
    ...['Error', 'errors', 'Errors', 'details', 'detail', 'title', 'description'],
  ])('is found under the name %s', (name) => {
    expect(readServiceError(JSON.stringify({ [name]: 'Plan closed' })).message).toBe('Plan closed')
  })

  it.each(['errorcode', 'code', 'Code', 'ErrorCode'])('has the code beside it: %s', (name) => {
    const body = JSON.stringify({ Message: 'Plan closed', [name]: 'E1' })
    expect(readServiceError(body).message).toBe('Plan closed (E1)')
  })

  it('and the details end where they get long, which shows', () => {
    const long = readServiceError(` ${'x'.repeat(5000)} `)
    expect(long).toEqual({ message: `${'x'.repeat(300)}…`, details: `${'x'.repeat(4000)}…` })
    expect(readServiceError(`${'x'.repeat(4000)} \n`).details).toBe('x'.repeat(4000))
  })

  it('holds no secret that a page breaks over two lines', () => {
    const page = '<html><title>No entry for Blue\n  Moon</title></html>'
    expect(readServiceError(page, ['Blue Moon']).message).toBe('No entry for [removed]')
  })

  // Each once took quadratic time: more than a minute for a page of a megabyte.
  it.each(['<Message ', '<title', '<h1 a="', '<x:faultstring\n'])(
    'is not looked for again and again in a page full of %j',
    (start) => {
      const page = `<?xml version="1.0"?>${start.repeat(1_000_000 / start.length)}`
      expect(readServiceError(page).message).toBe('')
      expect(
        readServiceError(`${page.slice(0, 60_000)}><Message a="1">Plan unknown</Message>`).message,
      ).toBe('Plan unknown')
    },
  )

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
  const xml =
    '<BatchParticipantInput><Participant UserID="u1" FirstName="Ada"/></BatchParticipantInput>'
  it.each([
    ['Authorization: Bearer abcdef123456.x-y', /abcdef/],
    ['basic bWU6c2VjcmV0', /bWU6/],
    ['{"access_token":"abcdef","x":1}', /abcdef/],
    ['{"client_secret": "q\\"uoted"}', /uoted/],
    [
      '{"TransactionHTTPEndpoint":{"SID":"sid-value","Cookie":"JSESSIONID=1"}}',
      /sid-value|JSESSIONID/,
    ],
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

  it.each(['\\', '%5c', '&#92;', '<\\', '"', '\\"SID', '"SID":"', 'A', '&#', '%25'])(
    'takes no long time over %j many times',
    (part) => {
      const started = performance.now()
      redact(part.repeat(200_000 / part.length), ['<a b="c">\r\n</a>', 'SID;a="b"'])
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )

  const html = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('\\', '&#92;').replaceAll('"', '&quot;')
  const writings: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
    encodeURIComponent,
    (text) => encodeURIComponent(encodeURIComponent(text)),
    html,
    (text) => html(JSON.stringify(text).slice(1, -1)),
  ]

  // The ways to divide a run once doubled with each character: it never ended.
  it.each(['\\', '%5c', '&#92;', '\\u005c', '%255c', '&amp;#92;', '\\&#92;%5c'])(
    'ends over 300 times %j in a secret',
    (part) => {
      const secret = `Note="${part.repeat(300)}" UserId="P-1"`
      for (const write of writings) {
        const form = write(secret)
        expect(redact(`bad: ${form}, end`, [secret])).toBe('bad: [removed], end')
        const cut = form.slice(0, -4)
        expect(redact(`bad: ${cut}`, [secret])).toBe(`bad: ${cut}`)
        expect(
          redact(`bad: ${write(part).repeat(20_000)}`, [`${part.repeat(300)}z`]).length,
        ).toBeGreaterThan(1000)
      }
    },
  )

  const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  it.each([
    `canary-cookie-${'k'.repeat(7000)}`,
    '-"\\/'.repeat(2000),
    '%&"'.repeat(3000),
    'ä'.repeat(9999),
  ])('takes out a secret of thousands of characters: %.12s…', (secret) => {
    expect(redact(`x ${secret} y`, [secret])).toBe('x [removed] y')
    expect(redact(`x ${JSON.stringify(secret)} y`, [secret])).toBe('x "[removed]" y')
  })

  it(`takes out secrets full of what backslashes are written as, seed ${seed}`, () => {
    const part = fc.constantFrom(
      '\\',
      '%5c',
      '%',
      '5c',
      '&#92;',
      '&',
      'amp;',
      '#92;',
      'u005c',
      'u',
      '"',
      'a',
      ';',
      '%25',
    )
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 4, maxLength: 12 }),
        fc.constantFrom(...writings),
        (parts, write) => {
          const secret = `K${parts.join('')}Z`
          expect(redact(`x ${write(secret)} y`, [secret])).toBe('x [removed] y')
        },
      ),
      { seed, numRuns: 3000 },
    )
  })

  it('leaves other text alone', () => {
    expect(redact('Salary must not be above 100,000,000')).toBe(
      'Salary must not be above 100,000,000',
    )
  })
})
