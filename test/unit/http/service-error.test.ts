import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readServiceError } from '#electron/core/http/status-error.ts'

describe('the message in an error body', () => {
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
  ])('is read from JSON: %j', (body, message) => {
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
    ['{"ErrorMessage": "cut', ''],
  ])('is read from text or HTML: %j', (body, message) => {
    expect(readServiceError(body).message).toBe(message)
  })

  it.each([
    ...['ErrorMessage', 'error_description', 'faultstring', 'Message', 'message', 'fault', 'error'],
    ...['Error', 'errors', 'Errors', 'details', 'detail', 'title', 'description'],
  ])('is found under the name %s', (name) => {
    expect(readServiceError(JSON.stringify({ [name]: 'Plan closed' })).message).toBe('Plan closed')
  })

  it.each(['errorcode', 'code', 'Code', 'ErrorCode'])(
    'includes the code in the field %s',
    (name) => {
      const body = JSON.stringify({ Message: 'Plan closed', [name]: 'E1' })
      expect(readServiceError(body).message).toBe('Plan closed (E1)')
    },
  )

  it('comes with details that end in “…” if they are long', () => {
    const long = readServiceError(` "${'x'.repeat(5000)}" `)
    expect(long).toEqual({ message: `${'x'.repeat(300)}…`, details: `"${'x'.repeat(3999)}…` })
    const text = JSON.stringify('x'.repeat(3998))
    expect(readServiceError(`${text} \n`).details).toBe(text)
  })

  it('comes with the size of a body that is not JSON', () => {
    const page = '<html><title>Bad gateway</title></html>'
    expect(readServiceError(page)).toEqual({
      message: 'Bad gateway',
      details: '[39 characters that are not JSON]',
    })
  })

  it('contains no secret, even if the service encodes it, and neither do the details', () => {
    const secret = 'p/ä"s=s\nword'
    const body = JSON.stringify({ Message: `No ${secret}`, Cookie: 'c', Trace: 't-1' })
    for (const text of [body, body.replaceAll('=', '\\u003d').replaceAll('/', '\\/')])
      expect(readServiceError(text, [secret])).toEqual({
        message: 'No [removed]',
        details: '{"Message":"No [removed]","Cookie":"[removed]","Trace":"t-1"}',
      })
  })

  it('contains no secret that a page breaks over two lines', () => {
    const page = '<html><title>No entry for Blue\n  Moon</title></html>'
    expect(readServiceError(page, ['Blue Moon']).message).toBe('No entry for [removed]')
  })

  // Each of these used to take quadratic time: more than a minute for a page of a megabyte.
  it.each(['<Message ', '<title', '<h1 a="', '<x:faultstring\n'])(
    'is found in linear time in a page full of %j',
    (start) => {
      const page = `<?xml version="1.0"?>${start.repeat(1_000_000 / start.length)}`
      expect(readServiceError(page).message).toBe('')
      expect(
        readServiceError(`${page.slice(0, 60_000)}><Message a="1">Plan unknown</Message>`).message,
      ).toBe('Plan unknown')
    },
  )

  it('is limited in length, and reading it never throws', () => {
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
