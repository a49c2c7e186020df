import { describe, expect, test } from 'vitest'
import { lacksAuthority, tlsFailure } from '#electron/adapters/transport/tls-reasons.ts'
import { ProxyFailure } from '#electron/adapters/transport/proxy-failure.ts'
import { TcpFailure } from '#electron/adapters/transport/tcp-connection.ts'
import { connectFailure, exchangeFailure } from '#electron/adapters/transport/transport-errors.ts'

const withCode = (code: unknown, message = 'it failed'): Error =>
  Object.assign(new Error(message), { code })

describe('a connection failure', () => {
  test.each([
    ['ECONNREFUSED', 'service.unreachable', 'h refused the connection.'],
    [
      'ENOTFOUND',
      'service.unreachable',
      'h was not found; check the spelling of the address and the network.',
    ],
    ['ENETUNREACH', 'service.unreachable', 'h cannot be reached from this network.'],
    ['EPIPE', 'service.unreachable', 'h could not be reached.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'service.timeout', 'h did not accept a connection in time.'],
    ['ETIMEDOUT', 'service.timeout', 'h did not accept a connection in time.'],
    [
      'CERT_HAS_EXPIRED',
      'service.tls',
      'The identity of h could not be verified: its certificate has expired.',
    ],
  ])('%s', (code, expected, message) => {
    expect(connectFailure(withCode(code), 'h')).toEqual({
      phase: 'notSent',
      code: expected,
      message,
      details: `${code}: it failed`,
    })
  })

  test('is described by its cause, and names the addresses that were tried if there are several', () => {
    const refused = withCode('ECONNREFUSED')
    expect(connectFailure(new Error('no', { cause: refused }), 'h')).toMatchObject({
      message: 'h refused the connection.',
      details: 'ECONNREFUSED: no',
    })
    const tried = ['192.0.2.1', '2001:db8::1']
    expect(connectFailure(new TcpFailure('ECONNREFUSED', tried, 443), 'h')).toMatchObject({
      message: 'h refused the connection. Tried its addresses 192.0.2.1, 2001:db8::1.',
      details: 'ECONNREFUSED: tried 192.0.2.1, 2001:db8::1, port 443',
    })
    expect(connectFailure(new TcpFailure('ETIMEDOUT', tried, 443), 'h').message).toBe(
      'h did not accept a connection in time. Tried its addresses 192.0.2.1, 2001:db8::1.',
    )
    expect(connectFailure(new TcpFailure('ECONNREFUSED', ['192.0.2.1'], 443), 'h').message).toBe(
      'h refused the connection.',
    )
  })

  test('at a proxy has its own message', () => {
    const failure = new ProxyFailure('refused', 'The proxy opened no way.', {
      cause: withCode('ECONNRESET', 'gone'),
    })
    expect(connectFailure(failure, 'h')).toEqual({
      phase: 'notSent',
      code: 'service.proxy',
      message: 'The proxy opened no way.',
      details: 'ECONNRESET: gone',
    })
  })

  test('because of an unknown authority names the listed authorities that are not trusted yet, for the service and for a proxy', () => {
    const unknown = withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
    const message = (error: unknown, waiting: readonly string[]): string => {
      const { phase, code, message: words } = connectFailure(error, 'h', waiting)
      expect([phase, code === 'service.authority']).toEqual([
        'notSent',
        words.includes('not trusted yet'),
      ])
      return words
    }
    const ofService = 'The authority behind the certificate of h is unknown.'
    expect(message(unknown, ['Office'])).toBe(
      `${ofService} It may be “Office”, which is listed but not trusted yet.`,
    )
    expect(message(unknown, ['Office', 'Other', 'Third'])).toBe(
      `${ofService} It may be “Office” or one of 2 more, which is listed but not trusted yet.`,
    )
    const ofProxy = new ProxyFailure('unreachable', 'The proxy is unknown.', { cause: unknown })
    expect(message(ofProxy, ['Office'])).toBe(
      'The proxy is unknown. It may be “Office”, which is listed but not trusted yet.',
    )
    expect(message(unknown, [])).toContain('could not be verified')
    // Messages about failures with other causes do not mention an authority.
    expect(message(withCode('ECONNREFUSED'), ['Office'])).toBe('h refused the connection.')
    expect(message(withCode('CERT_HAS_EXPIRED'), ['Office'])).toContain('has expired')
  })

  test.each([null, undefined, 'text', 7, {}, { code: 7 }, withCode(undefined, '')])(
    'is reported whatever was thrown: %j',
    (thrown) => {
      expect(connectFailure(thrown, 'h')).toEqual({
        phase: 'notSent',
        code: 'service.unreachable',
        message: 'h could not be reached.',
        details: '',
      })
    },
  )
})

describe('a failure after the connection was made', () => {
  test.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'service.timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'service.timeout'],
    ['ECONNRESET', 'service.connectionLost'],
    ['ECONNREFUSED', 'service.connectionLost'],
    ['CERT_HAS_EXPIRED', 'service.connectionLost'],
  ])('never proves that nothing was sent: %s', (code, expected) => {
    expect(exchangeFailure(withCode(code), 'h')).toMatchObject({
      phase: 'unknown',
      code: expected,
      details: `${code}: it failed`,
    })
  })

  test('is reported whatever was thrown', () => {
    for (const thrown of [null, { name: 'HTTPParserError' }, 'text']) {
      expect(exchangeFailure(thrown, 'h')).toMatchObject({
        phase: 'unknown',
        code: 'service.connectionLost',
        details: '',
      })
    }
  })
})

describe('a certificate failure', () => {
  test.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ])('can be fixed by trusting one more authority: %s', (code) => {
    expect(lacksAuthority(code)).toBe(true)
  })

  test('that no authority could fix does not cause a request for trust', () => {
    for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', ''])
      expect(lacksAuthority(code)).toBe(false)
  })

  test('raises doubts about the server’s identity, which no other TLS failure does', () => {
    expect(tlsFailure('CERT_HAS_EXPIRED', 'h')).toBe(
      'The identity of h could not be verified: its certificate has expired.',
    )
    for (const code of ['CERT_X', 'UNABLE_TO_X'])
      expect(tlsFailure(code, 'h')).toMatch(/^The identity of h could not be verified: /)
    for (const code of ['ERR_TLS_X', 'ERR_SSL_X'])
      expect(tlsFailure(code, 'h')).toBe(
        'No secure connection to h was made: the TLS handshake failed.',
      )
    expect(tlsFailure('ECONNRESET', 'h')).toBeNull()
  })
})
