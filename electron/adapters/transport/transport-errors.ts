import type { TransportFailure } from '#electron/core/platform/ports.ts'
import { InterimFailure } from './interim-answers.ts'
import { ProxyFailure } from './proxy-failure.ts'
import { TcpFailure } from './tcp-connection.ts'
import { lacksAuthority, tlsFailure } from './tls-reasons.ts'

const stringIn = (value: unknown, key: 'code' | 'message') => {
  if (typeof value !== 'object' || value === null) return ''
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)

/** The code of an error, or of its cause. */
export const codeOf = (error: unknown) =>
  stringIn(error, 'code') || stringIn(causeOf(error), 'code')

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'was not found; check the spelling of the address and the network',
  EAI_AGAIN: 'could not be looked up; the network or its name service is down',
  ENETUNREACH: 'cannot be reached from this network',
  EHOSTUNREACH: 'cannot be reached from this network',
}

/** A sentence with the addresses that were tried, if there are several. */
const triedAt = (error: unknown) =>
  error instanceof TcpFailure && error.tried.length > 1
    ? ` Tried its addresses ${error.tried.join(', ')}.`
    : ''

const failing =
  (phase: TransportFailure['phase']) =>
  (code: TransportFailure['code'], message: string, error: unknown): TransportFailure => ({
    phase,
    code,
    message,
    details: [codeOf(error), stringIn(error, 'message')].filter((text) => text !== '').join(': '),
  })
const notSent = failing('notSent')
const inDoubt = failing('unknown')

/**
 * A failure to connect, before any byte of the request was sent. `waiting` names the authorities
 * that are listed but not yet trusted, because one of them may have issued the rejected
 * certificate.
 */
export const connectFailure = (
  error: unknown,
  host: string,
  waiting: readonly string[] = [],
): TransportFailure => {
  if (waiting.length > 0 && lacksAuthority(codeOf(error))) {
    const [first = '', ...others] = waiting
    const named = `“${first}”${others.length === 0 ? '' : ` or one of ${others.length} more`}`
    const unknown =
      error instanceof ProxyFailure
        ? error.message
        : `The authority behind the certificate of ${host} is unknown.`
    const message = `${unknown} It may be ${named}, which is listed but not trusted yet.`
    return notSent('service.authority', message, error)
  }
  if (error instanceof ProxyFailure) return notSent('service.proxy', error.message, error.cause)
  const code = codeOf(error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return notSent(
      'service.timeout',
      `${host} did not accept a connection in time.${triedAt(error)}`,
      error,
    )
  const insecure = tlsFailure(code, host)
  if (insecure !== null) return notSent('service.tls', insecure, error)
  const said = unreachable[code] ?? 'could not be reached'
  return notSent('service.unreachable', `${host} ${said}.${triedAt(error)}`, error)
}

/** A failure after connecting. The service may have read nothing or the whole request. */
export const exchangeFailure = (error: unknown, host: string): TransportFailure => {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return inDoubt('service.timeout', `${host} did not answer in time.`, error)
  const improper = `${host} did not answer in proper HTTP`
  if (error instanceof Error && error.name === 'HTTPParserError')
    return inDoubt('service.unreadable', `${improper}.`, error)
  if (error instanceof InterimFailure)
    return inDoubt('service.unreadable', `${improper}: ${error.message}.`, error)
  const message = `The connection to ${host} broke before the answer was complete.`
  return inDoubt('service.connectionLost', message, error)
}
